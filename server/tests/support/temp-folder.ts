import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder of its own, with a function that deletes it and what it holds. */
export function tempFolder(name: string): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), `avatary-${name}-`))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
