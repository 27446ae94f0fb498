import { DatabaseSync } from 'node:sqlite'
import { isDamageError } from './sqlite-faults.ts'

/**
 * Checks the integrity of an SQLite file, which must exist. Blocks the caller's thread for 4 ms per MB.
 * @throws Error with SQLite's `errcode` when the file cannot be opened for another reason than damage.
 */
export function isDamaged(path: string): boolean {
  const db = new DatabaseSync(path)
  try {
    return db.prepare('pragma quick_check(1)').get()?.quick_check !== 'ok'
  } catch (error) {
    if (isDamageError(error)) return true
    throw error
  } finally {
    db.close()
  }
}
