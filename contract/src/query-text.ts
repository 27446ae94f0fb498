/** Anything that does not stand for itself in a query string. */
const SPECIAL = /[%+\0\ud800-\udfff]/

/** Half a surrogate pair cannot be escaped. */
const UNESCAPED = /[^\p{ASCII}\p{Cs}]+/gu

/**
 * Decodes one name or value of a query string as the URL standard does with forms: `+` and `%20` are spaces, a bad
 * escape stands for itself, bad UTF-8 becomes U+FFFD. Never throws.
 */
export function decodeQueryText(raw: string): string {
  if (!SPECIAL.test(raw)) return raw
  const spaced = raw.includes('+') ? raw.replaceAll('+', ' ') : raw
  return wellFormed(decodeEscapes(spaced))
}

/** No null characters and no halves of surrogate pairs, neither of which every database can store. */
export function wellFormed(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

function decodeEscapes(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    // Node's own decoder takes apart what is not escaped beside a bad escape.
    return new URLSearchParams(`x=${text.replace(UNESCAPED, encodeURIComponent)}`).get('x')!
  }
}
