import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { Span, SpanAttributes, SpanOptions, Tracing } from '../../kernel/tracing.ts'

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const

/** Spans by OpenTelemetry. Each trace begins here: nothing that a client sends can make one. */
export class OtelTracing implements Tracing {
  readonly #tracer: Tracer
  readonly #under = new AsyncLocalStorage<Context>()

  constructor(tracer: Tracer) {
    this.#tracer = tracer
  }

  inSpan<Result>(name: string, { kind, attributes }: SpanOptions, work: (span: Span) => Result): Result {
    const context = this.#under.getStore() ?? ROOT_CONTEXT
    const span = this.#tracer.startSpan(name, { kind: KINDS[kind], attributes }, context)
    return this.#under.run(trace.setSpan(context, span), () => work(portOf(span)))
  }

  addEnded(name: string, durationMs: number, attributes: SpanAttributes): void {
    const context = this.#under.getStore()
    if (context === undefined) return
    const startTime = Date.now() - durationMs
    this.#tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime }, context).end()
  }
}

function portOf(span: OtelSpan): Span {
  return {
    set: attributes => void span.setAttributes(attributes),
    fail: message => void span.setStatus({ code: SpanStatusCode.ERROR, message }),
    end: () => span.end(),
  }
}
