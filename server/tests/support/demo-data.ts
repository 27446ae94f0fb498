import { existsSync } from 'node:fs'
import { cp, mkdir, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { demoData } from '../../src/config/demo-data.ts'
import { configOf } from './config.ts'
import { sharedServices } from './environment.ts'
import { startServerProcess } from './server-process.ts'
import { until } from './until.ts'

/**
 * Gives a server that runs the demo its filled data, which takes a part of the time that filling them does.
 *
 * The first file of a run that asks makes them, and the others copy them. A file that runs alone fills its own. Pictures
 * of avatars are in one folder for all files, as servers may share it, so that each is scaled once.
 *
 * @param path folder of the server's data, still empty.
 * @param demoFolder what all files share; without it nothing is copied.
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

/** Moves the data into place as a whole, so that nobody copies a part. */
async function makeDemoData(making: string, made: string): Promise<void> {
  await rm(making, { recursive: true, force: true })
  const server = await startServerProcess({ DEMO: '1', DATA_DIR: making })
  // Each copy reads it in a part of the time that reading the rows takes.
  const snapshot = join(demoData(configOf({ DATA_DIR: making })).dir, 'insights.snapshot')
  await until('the snapshot of the insights is kept', () => existsSync(snapshot))
  await server[Symbol.asyncDispose]()
  await rename(making, made)
}
