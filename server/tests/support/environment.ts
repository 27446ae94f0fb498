import { accessSync, constants, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The only place where tests read the environment. */
const { PATH = '', REQUIRE_SERVICES } = process.env

/** A service program that is missing fails the tests that need it, instead of skipping them. */
export const requiresServices = REQUIRE_SERVICES === '1'

/**
 * Folder of the first of these programs that can be run.
 * @param elsewhere patterns of folders to look in after those of the PATH; the last match, so the newest, first.
 */
export function folderOf(program: string, ...elsewhere: string[]): string | undefined {
  const folders = [
    ...PATH.split(delimiter),
    ...elsewhere.flatMap(pattern => globSync(pattern).sort().reverse()),
  ]
  return folders.find(folder => folder !== '' && isExecutable(join(folder, program)))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
