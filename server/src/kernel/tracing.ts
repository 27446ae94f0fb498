/** Attributes of a span. None may identify a client. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

export interface Span {
  set(attributes: SpanAttributes): void
  /** Marks the span as failed. */
  fail(reason: string): void
  end(): void
}

/** Request headers by lower-case name, as in Node. */
type Headers = Readonly<Record<string, string | string[] | undefined>>

export interface SpanOptions {
  /** `server` for a request that we answer, `client` for one that we send. */
  readonly kind: 'server' | 'client'
  readonly attributes: SpanAttributes
  /** Headers of the incoming request: a trace that they carry is continued (W3C Trace Context). */
  readonly headers?: Headers
}

/** Reports to a trace collector how time is spent. */
export interface Tracing {
  /** Calls `work` with a span that starts now and that `work` must end. Spans started inside are its children. */
  inSpan<Result>(name: string, options: SpanOptions, work: (span: Span) => Result): Result
  /** Adds a finished child, which ends now, to the current span; does nothing outside of spans. */
  addEndedSpan(name: string, durationMs: number, attributes: SpanAttributes): void
  /** Headers with which another service can continue the current trace; empty outside of spans. */
  headers(): Readonly<Record<string, string>>
}
