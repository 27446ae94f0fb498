import type { Database } from './database.ts'

/**
 * Returns a function that calls `read`, unless nothing was committed since its last complete call began; it resolves to
 * whether it called. Where the engine cannot tell, it always calls.
 * @param read returns false when it has not read everything.
 */
export function afterCommits<Parameters extends readonly unknown[]>(
  { commitVersion }: Pick<Database, 'commitVersion'>,
  read: (...parameters: Parameters) => Promise<unknown>,
): (...parameters: Parameters) => Promise<boolean> {
  let readTo: number | null = null
  return async (...parameters) => {
    // It is read first, so that a commit during `read` causes another call.
    const latestCommit = (await commitVersion?.()) ?? null
    if (latestCommit !== null && latestCommit === readTo) return false
    readTo = null
    if ((await read(...parameters)) !== false) readTo = latestCommit
    return true
  }
}
