/** Counts events; `by` is 1 when absent. */
export type CountEvents<Label extends string> = (labels: Readonly<Record<Label, string>>, by?: number) => void

/** Numbers about this process for operators: none about clients. */
export interface Meter {
  /** A number that is read whenever the metrics are. */
  gauge(name: string, help: string, read: () => number): void
  /** A number of events, by what stands in their labels. */
  events<Label extends string>(name: string, help: string, labels: readonly Label[]): CountEvents<Label>
}
