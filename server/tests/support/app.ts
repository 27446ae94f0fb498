import { join } from 'node:path'
import { type App, startApp } from '../../src/app.ts'
import type { AvatarPatch } from '../../src/avatars/store.ts'
import { catalogStore, openMigratedDatabase } from '../../src/composition/database.ts'
import type { SystemCalls } from '../../src/composition/system.ts'
import type { Config } from '../../src/config/config.ts'
import { loadAdminToken } from '../../src/config/secrets.ts'
import type { Timer } from '../../src/kernel/clock.ts'
import type { Log } from '../../src/kernel/log.ts'
import type { AvailabilityDeadlines } from '../../src/platform/db/availability.ts'
import { silentLog } from '../../src/platform/log.ts'
import { readOwnBuild } from '../../src/slices/site/index.ts'
import { configOf } from './config.ts'
import { NEVER_OVERLOADED } from './environment.ts'
import type { FailingDisk } from './failing-disk.ts'
import { ManualClock } from './manual-clock.ts'
import { copyMigratedSqlite, IN_THIS_THREAD, PATIENCE_MS } from './migrated.ts'
import { WITH_PAUSES } from './system-calls.ts'
import { tempFolder } from './temp-folder.ts'

/** Sent by default, because requests of programs do not count. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'

export interface TestApp extends AsyncDisposable {
  readonly app: App
  readonly config: Config
  /** `http://127.0.0.1:port` */
  readonly origin: string
  /** Sent as `Authorization: Bearer …`, it authorises the admin routes. */
  readonly adminToken: string
  /** Fetches a path relative to the interface as a browser, unless told otherwise: `get('/avatars/search?q=fox')`. */
  get(path: string, init?: RequestInit): Promise<Response>
  /**
   * Lets two seconds pass on the app's clock, which must be a manual one; earlier writes are then visible everywhere.
   */
  settle(ms?: number): Promise<void>
  /** Returns the body as JSON, whatever the status. */
  getJson(path: string, init?: RequestInit): Promise<Record<string, unknown>>
}

export interface TestAppOptions {
  /** Saved in the catalog before the app starts. */
  avatars?: readonly AvatarPatch[]
  /** Settings in addition to address, folder and log level. */
  env?: Record<string, string>
  /** Default: stands still at the present time. */
  clock?: Timer
  /** Network, randomness and pauses. */
  system?: SystemCalls
  log?: Log
  /** Simulates faults of the embedded database's disk. */
  disk?: FailingDisk
  /** Default: however late PostgreSQL answers, it is not away. */
  deadlines?: AvailabilityDeadlines
}

/** The whole app on a free port with a folder of its own; ready when this resolves. */
export async function startTestApp({
  avatars = [],
  env = {},
  clock = new ManualClock(Date.now()),
  system = WITH_PAUSES,
  log = silentLog,
  disk,
  deadlines = IN_THIS_THREAD.deadlines,
}: TestAppOptions = {}): Promise<TestApp> {
  const folder = tempFolder('app')
  const fixed = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder.path }
  const config = configOf({ ...NEVER_OVERLOADED, ...fixed, ...env })
  await copyMigratedSqlite(join(folder.path, 'avatary.sqlite'))
  if (avatars.length > 0) await fill(config, avatars, clock)
  const app = await startApp({
    config,
    log,
    clock,
    system,
    database: { ...IN_THIS_THREAD, deadlines, ...disk },
    timeouts: { headersTimeout: PATIENCE_MS, requestTimeout: PATIENCE_MS },
    readSite,
  })
  await app.ready
  const unwatch = clock instanceof ManualClock ? clock.watch(app.jobs.length) : () => {}
  const origin = `http://127.0.0.1:${app.port}`
  const adminToken = (await loadAdminToken(config.data)).reveal()
  const get = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (!headers.has('User-Agent')) headers.set('User-Agent', BROWSER)
    return fetch(`${origin}/api${path}`, { ...init, headers })
  }
  return {
    app,
    config,
    origin,
    adminToken,
    get,
    settle: ms => (clock as ManualClock).settle(ms),
    getJson: async (path, init) => (await (await get(path, init)).json()) as Record<string, unknown>,
    async [Symbol.asyncDispose]() {
      unwatch()
      await app.stop()
      folder.remove()
    },
  }
}

let site: ReturnType<typeof readOwnBuild> | undefined

/** Reads the built site once for all apps of this process, because that takes a quarter of the CPU time of a start. */
function readSite(): ReturnType<typeof readOwnBuild> {
  site ??= readOwnBuild()
  return site
}

async function fill(config: Config, avatars: readonly AvatarPatch[], clock: Timer): Promise<void> {
  await using db = await openMigratedDatabase({ config, clock, log: silentLog, ...IN_THIS_THREAD })
  await catalogStore(db).saveMany(avatars, clock.now())
}
