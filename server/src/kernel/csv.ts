import Papa from 'papaparse'

export type CsvReading =
  /** `columns` are the names in the header; a row has a value for each, or fewer. */
  | { readonly kind: 'rows'; readonly columns: readonly string[]; readonly rows: readonly CsvRow[] }
  /** `line` counts from 1 and includes the header. */
  | { readonly kind: 'malformed'; readonly line: number; readonly message: string }

/** Values in the order of the columns; those missing at the end of a line are absent. */
type CsvRow = readonly string[]

/**
 * Matches text that a spreadsheet would run as a formula (OWASP, "CSV Injection"), also behind quotes, so that reading
 * restores what was written.
 */
const FORMULA = /^'*[=+\-@\t\r]/
const GUARDED = /^'(?='*[=+\-@\t\r])/

const DELIMITERS = [',', ';', '\t']

/**
 * Rows as CSV (RFC 4180) with a header; lines end with CRLF. A text that a spreadsheet would run as a formula gets a
 * `'` in front; numbers stay numbers, negative ones too.
 *
 * @example toCsv([{ date: '2026-11-21', views: 3 }], ['date', 'views']) // 'date,views\r\n2026-11-21,3\r\n'
 */
export function toCsv<Row extends object>(
  rows: readonly Row[],
  columns: readonly (keyof Row & string)[],
): string {
  const data = rows.map(row => columns.map(column => row[column]))
  const text = Papa.unparse({ fields: [...columns], data }, { escapeFormulae: FORMULA })
  return data.length === 0 ? text : `${text}\r\n`
}

/**
 * Reads CSV with a header, as `toCsv` or a spreadsheet writes it: comma, semicolon or tab, with or without a byte order
 * mark; empty lines are skipped. Rows are lists, so that their memory does not depend on the width of the header.
 */
export function fromCsv(text: string): CsvReading {
  const { data, errors } = Papa.parse<string[]>(text, {
    skipEmptyLines: 'greedy',
    delimiter: delimiterOf(text),
    newline: text.includes('\r\n') ? '\r\n' : '\n',
    transform: value => value.replace(GUARDED, ''),
  })
  const [names = [], ...rows] = data
  const unclosed = errors.find(({ type }) => type === 'Quotes')
  if (unclosed !== undefined) {
    return { kind: 'malformed', line: (unclosed.row ?? 0) + 1, message: unclosed.message }
  }
  const tooLong = rows.findIndex(row => row.length > names.length)
  if (tooLong !== -1) {
    const message = `Too many values: expected ${names.length}, but found ${rows[tooLong]!.length}`
    return { kind: 'malformed', line: tooLong + 2, message }
  }
  return { kind: 'rows', columns: names.map(name => name.trim()), rows }
}

/** The most frequent delimiter of the header: column names contain none, values may. */
function delimiterOf(text: string): string {
  const header = text.slice(0, text.search(/\r?\n|$/))
  const counts = DELIMITERS.map(delimiter => ({ delimiter, count: header.split(delimiter).length }))
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).delimiter
}
