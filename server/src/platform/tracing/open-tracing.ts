import { setTimeout as delay } from 'node:timers/promises'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from '../../kernel/log.ts'
import type { Meter } from '../../kernel/meter.ts'
import type { Tracing } from '../../kernel/tracing.ts'
import { VERSION } from '../../kernel/version.ts'
import { OtelTracing } from './otel-tracing.ts'
import { ReportingExporter } from './reporting-exporter.ts'

type RootSampler = 'always_on' | 'always_off' | 'traceidratio'

/** Settings from the standard environment variables of OpenTelemetry. */
export interface TracingSettings {
  /** Base URL of the collector's OTLP/HTTP receiver. */
  readonly endpoint: string
  readonly protocol: 'http/json' | 'http/protobuf'
  readonly serviceName: string
  readonly sampler: RootSampler | `parentbased_${RootSampler}`
  /** Share of traces that `traceidratio` samples. */
  readonly share: number
}

export interface OpenedTracing extends Tracing, AsyncDisposable {}

export interface OpenTracingDeps {
  log: Log
  metrics: Pick<Meter, 'events'>
  /** In milliseconds; default `MAX_CLOSE_MS`. */
  closeMs?: number
}

const EXPORTERS = { 'http/json': JsonExporter, 'http/protobuf': ProtobufExporter }

/** The longest time that a stopping process waits for a collector to accept the last spans. */
const MAX_CLOSE_MS = 2000

/**
 * Sends traces to a collector by OTLP over HTTP. Spans are sent in the background in batches. At most 2,048 wait and
 * further ones are dropped, so that a collector that fails or is silent delays nothing.
 */
export function openTracing(
  settings: TracingSettings,
  { log, metrics, closeMs = MAX_CLOSE_MS }: OpenTracingDeps,
): OpenedTracing {
  const exporter = new EXPORTERS[settings.protocol]({ url: `${settings.endpoint}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.serviceName, 'service.version': VERSION }),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter: new ReportingExporter(exporter, { log, metrics }) })],
  })
  return Object.assign(new OtelTracing(provider.getTracer('avatary', VERSION)), {
    [Symbol.asyncDispose]: async () => {
      // The exporter has already reported why it could not send.
      const shutdown = provider.shutdown().catch(() => {})
      await Promise.race([shutdown, delay(closeMs, undefined, { ref: false })])
    },
  })
}

const ROOT_SAMPLERS: Readonly<Record<RootSampler, (share: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: share => new TraceIdRatioBasedSampler(share),
}

function samplerOf({ sampler, share }: TracingSettings): Sampler {
  const root = ROOT_SAMPLERS[sampler.replace('parentbased_', '') as RootSampler](share)
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}
