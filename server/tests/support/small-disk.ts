import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { errorCode } from '../../src/kernel/error-code.ts'
import { afterwards } from './cleanup.ts'
import { tempFolder } from './temp-folder.ts'

const PAGE = Buffer.alloc(4096, 1)

/** The reason to skip tests that mount a disk; false where mounting is allowed. */
export const cannotMount = whyNot()

function whyNot(): string | false {
  const folder = tempFolder('mount')
  try {
    mount(['-t', 'tmpfs', '-o', 'size=1m', 'none', folder.path])
    unmount(folder.path)
    return false
  } catch {
    return 'mounting a disk is not allowed here'
  } finally {
    folder.remove()
  }
}

/**
 * Mounts a small RAM disk until the end of the test.
 * @returns its folder.
 */
export function mountDisk(t: TestContext, mebibytes: number): string {
  return mounted(t, 'disk', folder => mount(['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'none', folder]))
}

/**
 * Mounts a folder read-only at another path.
 * @returns that path.
 */
export function mountReadOnly(t: TestContext, folder: string): string {
  return mounted(t, 'read-only', path => {
    mount(['--bind', folder, path])
    mount(['-o', 'remount,bind,ro', path])
  })
}

/**
 * Fills the disk that contains a folder.
 * @returns a function that frees the space again.
 */
export function fillUp(folder: string): () => void {
  const path = join(folder, 'ballast')
  const file = openSync(path, 'a')
  try {
    while (true) writeSync(file, PAGE)
  } catch (error) {
    if (errorCode(error) !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
  return () => rmSync(path)
}

function mounted(t: TestContext, name: string, mountAt: (folder: string) => void): string {
  const folder = tempFolder(name)
  const path = join(folder.path, 'data')
  mkdirSync(path)
  mountAt(path)
  afterwards(t, () => {
    unmount(path)
    folder.remove()
  })
  return path
}

function mount(args: readonly string[]): void {
  execFileSync('mount', args, { stdio: 'ignore' })
}

/** Unmounts at once, even while a process of the test has a file open. */
function unmount(folder: string): void {
  execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' })
}
