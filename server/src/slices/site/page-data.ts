import { EMPTY_HTML, Html, html } from '../../kernel/html.ts'

/**
 * Answers that a page's script would otherwise request first, by path such as `/api/session`. A `Buffer` holds the JSON
 * of an answer as its route made it.
 */
export type PageData = Readonly<Record<string, unknown>>

/**
 * A data block, which browsers do not run. `<` is escaped, because it could end the block (HTML, "Restrictions for
 * contents of script elements").
 */
export function dataBlock(data: PageData): Html {
  const entries = Object.entries(data)
  if (entries.length === 0) return EMPTY_HTML
  const members = entries.map(([address, answer]) => `${JSON.stringify(address)}:${jsonOf(answer)}`)
  const text = `{${members.join()}}`.replaceAll('<', '\\u003c')
  return html`<script type="application/json" id="page-data">${new Html(text)}</script>\n`
}

function jsonOf(answer: unknown): string {
  return Buffer.isBuffer(answer) ? answer.toString() : JSON.stringify(answer)
}
