const NEEDS_DECODING = /[%+\0\ud800-\udfff]/

/** Lone surrogates are left out, because they cannot be encoded. */
const NON_ASCII_TEXT = /[^\p{ASCII}\p{Cs}]+/gu

/**
 * Decodes a name or value of a query string as forms do (URL standard): `+` and `%20` are spaces, an invalid escape is
 * kept, invalid UTF-8 becomes U+FFFD. Never throws.
 */
export function decodeQueryText(raw: string): string {
  if (!NEEDS_DECODING.test(raw)) return raw
  const withSpaces = raw.includes('+') ? raw.replaceAll('+', ' ') : raw
  return wellFormed(decodeEscapes(withSpaces))
}

/** Replaces NULs and lone surrogates, which not every database can store, by U+FFFD. */
export function wellFormed(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

function decodeEscapes(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    // Node's decoder corrupts unescaped non-ASCII text next to an invalid escape.
    return new URLSearchParams(`x=${text.replace(NON_ASCII_TEXT, encodeURIComponent)}`).get('x')!
  }
}
