import type { Database } from './database.ts'

/**
 * Returns a function that calls `read`, but not when nothing was committed since the last complete read began; it
 * resolves to true when it called. Where the engine cannot tell, it always calls.
 * @param read returns false when it has not read everything.
 */
export function ifCommitted<Inputs extends readonly unknown[]>(
  { readDataVersion }: Pick<Database, 'readDataVersion'>,
  read: (...inputs: Inputs) => Promise<unknown>,
): (...inputs: Inputs) => Promise<boolean> {
  let lastReadCommit: number | null = null
  return async (...inputs) => {
    // The commit is determined first, so that a commit during `read` causes another call.
    const latestCommit = (await readDataVersion?.()) ?? null
    if (latestCommit !== null && latestCommit === lastReadCommit) return false
    lastReadCommit = null
    if ((await read(...inputs)) !== false) lastReadCommit = latestCommit
    return true
  }
}
