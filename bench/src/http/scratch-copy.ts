import { cp, mkdtempDisposable, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Copies a data folder next to it, so that a measured server, which writes counts, does not change the original. */
export async function scratchCopy(folder: string): Promise<AsyncDisposable & { readonly path: string }> {
  const scratch = await mkdtempDisposable(join(dirname(folder), 'run-'))
  await copyFolder(folder, scratch.path)
  return scratch
}

/**
 * Copies a data folder, and waits until the copy is on disk: otherwise a server's first commit would flush all of it,
 * with the database locked.
 */
async function copyFolder(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true })
  for (const entry of await readdir(to, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    await using file = await open(join(entry.parentPath, entry.name))
    await file.sync()
  }
}
