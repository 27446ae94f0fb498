const NO_SNIFFING = ['x-content-type-options', 'nosniff']
const NOT_FRAMED = ['referrer-policy', 'no-referrer', 'x-frame-options', 'DENY']

/** Alternating names and values, for pages that run no script, load nothing from elsewhere, and may not be framed. */
export const PAGE_HEADERS: readonly string[] = [
  ...NO_SNIFFING,
  'content-security-policy',
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ...NOT_FRAMED,
]

/** For pages with scripts: only script files of this site may run, and inline styles are forbidden. */
export const SCRIPTED_PAGE_HEADERS: readonly string[] = [
  ...NO_SNIFFING,
  'content-security-policy',
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  ...NOT_FRAMED,
]

export interface PageOptions {
  readonly cacheControl?: string
  /** Defaults to `PAGE_HEADERS`. */
  readonly headers?: readonly string[]
  /** True for built files, which have a rate limit of their own. */
  readonly isFile?: boolean
  /** True for pages that are served even under overload. */
  readonly isForOperators?: boolean
  /** True for pages that show the catalog; they answer 503 until the process is ready. */
  readonly needsCatalog?: boolean
  /** True when scripts of any origin may read it; `headers` is then ignored. */
  readonly isPublic?: boolean
}
