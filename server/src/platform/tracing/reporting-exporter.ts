import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Log } from '../../kernel/log.ts'
import type { CountEvents, Meter } from '../../kernel/meter.ts'

type Spans = Parameters<SpanExporter['export']>[0]
type ExportCallback = Parameters<SpanExporter['export']>[1]

/** `ExportResultCode.SUCCESS`. */
const SUCCESS = 0

/** Exports spans through another exporter, and tells operators how many were lost. */
export class ReportingExporter implements SpanExporter {
  readonly #exporter: SpanExporter
  readonly #log: Log
  readonly #count: CountEvents<'outcome'>
  #isFailing = false

  constructor(exporter: SpanExporter, { log, metrics }: { log: Log; metrics: Pick<Meter, 'events'> }) {
    this.#exporter = exporter
    this.#log = log
    this.#count = metrics.events(
      'avatary_trace_spans_total',
      'Spans of traces, by whether the collector took them',
      ['outcome'],
    )
  }

  export(spans: Spans, callback: ExportCallback): void {
    this.#exporter.export(spans, result => {
      const isSent = result.code === SUCCESS
      this.#count({ outcome: isSent ? 'sent' : 'lost' }, spans.length)
      this.#report(isSent, result.error)
      callback(result)
    })
  }

  async shutdown(): Promise<void> {
    await this.#exporter.shutdown()
  }

  /** Logs the first of consecutive failures, and their end. */
  #report(isSent: boolean, error: Error | undefined): void {
    if (isSent && this.#isFailing)
      this.#log.info({ event: 'trace-collector-back' }, 'The collector accepts traces again')
    if (!isSent && !this.#isFailing)
      this.#log.warn(
        { event: 'trace-collector-failed', reason: error?.message },
        'The collector does not accept traces; they are lost until it does',
      )
    this.#isFailing = !isSent
  }
}
