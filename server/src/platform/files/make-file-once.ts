import { existsSync } from 'node:fs'
import { link, mkdtemp, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { errorCode } from '../../kernel/error-code.ts'
import { makeFolder } from '../../kernel/make-folder.ts'
import { removeLeftovers } from './leftovers.ts'

/**
 * Makes a file unless it exists. The file gets its name only when it is complete, so this process may be killed at any
 * time, and others may make the file concurrently: the first to finish wins.
 * @param make writes the file to the given path, in a folder that is deleted afterwards.
 */
export async function makeFileOnce(
  path: string,
  nowMs: number,
  make: (draftPath: string) => Promise<void>,
): Promise<void> {
  await makeFolder(dirname(path))
  await removeLeftovers(path, nowMs, entry => entry.isDirectory())
  if (existsSync(path)) return
  const folder = await mkdtemp(`${path}.`)
  try {
    const draftPath = join(folder, basename(path))
    await make(draftPath)
    await link(draftPath, path).catch(error => {
      if (errorCode(error) !== 'EEXIST') throw error
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
