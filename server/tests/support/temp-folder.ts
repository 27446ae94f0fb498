import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { afterwards } from './cleanup.ts'

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

/** The path of a new temporary folder, which is deleted after the test. */
export function testFolder(t: TestContext, name: string): string {
  const { path, remove } = tempFolder(name)
  afterwards(t, remove)
  return path
}

function remove(path: string): void {
  // A program that was just killed may still be writing.
  rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  folders.delete(path)
}
