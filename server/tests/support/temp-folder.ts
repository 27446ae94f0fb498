import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders = new Set<string>()
process.once('exit', () => {
  for (const path of folders) remove(path)
})

/** A new temporary folder, and a function that deletes it; it is also deleted when this process ends. */
export function tempFolder(name: string): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), `avatary-${name}-`))
  folders.add(path)
  return { path, remove: () => remove(path) }
}

function remove(path: string): void {
  // A program that was just killed may still be writing.
  rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  folders.delete(path)
}
