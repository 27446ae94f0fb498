import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Environment } from '../../../server/src/config/env.ts'
import { catalogFolder } from './catalog-folder.ts'
import { LIMITS_OFF } from './limits-off.ts'
import { type Server, startServer, untilReady } from './process.ts'
import { scratchCopy } from './scratch-copy.ts'

const MAIN = resolve(import.meta.dirname, '../../../server/dist/main.js')

type ReadyServer = Server & { readonly readySeconds: number }

/**
 * Starts a server from the snapshot of a synthetic catalog. It has a copy, because it writes what it counts, and other
 * benchmarks use the same catalog.
 */
export async function startOnCatalog(size: number, env: Environment = {}): Promise<ReadyServer> {
  const catalog = await catalogFolder(size)
  await ensureSnapshot(catalog)
  await using resources = new AsyncDisposableStack()
  const { path } = resources.use(await scratchCopy(catalog))
  const server = resources.use(await startFromSnapshot(path, env))
  const openResources = resources.move()
  return { ...server, [Symbol.asyncDispose]: () => openResources.disposeAsync() }
}

/** Starts a server on an existing data folder, without rate limits. */
export async function startOnFolder(folder: string, env: Environment = {}): Promise<Server> {
  return await startWithLimits(folder, { ...LIMITS_OFF, ...env })
}

/** Starts a server on an existing data folder, with the default rate limits. */
export async function startWithLimits(folder: string, env: Environment): Promise<Server> {
  return await startServer(MAIN, [], {
    PORT: '0',
    DEMO: '0',
    DATA_DIR: folder,
    // The same values as in script/server.
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '1048576',
    MALLOC_ARENA_MAX: '1',
    ...env,
    NODE_OPTIONS: `--max-semi-space-size=16 ${env.NODE_OPTIONS ?? ''}`,
  })
}

/**
 * Starts a server on a data folder whose snapshot an earlier start has already written, because writing it occupies a
 * core.
 */
export async function startFromSnapshot(folder: string, env: Environment = {}): Promise<ReadyServer> {
  await ensureSnapshot(folder, env)
  const server = await startOnFolder(folder, env)
  const readySeconds = await untilReady(server)
  return { ...server, readySeconds }
}

async function ensureSnapshot(folder: string, env: Environment = {}): Promise<void> {
  const path = join(folder, 'catalog.snapshot')
  if (existsSync(path)) return
  await using server = await startOnFolder(folder, env)
  await untilReady(server)
  while (!existsSync(path)) await delay(100)
}
