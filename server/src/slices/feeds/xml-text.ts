/** Characters that XML 1.0 does not allow, not even as references (XML 1.0, §2.2). */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function xmlText(text: string): string {
  return text.toWellFormed().replace(FORBIDDEN, '\ufffd')
}

/** Escapes a text as HTML that is also allowed in XML. */
export function htmlText(text: string): string {
  return xmlText(text).replace(/[&<>"]/g, character => ESCAPES[character]!)
}
