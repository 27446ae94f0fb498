import { Html, html, NOTHING } from '../../kernel/html.ts'

/** Answers that the script of a page would ask for first, by their addresses: `/api/session`. */
export type PageData = Readonly<Record<string, unknown>>

/** A block of data, which browsers do not run; `<` is escaped, as it could end the block (HTML, "Restrictions for contents of script elements"). */
export function dataBlock(data: PageData): Html {
  if (Object.keys(data).length === 0) return NOTHING
  const text = JSON.stringify(data).replaceAll('<', '\\u003c')
  return html`<script type="application/json" id="page-data">${new Html(text)}</script>\n`
}
