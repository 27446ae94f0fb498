import { type DatabaseFault, DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'

/** Primary result code when another connection holds the lock. */
export const SQLITE_BUSY = 5

/** Primary result codes (sqlite.org/rescode.html) after which a statement may succeed later. */
const FAULTS: Readonly<Record<number, DatabaseFault>> = {
  [SQLITE_BUSY]: 'busy',
  6: 'busy', // SQLITE_LOCKED
  8: 'read_only', // SQLITE_READONLY
  10: 'storage', // SQLITE_IOERR
  13: 'full', // SQLITE_FULL
  14: 'storage', // SQLITE_CANTOPEN
  15: 'busy', // SQLITE_PROTOCOL
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGE_CODES = [11, 26]

/** The primary result code of an SQLite error, which is the low byte of an extended code; null for other errors. */
export function sqliteCode(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null
}

/** True for an error that means that the file is damaged, or no database. */
export function isDamageError(error: unknown): boolean {
  return DAMAGE_CODES.includes(sqliteCode(error) ?? 0)
}

/** The error as a `DatabaseUnavailableError`; null when a retry would not help. */
export function sqliteUnavailableError(error: unknown): DatabaseUnavailableError | null {
  if (error instanceof DatabaseUnavailableError) return error
  const fault = FAULTS[sqliteCode(error) ?? 0]
  return fault === undefined
    ? null
    : new DatabaseUnavailableError(fault, (error as Error).message, { cause: error })
}
