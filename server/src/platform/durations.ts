/** Upper bounds of the buckets. Answers from memory take under a millisecond, those of upstreams some seconds. */
const BOUNDS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

/** Observed durations of one kind. */
export class Durations {
  readonly #labels: string
  /** Counts per bucket; the last one counts what exceeds all bounds. */
  readonly #counts = Array<number>(BOUNDS_SECONDS.length + 1).fill(0)
  #sum = 0

  constructor(labels: string) {
    this.#labels = labels
  }

  observe(seconds: number): void {
    let bucket = 0
    while (bucket < BOUNDS_SECONDS.length && seconds > BOUNDS_SECONDS[bucket]!) bucket++
    this.#counts[bucket]!++
    this.#sum += seconds
  }

  /** The lines of a histogram with this name; empty when nothing was observed. */
  linesOf(name: string): string[] {
    let count = 0
    const buckets = Array.from(this.#counts, (bucketCount, i) => {
      count += bucketCount
      return `${name}_bucket{le="${BOUNDS_SECONDS[i] ?? '+Inf'}",${this.#labels}} ${count}`
    })
    if (count === 0) return []
    const sum = `${name}_sum{${this.#labels}} ${this.#sum}`
    return [...buckets, sum, `${name}_count{${this.#labels}} ${count}`]
  }
}

/**
 * A histogram of durations in Prometheus's text format. prom-client's own looks its labels up at each observation,
 * which takes a tenth of the time of a cached answer.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 */
export class DurationHistogram {
  readonly #name: string
  readonly #help: string
  readonly #durations: Durations[] = []

  constructor(name: string, help: string) {
    this.#name = name
    this.#help = help
  }

  /** Adds the durations that have these labels. */
  add(labels: Readonly<Record<string, string>>): Durations {
    const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    const durations = new Durations(pairs.join(','))
    this.#durations.push(durations)
    return durations
  }

  text(): string {
    const lines = this.#durations.flatMap(durations => durations.linesOf(this.#name))
    return [`# HELP ${this.#name} ${this.#help}`, `# TYPE ${this.#name} histogram`, ...lines, ''].join('\n')
  }
}
