import Papa from 'papaparse'

export type CsvReading =
  /** `columns` are the names in the header. A row has at most as many values. */
  | { readonly kind: 'rows'; readonly columns: readonly string[]; readonly rows: readonly CsvRow[] }
  /** `line` counts from 1 and includes the header. */
  | { readonly kind: 'malformed'; readonly line: number; readonly message: string }

/** Values in the order of the columns; missing ones at the end of the line are absent. */
type CsvRow = readonly string[]

/**
 * Matches text that a spreadsheet would run as a formula (OWASP, "CSV Injection"), also if it is guarded already, so
 * that reading removes exactly one guard.
 */
const FORMULA_START = /^'*[=+\-@\t\r]/
const GUARD = /^'(?='*[=+\-@\t\r])/

const DELIMITERS = [',', ';', '\t']

/**
 * Writes rows as CSV (RFC 4180) with a header and CRLF line ends. A text that a spreadsheet would run as a formula gets
 * a leading `'`; numbers stay numbers, also negative ones.
 *
 * @example toCsv([{ date: '2026-11-21', views: 3 }], ['date', 'views']) // 'date,views\r\n2026-11-21,3\r\n'
 */
export function toCsv<Row extends object>(
  rows: readonly Row[],
  columns: readonly (keyof Row & string)[],
): string {
  const data = rows.map(row => columns.map(column => row[column]))
  const text = Papa.unparse({ fields: [...columns], data }, { escapeFormulae: FORMULA_START })
  return data.length === 0 ? text : `${text}\r\n`
}

/**
 * Reads CSV with a header, written by `toCsv` or a spreadsheet: separated by comma, semicolon or tab, with or without
 * byte order mark. Empty lines are skipped. Rows are arrays, so that a wide header does not cost memory in every row.
 */
export function fromCsv(text: string): CsvReading {
  const { data, errors } = Papa.parse<string[]>(text, {
    skipEmptyLines: 'greedy',
    delimiter: delimiterOf(text),
    newline: text.includes('\r\n') ? '\r\n' : '\n',
    transform: value => value.replace(GUARD, ''),
  })
  const [names = [], ...rows] = data
  const quoteError = errors.find(({ type }) => type === 'Quotes')
  if (quoteError !== undefined)
    return { kind: 'malformed', line: (quoteError.row ?? 0) + 1, message: quoteError.message }
  const place = rows.findIndex(row => row.length > names.length)
  if (place !== -1) {
    const message = `Too many values: expected ${names.length}, but found ${rows[place]!.length}`
    return { kind: 'malformed', line: place + 2, message }
  }
  return { kind: 'rows', columns: names.map(name => name.trim()), rows }
}

/** The delimiter that is most frequent in the header; values may contain delimiters, column names do not. */
function delimiterOf(text: string): string {
  const header = text.slice(0, text.search(/\r?\n|$/))
  const counts = DELIMITERS.map(delimiter => ({ delimiter, count: header.split(delimiter).length }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).delimiter
}
