import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Seconds; an answer from memory takes well under a millisecond, one that waits for an upstream up to a few seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

const STATUS_CLASSES = ['', '1xx', '2xx', '3xx', '4xx', '5xx'] as const

/** Takes durations in milliseconds. */
export interface Durations {
  observe(ms: number): void
}

/**
 * Numbers about this process for operators, in Prometheus's text format: none about clients. A request costs one
 * observation of about 0.3 µs.
 */
export class Metrics {
  readonly registry = new Registry()
  readonly #durations: Histogram<'route' | 'status'>
  readonly #refusals: Counter<'group'>

  constructor() {
    this.#durations = new Histogram({
      name: 'avatary_http_request_duration_seconds',
      help: 'From the head of a request to its answer being handed to the socket, by route and class of status',
      labelNames: ['route', 'status'],
      buckets: BUCKETS,
      registers: [this.registry],
    })
    this.#refusals = new Counter({
      name: 'avatary_rate_limit_refusals_total',
      help: 'Requests answered 429, by rate-limit group',
      labelNames: ['group'],
      registers: [this.registry],
    })
  }

  /** Adds memory, event loop delay, garbage collection and the like; they sample until the process ends. */
  collectProcess(): this {
    collectDefaultMetrics({ register: this.registry, prefix: 'avatary_' })
    return this
  }

  /** Where the durations of a route go, by first digit of the status. */
  durationsOf(route: string): Durations[] {
    return STATUS_CLASSES.map(status => {
      const child = this.#durations.labels(route, status)
      return { observe: ms => child.observe(ms / 1000) }
    })
  }

  /** A number that is read whenever the metrics are. */
  gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read())
      },
    })
  }

  countRefusal(group: string): void {
    this.#refusals.inc({ group })
  }

  /** All of it, in the format that `contentType` names. */
  async text(): Promise<string> {
    return await this.registry.metrics()
  }

  get contentType(): string {
    return this.registry.contentType
  }
}
