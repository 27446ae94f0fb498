import type { Dirent, Stats } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Age in milliseconds after which a temporary file or folder is taken for that of a killed process. */
const LEFTOVER_MS = 10 * 60_000

/** True for a temporary file or folder so old that the process which made it was killed. */
export function isLeftover({ mtimeMs }: Pick<Stats, 'mtimeMs'>, nowMs: number): boolean {
  return nowMs - mtimeMs > LEFTOVER_MS
}

/**
 * Removes temporary files or folders that killed processes have left beside `path`, whose names begin with that of `path`
 * and a dot. Ignores failures, since a folder that is read-only needs no removal.
 *
 * @param isTemporary true for what may be removed.
 */
export async function removeLeftovers(
  path: string,
  nowMs: number,
  isTemporary: (entry: Dirent) => boolean,
): Promise<void> {
  const entries = await readdir(dirname(path), { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (!entry.name.startsWith(`${basename(path)}.`) || !isTemporary(entry)) continue
    const leftover = join(entry.parentPath, entry.name)
    const found = await stat(leftover).catch(() => null)
    if (found !== null && isLeftover(found, nowMs))
      await rm(leftover, { recursive: true, force: true }).catch(() => {})
  }
}
