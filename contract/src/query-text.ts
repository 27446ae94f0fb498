/** Anything that does not stand for itself in a query string. */
const SPECIAL = /[%+\0\u0080-\uffff]/
const NON_ASCII = /[\u0080-\uffff]/

const ESCAPE = /^%[0-9a-f]{2}$/i

/**
 * Decodes one name or value of a query string as the URL standard does with forms: `+` and `%20` are spaces, a bad
 * escape stands for itself, bad UTF-8 becomes U+FFFD. Never throws.
 *
 * @param raw as Node's HTTP server gives it, where a character from U+0080 to U+00FF is a byte that came unescaped
 */
export function decodeQueryText(raw: string): string {
  if (!SPECIAL.test(raw)) return raw
  const spaced = raw.includes('+') ? raw.replaceAll('+', ' ') : raw
  return withoutNulls(NON_ASCII.test(spaced) ? decodeBytes(spaced) : decodeEscapes(spaced))
}

/** No null characters and no halves of surrogate pairs, neither of which every database can store. */
export function wellFormed(text: string): string {
  return withoutNulls(text.toWellFormed())
}

function withoutNulls(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
}

function decodeEscapes(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return decodeBytes(text)
  }
}

function decodeBytes(text: string): string {
  const bytes: number[] = []
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const sequence = unit === 0x25 ? text.slice(at, at + 3) : ''
    if (ESCAPE.test(sequence)) {
      bytes.push(Number.parseInt(sequence.slice(1), 16))
      at += 2
    } else if (unit <= 0xff) {
      bytes.push(unit)
    } else {
      const character = String.fromCodePoint(text.codePointAt(at)!)
      bytes.push(...new TextEncoder().encode(character))
      at += character.length - 1
    }
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array(bytes))
}
