/** Matches formulas of spreadsheets (OWASP, "CSV Injection"), and such as have a `'` that a reader may remove. */
const FORMULA = /^'*[=+\-@\t\r]/

type Field = string | number

/** Rows as CSV (RFC 4180). A text that a spreadsheet would run is prefixed with `'`. */
export function csvOf(columns: readonly string[], rows: readonly (readonly Field[])[]): string {
  return [columns, ...rows].map(row => `${row.map(encodeField).join(',')}\r\n`).join('')
}

function encodeField(field: Field): string {
  if (typeof field === 'number') return String(field)
  const text = FORMULA.test(field) ? `'${field}` : field
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Lets the browser save a text as a file. */
export function downloadFile(name: string, text: string, mediaType = 'text/csv'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${mediaType};charset=utf-8` }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
