const SPECIAL = /[%+\0\ud800-\udfff]/

/** Lone surrogates, which cannot be escaped. */
const UNESCAPED = /[^\p{ASCII}\p{Cs}]+/gu

/**
 * Decodes a name or value of a query string as a form (URL standard): `+` and `%20` are spaces, a bad escape stays,
 * bad UTF-8 becomes U+FFFD. Never throws.
 */
export function decodeQueryText(raw: string): string {
  if (!SPECIAL.test(raw)) return raw
  const spaced = raw.includes('+') ? raw.replaceAll('+', ' ') : raw
  return wellFormed(decodeEscapes(spaced))
}

/** Replaces null characters and lone surrogates, which not every database can store, by U+FFFD. */
export function wellFormed(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

function decodeEscapes(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    // Node's decoder damages unescaped text beside a bad escape.
    return new URLSearchParams(`x=${text.replace(UNESCAPED, encodeURIComponent)}`).get('x')!
  }
}
