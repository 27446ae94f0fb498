/** Counts events; `count` defaults to 1. */
export type CountEvents<Label extends string> = (
  labels: Readonly<Record<Label, string>>,
  count?: number,
) => void

export type ObserveDuration<Label extends string> = (
  labels: Readonly<Record<Label, string>>,
  seconds: number,
) => void

export type Samples<Label extends string> = Iterable<
  readonly [labels: Readonly<Record<Label, string>>, value: number]
>

/** Metrics of this process. No label may identify a client. */
export interface Meter {
  /** @param read is called whenever the metrics are scraped. */
  gauge(name: string, help: string, read: () => number): void
  /** A gauge with one sample per combination of label values; a sample that `read` omits disappears. */
  gauges<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    read: () => Samples<Label> | Promise<Samples<Label>>,
  ): void
  /** A histogram of durations in seconds. @param bounds upper bounds of its buckets. */
  histogram<Label extends string>(
    name: string,
    help: string,
    options: { labels: readonly Label[]; bounds: readonly number[] },
  ): ObserveDuration<Label>
  events<Label extends string>(name: string, help: string, labels: readonly Label[]): CountEvents<Label>
}
