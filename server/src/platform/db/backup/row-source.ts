import type { Engine } from '../../../kernel/database.ts'
import type { TableSchema } from '../schema.ts'
import type { StoredRow } from './format.ts'

export const READ_ROWS = 2000

interface DatabaseTraits {
  readonly version: string
  /** Milliseconds of its own clock; null when it has none. */
  readonly clockMs: number | null
  readonly bytes: number
  /** Bytes of SQLite's write-ahead log; 0 where there is none. */
  readonly logBytes: number
}

/** A database as it was when this was opened; others write meanwhile. */
export interface RowSource extends AsyncDisposable {
  readonly engine: Engine
  describe(): Promise<DatabaseTraits>
  /** Names of the migrations that were applied; none for a database that is not ours. */
  migrations(): Promise<string[]>
  has(table: TableSchema): Promise<boolean>
  /** All rows of a table, in the order of its columns, some at a time. */
  rows(table: TableSchema): AsyncIterable<readonly StoredRow[]>
  /** See `TableHead.lastNumber`. */
  lastNumber(table: TableSchema): Promise<number | null>
}

/** Quotes a name, as both engines do. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function selectAll({ name, columns }: TableSchema): string {
  return `select ${columns.map(quoted).join(', ')} from ${quoted(name)}`
}
