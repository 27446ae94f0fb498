import type { Engine } from '../../../kernel/database.ts'
import type { TableSchema } from '../schema.ts'
import type { StoredRow } from './format.ts'

export const ROWS_PER_READ = 2000

interface DatabaseTraits {
  readonly version: string
  /** Milliseconds of the database's own clock; null when it has none. */
  readonly clockMs: number | null
  readonly bytes: number
  /** Size of SQLite's write-ahead log in bytes; 0 where there is none. */
  readonly walBytes: number
}

/** A database as of the moment when it was opened; other processes may write meanwhile. */
export interface RowSource extends AsyncDisposable {
  readonly engine: Engine
  describe(): Promise<DatabaseTraits>
  /** The first fault that SQLite finds in its file; null when there is none, and for PostgreSQL. */
  findDamage(): Promise<string | null>
  /** Names of the applied migrations; empty for a database that is not ours. */
  migrations(): Promise<string[]>
  has(table: TableSchema): Promise<boolean>
  /** All rows of a table in batches; values are in the order of its columns. */
  rows(table: TableSchema): AsyncIterable<readonly StoredRow[]>
  /** See `TableHead.lastNumber`. */
  lastNumber(table: TableSchema): Promise<number | null>
}

/** Both engines use the same syntax. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function selectAll({ name, columns }: TableSchema): string {
  return `select ${columns.map(quoteIdentifier).join(', ')} from ${quoteIdentifier(name)}`
}
