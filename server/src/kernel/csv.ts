import Papa from 'papaparse'

export type CsvValue = string | number | boolean | null

export type CsvReading =
  /** Rows by the names of the first line. */
  | { readonly kind: 'rows'; readonly columns: readonly string[]; readonly rows: readonly CsvRow[] }
  /** `line` counts from 1, the line of names included. */
  | { readonly kind: 'malformed'; readonly line: number; readonly message: string }

export type CsvRow = Readonly<Record<string, string>>

/**
 * What a spreadsheet would take for a formula, and such a text behind quotes, so that reading gives back what was
 * written (OWASP, "CSV Injection").
 */
const FORMULA = /^'*[=+\-@\t\r]/
const GUARDED = /^'(?='*[=+\-@\t\r])/

const DELIMITERS = [',', ';', '\t']

/**
 * Rows as CSV (RFC 4180): the names of `columns` first, lines end with CRLF. A text that a spreadsheet would run as a
 * formula gets a `'` in front; numbers stay numbers, negative ones too.
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
 * Reads CSV with a line of names, as `toCsv` or a spreadsheet writes it: comma, semicolon or tab, with or without a
 * byte order mark, empty lines passed over. A value that is missing at the end of a line is empty.
 */
export function fromCsv(text: string): CsvReading {
  const { data, errors, meta } = Papa.parse<CsvRow>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    delimiter: delimiterOf(text),
    newline: text.includes('\r\n') ? '\r\n' : '\n',
    transform: value => value.replace(GUARDED, ''),
    transformHeader: name => name.trim(),
  })
  const fatal = errors.find(({ type, code }) => type === 'Quotes' || code === 'TooManyFields')
  if (fatal !== undefined) {
    const rowsBefore = fatal.type === 'Quotes' ? 0 : 1
    return { kind: 'malformed', line: (fatal.row ?? 0) + rowsBefore + 1, message: fatal.message }
  }
  const columns = meta.fields ?? []
  const whole = (row: CsvRow) => Object.fromEntries(columns.map(column => [column, row[column] ?? '']))
  return { kind: 'rows', columns, rows: data.map(whole) }
}

/** The one that the line of names has most often: names hold none of them, values may. */
function delimiterOf(text: string): string {
  const names = text.slice(0, text.search(/\r?\n|$/))
  const counted = DELIMITERS.map(delimiter => ({ delimiter, count: names.split(delimiter).length }))
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).delimiter
}
