import { type DatabaseFault, DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'

/** Primary result codes (sqlite.org/rescode.html) that say that the same may succeed later. */
const FAULTS: Readonly<Record<number, DatabaseFault>> = {
  5: 'busy',
  6: 'busy',
  8: 'read_only',
  10: 'storage',
  13: 'full',
  14: 'storage',
  15: 'busy',
}

/** The primary result code of an error of SQLite; extended codes have it in the low byte. Null for other errors. */
export function sqliteCode(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null
}

/** The error as one that says to come back later; null when coming back would change nothing. */
export function sqliteUnavailable(error: unknown): DatabaseUnavailableError | null {
  if (error instanceof DatabaseUnavailableError) return error
  const fault = FAULTS[sqliteCode(error) ?? 0]
  return fault === undefined
    ? null
    : new DatabaseUnavailableError(fault, (error as Error).message, { cause: error })
}
