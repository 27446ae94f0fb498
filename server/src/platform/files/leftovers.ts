import type { Dirent, Stats } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

const MIN_LEFTOVER_AGE_MS = 10 * 60_000

/** True for a temporary file or folder that is old enough to be a leftover of a killed process. */
export function isLeftover({ mtimeMs }: Pick<Stats, 'mtimeMs'>, nowMs: number): boolean {
  return nowMs - mtimeMs > MIN_LEFTOVER_AGE_MS
}

/**
 * Removes leftover temporary files and folders beside `path`, whose names begin with that of `path` and a dot.
 * @param isTemporary tells which of them may be removed.
 */
export async function removeLeftovers(
  path: string,
  nowMs: number,
  isTemporary: (entry: Dirent) => boolean,
): Promise<void> {
  const prefix = `${basename(path)}.`
  await removeLeftoversIn(dirname(path), nowMs, entry => entry.name.startsWith(prefix) && isTemporary(entry))
}

/** Removes leftovers in a folder. Ignores failures, because a read-only folder needs no removal. */
export async function removeLeftoversIn(
  folder: string,
  nowMs: number,
  isTemporary: (entry: Dirent) => boolean = () => true,
): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries.filter(isTemporary)) {
    const leftover = join(folder, entry.name)
    const stats = await stat(leftover).catch(() => null)
    if (stats !== null && isLeftover(stats, nowMs))
      await rm(leftover, { recursive: true, force: true }).catch(() => {})
  }
}
