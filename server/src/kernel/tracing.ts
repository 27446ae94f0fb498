/** Facts that a span shows; none is about a client. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

export interface Span {
  set(attributes: SpanAttributes): void
  /** Marks it as failed. */
  fail(reason: string): void
  end(): void
}

/** Headers of a request by their names in lower case, as Node has them. */
type Headers = Readonly<Record<string, string | string[] | undefined>>

export interface SpanOptions {
  /** `server`: it answers somebody; `client`: it asks somebody. */
  readonly kind: 'server' | 'client'
  readonly attributes: SpanAttributes
  /** Headers of the request that is answered: a trace that they name goes on (W3C Trace Context). */
  readonly headers?: Headers
}

/** Tells a collector of traces where time goes. */
export interface Tracing {
  /** Calls `work` with a span that begins now and that `work` ends. Spans that begin inside belong to it. */
  inSpan<Result>(name: string, options: SpanOptions, work: (span: Span) => Result): Result
  /** Adds a step that ends now to the span under way; nothing outside of spans. */
  addEnded(name: string, durationMs: number, attributes: SpanAttributes): void
  /** Headers that let another service continue the trace under way; none outside of spans. */
  headers(): Readonly<Record<string, string>>
}
