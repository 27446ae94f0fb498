import { cp, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Copies a data folder, and waits until the copy is on disk: otherwise a server's first commit would flush all of it,
 * with the database locked.
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true })
  for (const entry of await readdir(to, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    await using file = await open(join(entry.parentPath, entry.name))
    await file.sync()
  }
}
