import { Histogram, type Registry } from 'prom-client'

/** Milliseconds; an answer from memory takes well under one, one that waits for an upstream up to a few seconds. */
const BOUNDS_MS = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 1000, 5000]

const STATUS_CLASSES = ['', '1xx', '2xx', '3xx', '4xx', '5xx'] as const

/** Takes durations in milliseconds. */
export interface Durations {
  observe(ms: number): void
}

const NAME = 'avatary_http_request_duration_seconds'
const HELP =
  'From the head of a request to its answer being handed to the socket, by route and class of status'

/**
 * How long requests took, by route and class of status. Every request is counted, and prom-client looks its labels up
 * each time, which costs more than the limiter: so the counts are our own, and only their presentation is its.
 */
export class RouteDurations extends Histogram<'route' | 'status' | 'le'> {
  readonly #tallies: Tally[] = []

  constructor(registry: Registry) {
    super({
      name: NAME,
      help: HELP,
      labelNames: ['route', 'status'],
      buckets: BOUNDS_MS.map(toSeconds),
      registers: [registry],
    })
  }

  /** Where the durations of a route go, by first digit of the status. */
  of(route: string): Durations[] {
    const tallies = STATUS_CLASSES.map(status => new Tally({ route, status }))
    this.#tallies.push(...tallies)
    return tallies
  }

  /** What the registry writes. */
  getForPromString() {
    const values = this.#tallies.flatMap(tally => tally.values())
    return { name: NAME, help: HELP, type: 'histogram', aggregator: 'sum', values }
  }
}

/** Durations that share their labels. */
class Tally implements Durations {
  readonly #labels: { route: string; status: string }
  /** By bound, each without those below; the last has no bound. */
  readonly #counts = new Float64Array(BOUNDS_MS.length + 1)
  #sumMs = 0

  constructor(labels: { route: string; status: string }) {
    this.#labels = labels
  }

  observe(ms: number): void {
    let at = 0
    while (at < BOUNDS_MS.length && ms > BOUNDS_MS[at]!) at++
    this.#counts[at]! += 1
    this.#sumMs += ms
  }

  /** Buckets hold what the smaller ones do, too; nothing before the first duration. */
  values() {
    let count = 0
    const buckets = Array.from(this.#counts, (own, at) => {
      count += own
      const le = at < BOUNDS_MS.length ? toSeconds(BOUNDS_MS[at]!) : '+Inf'
      return { labels: { le, ...this.#labels }, value: count, metricName: `${NAME}_bucket` }
    })
    if (count === 0) return []
    const labels = { ...this.#labels }
    return [
      ...buckets,
      { labels, value: toSeconds(this.#sumMs), metricName: `${NAME}_sum` },
      { labels, value: count, metricName: `${NAME}_count` },
    ]
  }
}

function toSeconds(ms: number): number {
  return ms / 1000
}
