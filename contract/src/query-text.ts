/** Anything that does not stand for itself in a query string. */
const SPECIAL = /[%+\0\ud800-\udfff]/

const ESCAPE = /^%[0-9a-f]{2}$/i

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
    return decodeBytes(text)
  }
}

function decodeBytes(text: string): string {
  const bytes: number[] = []
  const encoder = new TextEncoder()
  for (let at = 0; at < text.length; ) {
    const sequence = text.slice(at, at + 3)
    if (ESCAPE.test(sequence)) {
      bytes.push(Number.parseInt(sequence.slice(1), 16))
      at += 3
    } else {
      const character = String.fromCodePoint(text.codePointAt(at)!)
      bytes.push(...encoder.encode(character))
      at += character.length
    }
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array(bytes))
}
