import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { catalogFolder } from './catalog-folder.ts'
import { copyFolder } from './copy-folder.ts'
import { LIMITS_OFF } from './limits-off.ts'
import { type Server, startServer, untilReady } from './process.ts'

const MAIN = resolve(import.meta.dirname, '../../../server/dist/main.js')

type ReadyServer = Server & { readonly readySeconds: number }

/**
 * Starts a server from the snapshot of a synthetic catalog. It has a copy, because it writes what it counts, and other
 * benchmarks use the same catalog.
 */
export async function startOnCatalog(size: number, env: Record<string, string> = {}): Promise<ReadyServer> {
  const catalog = await catalogFolder(size)
  await ensureSnapshot(catalog)
  const folder = await mkdtemp(join(dirname(catalog), 'run-'))
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  try {
    await copyFolder(catalog, folder)
    const server = await startFromSnapshot(folder, env)
    return { ...server, stop: () => server.stop().finally(removeFolder) }
  } catch (error) {
    await removeFolder()
    throw error
  }
}

/** Starts a server on an existing data folder, without rate limits. */
export async function startOnFolder(folder: string, env: Record<string, string> = {}): Promise<Server> {
  return await startWithLimits(folder, { ...LIMITS_OFF, ...env })
}

/** Starts a server on an existing data folder, with the default rate limits. */
export async function startWithLimits(folder: string, env: Record<string, string>): Promise<Server> {
  return await startServer(MAIN, [], {
    PORT: '0',
    DEMO: '0',
    DATA_DIR: folder,
    ...env,
    // The same values as in script/server.
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '1048576',
    MALLOC_ARENA_MAX: '1',
    NODE_OPTIONS: '--max-semi-space-size=16',
  })
}

/**
 * Starts a server on a data folder whose snapshot an earlier start has already written, because writing it occupies a
 * core.
 */
export async function startFromSnapshot(
  folder: string,
  env: Record<string, string> = {},
): Promise<ReadyServer> {
  await ensureSnapshot(folder, env)
  const server = await startOnFolder(folder, env)
  const readySeconds = await untilReady(server)
  return { ...server, readySeconds }
}

async function ensureSnapshot(folder: string, env: Record<string, string> = {}): Promise<void> {
  const path = join(folder, 'catalog.snapshot')
  if (existsSync(path)) return
  const server = await startOnFolder(folder, env)
  await untilReady(server)
  while (!existsSync(path)) await delay(100)
  await server.stop()
}
