import { existsSync } from 'node:fs'
import { cp, mkdir, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { demoData } from '../../src/config/demo-data.ts'
import { configOf } from './config.ts'
import { sharedServices } from './environment.ts'
import { startServerProcess } from './server-process.ts'
import { until } from './until.ts'

/**
 * Copies filled demo data to a server's folder, which takes a fraction of the time of filling it. The first file of a
 * run to call this makes the data. A file that runs alone lets its server fill its own. Pictures are in one folder for
 * all files, which servers may share, so that each is scaled once.
 * @param path data folder of the server, still empty.
 * @param demoFolder folder that all files share; without it nothing is copied.
 */
export async function copyDemoData(path: string, demoFolder = sharedServices?.demoFolder): Promise<void> {
  if (demoFolder === undefined) return
  const made = join(demoFolder, 'made')
  const lock = join(demoFolder, 'lock')
  await until('another test file fills the demo', async () => {
    if (existsSync(made)) return true
    if (!(await tryLock(lock))) return false
    try {
      if (!existsSync(made)) await makeDemoData(join(demoFolder, 'making'), made)
    } finally {
      await rm(lock, { recursive: true })
    }
    return true
  })
  await cp(made, path, { recursive: true })
  const pictures = join(demoFolder, 'pictures')
  await mkdir(pictures, { recursive: true })
  const own = join(demoData(configOf({ DATA_DIR: path })).dir, 'pictures')
  await rm(own, { recursive: true, force: true })
  await symlink(pictures, own)
}

/** @returns false when another process has the lock. */
async function tryLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Renames the finished data into place, so that nobody copies an incomplete part. */
async function makeDemoData(making: string, made: string): Promise<void> {
  await rm(making, { recursive: true, force: true })
  const server = await startServerProcess({ DEMO: '1', DATA_DIR: making })
  // Reading the snapshot takes a server a fraction of the time of reading the rows.
  const snapshot = join(demoData(configOf({ DATA_DIR: making })).dir, 'insights.snapshot')
  await until('the snapshot of the insights is kept', () => existsSync(snapshot))
  await server[Symbol.asyncDispose]()
  await rename(making, made)
}
