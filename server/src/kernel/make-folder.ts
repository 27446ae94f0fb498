import { existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and its missing parents. `mkdir` with `recursive` is not used, because it never ends where the system
 * answers `ENOENT` for a folder that exists, such as below `/proc`.
 *
 * @param mode for each folder that is made.
 * @throws the system's error for the first folder that cannot be made.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  const folders = [path]
  for (let ancestor = dirname(path); !existsSync(ancestor); ancestor = dirname(ancestor))
    folders.unshift(ancestor)
  for (const folder of folders)
    await mkdir(folder, mode).catch(async error => {
      if (!(await isFolder(folder))) throw error
    })
}

async function isFolder(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null)
  return stats?.isDirectory() ?? false
}
