import { cp, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Copies a data folder, and waits until the disk has the copy: a server's first commit would otherwise wait for all of it,
 * with the database locked.
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true })
  for (const name of await readdir(to)) {
    await using file = await open(join(to, name))
    await file.sync()
  }
}
