import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { Span, SpanAttributes, SpanOptions, Tracing } from '../../kernel/tracing.ts'

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const

/** Spans by OpenTelemetry. The trace context is taken from a request's headers and passed on in those of a call. */
export class OtelTracing implements Tracing {
  readonly #tracer: Tracer
  readonly #context = new AsyncLocalStorage<Context>()
  readonly #propagator = new W3CTraceContextPropagator()

  constructor(tracer: Tracer) {
    this.#tracer = tracer
  }

  inSpan<Result>(
    name: string,
    { kind, attributes, headers = {} }: SpanOptions,
    work: (span: Span) => Result,
  ): Result {
    const remoteContext = () => this.#propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
    const context = this.#context.getStore() ?? remoteContext()
    const span = this.#tracer.startSpan(name, { kind: KINDS[kind], attributes }, context)
    return this.#context.run(trace.setSpan(context, span), () => work(toSpan(span)))
  }

  addEndedSpan(name: string, durationMs: number, attributes: SpanAttributes): void {
    const context = this.#context.getStore()
    if (context === undefined) return
    const startTime = Date.now() - durationMs
    this.#tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime }, context).end()
  }

  headers(): Readonly<Record<string, string>> {
    const headers: Record<string, string> = {}
    this.#propagator.inject(this.#context.getStore() ?? ROOT_CONTEXT, headers, defaultTextMapSetter)
    return headers
  }
}

function toSpan(span: OtelSpan): Span {
  return {
    set: attributes => void span.setAttributes(attributes),
    fail: message => void span.setStatus({ code: SpanStatusCode.ERROR, message }),
    end: () => span.end(),
  }
}
