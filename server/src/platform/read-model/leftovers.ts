import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { removeQuietly } from './snapshot.ts'

/** Age of temporary files that a killed process has left. */
const LEFTOVER_MS = 5 * 60_000

/** Removes temporary files beside the snapshot at `path`. */
export async function removeLeftovers(path: string, nowMs: number): Promise<void> {
  const names = await readdir(dirname(path)).catch(() => [])
  for (const name of names) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith('.tmp')) continue
    const leftover = join(dirname(path), name)
    const age = await stat(leftover).then(
      ({ mtimeMs }) => nowMs - mtimeMs,
      () => 0,
    )
    if (age > LEFTOVER_MS) await removeQuietly(leftover)
  }
}
