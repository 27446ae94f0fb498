import { formatCount } from '../kernel/text/format-count.ts'
import type { Result } from './context.ts'
import { tableText } from './table.ts'

export const LIMIT_BOUNDS = { min: 1, max: 100_000, fallback: 50 }

export interface ListOptions {
  limit: number
  json?: true
}

/** A page of a list as a table, with a note for people when there is more. */
export function listResult(
  json: object,
  total: number,
  { titles, rows }: { titles: readonly string[]; rows: readonly (readonly string[])[] },
  options: ListOptions,
): Result {
  const result = { json, text: tableText(titles, rows) }
  if (rows.length >= total || options.json) return result
  return { ...result, notes: [`${formatCount(rows.length)} of ${formatCount(total)}; --limit=N shows more.`] }
}
