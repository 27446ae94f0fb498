import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { CountEvents, Meter, ObserveDuration, Samples } from '../kernel/meter.ts'
import { DurationHistogram, type Durations } from './durations.ts'

const STATUS_CLASSES = ['', '1xx', '2xx', '3xx', '4xx', '5xx']

let processRegistry: Registry | undefined

/**
 * All servers of a process share it: default collectors cannot be stopped, and would keep a closed server in memory.
 */
function openProcessRegistry(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry()
    collectDefaultMetrics({ register: processRegistry, prefix: 'avatary_' })
  }
  return processRegistry
}

/** Metrics of this process in Prometheus's text format. None of them tells who sent a request. */
export class Metrics implements Meter {
  readonly #registry = new Registry()
  readonly #registries = [this.#registry]
  readonly #durations = new DurationHistogram(
    'avatary_http_request_duration_seconds',
    'From the head of a request to its answer being handed to the socket, by route and class of status',
  )
  readonly #countRefusal: CountEvents<'group'>
  readonly #countFailure: CountEvents<'route'>

  constructor() {
    this.#countRefusal = this.events(
      'avatary_rate_limit_refusals_total',
      'Requests answered 429, by rate-limit group',
      ['group'],
    )
    this.#countFailure = this.events(
      'avatary_http_request_failures_total',
      'Requests that failed on our side, each with a line in the log, by route',
      ['route'],
    )
  }

  /** Adds memory, event loop delay, garbage collection and the like, which are sampled until the process ends. */
  collectProcess(): this {
    this.#registries.unshift(openProcessRegistry())
    return this
  }

  watchLog(output: { readonly droppedCount: number }): this {
    const help = 'Lines of the log that could not be written'
    this.counter('avatary_log_lines_dropped_total', help, () => output.droppedCount)
    return this
  }

  /** The histograms of a route, by the first digit of the status; place 0 is unused. */
  durationsOf(route: string): Durations[] {
    return STATUS_CLASSES.map(status => this.#durations.add({ route, status }))
  }

  gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect() {
        this.set(read())
      },
    })
  }

  gauges<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    read: () => Samples<Label> | Promise<Samples<Label>>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [this.#registry],
      async collect() {
        const samples = await read()
        this.reset()
        for (const [labelValues, value] of samples) this.set(labelValues, value)
      },
    })
  }

  /** For few observations: each looks its labels up, which `DurationHistogram` avoids. */
  histogram<Label extends string>(
    name: string,
    help: string,
    { labels, bounds }: { labels: readonly Label[]; bounds: readonly number[] },
  ): ObserveDuration<Label> {
    const buckets = [...bounds]
    const histogram = new Histogram({ name, help, labelNames: labels, buckets, registers: [this.#registry] })
    return (labelValues, seconds) => histogram.observe(labelValues, seconds)
  }

  /** @param read returns a number that never decreases; called whenever the metrics are read. */
  counter(name: string, help: string, read: () => number): void {
    new Counter({
      name,
      help,
      registers: [this.#registry],
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  }

  /** @returns a function that adds to the counter. */
  events<Label extends string>(name: string, help: string, labels: readonly Label[]): CountEvents<Label> {
    const counter = new Counter({ name, help, labelNames: labels, registers: [this.#registry] })
    return (labelValues, count) => counter.inc(labelValues, count)
  }

  countRefusal(group: string): void {
    this.#countRefusal({ group })
  }

  countFailure(route: string): void {
    this.#countFailure({ route })
  }

  /** All metrics in the format that `contentType` names. */
  async text(): Promise<string> {
    return (await Registry.merge(this.#registries).metrics()) + this.#durations.text()
  }

  get contentType(): string {
    return this.#registry.contentType
  }
}
