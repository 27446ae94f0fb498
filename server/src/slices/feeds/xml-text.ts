/** What may not stand in an XML 1.0 document, however it is escaped (XML 1.0, §2.2). */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Any text as one that XML can hold. */
export function xmlText(text: string): string {
  return text.toWellFormed().replace(FORBIDDEN, '\ufffd')
}

/** Any text as HTML that shows it, which XML can hold. */
export function htmlText(text: string): string {
  return xmlText(text).replace(/[&<>"]/g, character => ESCAPES[character]!)
}
