import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Compilable, type CompiledQuery, sql, type Transaction } from 'kysely'
import type { BulkStatement, UpsertColumns } from '../../kernel/database.ts'
import { getOrInsert } from '../../kernel/get-or-insert.ts'
import { MAX_PARAMETERS } from './dialect.ts'

/** Larger statements are not faster, and compiling one of 1024 rows takes 10 to 18 ms. */
const MAX_ROWS_PER_STATEMENT = 256

/**
 * Executes one statement over many rows, split into batches of 256, 128, 64 … 1 rows, so that at most nine SQL texts
 * are compiled and stay prepared. The event loop does other work between the batches.
 */
export function bulkStatement<Tables, Row extends object, Result>(
  columns: readonly (keyof Row & string)[],
  build: (tx: Transaction<Tables>, rows: Row[]) => Compilable<Result>,
): BulkStatement<Tables, Row, Result> {
  const queriesBySize = new Map<number, CompiledQuery<Result>>()
  const maxRows = Math.min(MAX_ROWS_PER_STATEMENT, largestPowerOfTwo(MAX_PARAMETERS / columns.length))

  const compile = (tx: Transaction<Tables>, size: number): CompiledQuery<Result> => {
    const query = build(tx, placeholders(columns, size)).compile()
    if (query.parameters.length !== size * columns.length)
      throw new Error(`A bulk statement must have its rows' values as its only parameters: ${query.sql}`)
    return query
  }

  return {
    async run(tx, rows) {
      const results: Result[] = []
      for (let start = 0; start < rows.length; ) {
        const size = Math.min(maxRows, largestPowerOfTwo(rows.length - start))
        const parameters = flatten(rows, start, size, columns)
        const query = getOrInsert(queriesBySize, size, () => compile(tx, size))
        const result = await tx.executeQuery<Result>({ ...query, parameters })
        results.push(...result.rows)
        start += size
        if (start < rows.length) await nextTurn()
      }
      return results
    },
  }
}

export function upsertStatement<Tables, Row extends object>(
  table: string,
  { key, add = [], replace = [], keep = [], zero = [] }: UpsertColumns<Row>,
): BulkStatement<Tables, Row, never> {
  const sumOf = (name: string) => sql`${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`
  const changes = Object.fromEntries([
    ...add.map(name => [name, sumOf(name)] as const),
    ...replace.map(name => [name, sql.ref(`excluded.${name}`)] as const),
  ])
  const zeros = Object.fromEntries(zero.map(name => [name, sql.lit(0)]))
  return bulkStatement(
    [...key, ...add, ...replace, ...keep],
    (tx, rows) =>
      (tx as unknown as Transaction<Record<string, Record<string, unknown>>>)
        .insertInto(table)
        .values(rows.map(row => ({ ...row, ...zeros })))
        .onConflict(oc => oc.columns(key).doUpdateSet(changes)) as unknown as Compilable<never>,
  )
}

function largestPowerOfTwo(max: number): number {
  return 2 ** Math.floor(Math.log2(max))
}

/** Rows from which Kysely compiles a statement whose parameters are in the order of `columns`. */
function placeholders<Row extends object>(columns: readonly (keyof Row & string)[], size: number): Row[] {
  return Array.from({ length: size }, () => Object.fromEntries(columns.map(column => [column, 0])) as Row)
}

function flatten<Row extends object>(
  rows: readonly Row[],
  start: number,
  size: number,
  columns: readonly (keyof Row & string)[],
): unknown[] {
  const parameters: unknown[] = new Array(size * columns.length)
  let at = 0
  for (let i = start; i < start + size; i++) {
    const row = rows[i]!
    for (const column of columns) parameters[at++] = row[column]
  }
  return parameters
}
