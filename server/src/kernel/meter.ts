/** Counts events; `by` is 1 when absent. */
export type CountEvents<Label extends string> = (labels: Readonly<Record<Label, string>>, by?: number) => void

/** Metrics of this process; none is about a client. */
export interface Meter {
  /** @param read is called whenever the metrics are read. */
  gauge(name: string, help: string, read: () => number): void
  /** A counter of events by their labels. */
  events<Label extends string>(name: string, help: string, labels: readonly Label[]): CountEvents<Label>
}
