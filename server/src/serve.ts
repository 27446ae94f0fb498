import { setTimeout as delay } from 'node:timers/promises'
import { type AppDeps, startApp } from './app.ts'
import { catalogStore, openMigratedDatabase } from './composition/database.ts'
import { composeSupervisor } from './composition/supervisor.ts'
import type { Config } from './config/config.ts'
import { isSupervised } from './config/env.ts'
import { DatabaseUnavailableError } from './kernel/database-unavailable.ts'
import type { Log } from './kernel/log.ts'
import { makeFolder } from './kernel/make-folder.ts'
import { systemClock } from './platform/clock.ts'
import { createLog } from './platform/log.ts'
import { LogOutput } from './platform/log-output.ts'
import { boundHeapGrowth } from './platform/process/heap-growth.ts'
import { disablePretenuring } from './platform/process/pretenuring.ts'
import { abortOnStopSignals, DRAIN_SIGNAL, startOrEnd, whenAborted } from './platform/process/stop-signals.ts'
import { SupervisedProcess } from './platform/processes/children.ts'
import { requireFreePort } from './platform/sockets/require-free-port.ts'

type Logging = Required<Pick<AppDeps, 'log' | 'logOutput' | 'supervised'>>

/** Pause in milliseconds between checks whether the catalog has avatars. */
const CATALOG_CHECK_PAUSE_MS = 500

/** Minimum milliseconds for which a process still answers that another one replaces (`SIGHUP`). */
const MIN_DRAIN_WHEN_REPLACED_MS = 2000

/**
 * Serves until the process is told to stop: by SIGTERM or SIGHUP, which drain, or SIGINT. A second signal stops at
 * once. While the catalog is empty and `DEMO` is on, it serves the demo, from a database of its own.
 *
 * @returns once everything is closed.
 */
export async function serve(config: Config): Promise<void> {
  disablePretenuring()
  const logOutput = new LogOutput()
  const log = createLog({ level: config.logLevel, output: logOutput })
  const isChild = isSupervised()
  if (config.processes > 1 && config.role !== 'worker' && !isChild) return await supervise(config, log)
  const supervised = isChild ? new SupervisedProcess() : null
  try {
    await serveAlone(config, { log, logOutput, supervised }, supervised?.stopSignal ?? abortOnStopSignals())
  } finally {
    supervised?.disconnect()
  }
}

async function serveAlone(config: Config, logging: Logging, stopSignal: AbortSignal): Promise<void> {
  // Only the owner may read the folder, because it holds grants and sessions.
  await startOrEnd(makeFolder(config.data.dir, 0o700), stopSignal, logging.log)
  const isDemo = config.demo && config.role !== 'worker'
  const port = isDemo ? await serveDemo(config, logging, stopSignal) : config.http.port
  if (!stopSignal.aborted) await run({ ...config, http: { ...config.http, port } }, logging, stopSignal)
}

/**
 * Serves the demo until the catalog has avatars.
 *
 * @returns the port to serve on afterwards.
 */
async function serveDemo(config: Config, logging: Logging, stopSignal: AbortSignal): Promise<number> {
  const { log } = logging
  const whenOpened = openMigratedDatabase({ config, clock: systemClock, log }).catch(nullIfUnavailable)
  const database = await startOrEnd(whenOpened, stopSignal, log)
  // The catalog may have avatars even if the database is unavailable, so the demo is not shown.
  if (database === null) return config.http.port
  await using db = database
  const store = catalogStore(db)
  // A moderator's block is logged as a change, too, so the change log of an empty catalog may have rows.
  const isEmpty = async () =>
    (await store.changes.bounds()).lastSeq === 0 || (await store.countRows()).indexed === 0
  if (!(await isEmpty())) return config.http.port
  // The port is in use for a moment, and a client that connects then is reset, so this is only done for the demo.
  await requireFreePort(config.http)
  // Imported here because it loads the simulators, which no other start needs.
  const { openDemo } = await import('./demo/open-demo.ts')
  await using demo = await startOrEnd(openDemo({ config, clock: systemClock, log }), stopSignal, log)
  const demoEnd = new AbortController()
  const watching = (async () => {
    while (!stopSignal.aborted && (await isEmpty().catch(() => true)))
      await delay(CATALOG_CHECK_PAUSE_MS, undefined, { ref: false })
    if (!stopSignal.aborted)
      log.info({ event: 'demo-ended' }, 'The catalog has its first avatars: the demo ends')
    demoEnd.abort()
  })()
  const port = await run(demo.config, logging, stopSignal, demoEnd.signal)
  await watching
  return port
}

/**
 * @param demoEnd aborts to end the demo; null when serving the operator's catalog.
 * @returns the port it listened on.
 */
async function run(
  config: Config,
  logging: Logging,
  stopSignal: AbortSignal,
  demoEnd: AbortSignal | null = null,
): Promise<number> {
  const { log } = logging
  const endSignal = demoEnd === null ? stopSignal : AbortSignal.any([stopSignal, demoEnd])
  const whenStarted = startApp({ config, isDemo: demoEnd !== null, ...logging })
  const whenReady = whenStarted.then(app => app.ready)
  // This only bounds the time that the start may take after a signal; its errors are thrown by the awaits below.
  startOrEnd(whenReady, stopSignal, log).catch(() => {})
  // If a part cannot be opened, the process ends.
  await using app = await whenStarted
  const { host, publicUrl } = config.http
  log.info({ event: 'listening', role: config.role }, `Avatary is listening on http://${host}:${app.port}`)
  if (process.stdout.isTTY) process.stderr.write(greeting(publicUrl))
  app.ready.then(
    () => {
      log.info({ event: 'ready' }, config.role === 'worker' ? 'The worker runs' : 'The catalog is ready')
      logging.supervised?.tellReady()
      boundHeapGrowth()
    },
    () => {},
  )
  // Only a failure of the start ends the race.
  const startFailure = app.ready.then(() => new Promise<never>(() => {}))
  await Promise.race([whenAborted(endSignal), app.whenBroken, startFailure])
  log.info({ event: 'stopping' }, 'Stopping')
  await app.stop(drainMsFor(endSignal.reason, config))
  return app.port
}

function nullIfUnavailable(error: unknown): null {
  if (error instanceof DatabaseUnavailableError) return null
  throw error
}

function greeting(publicUrl: string): string {
  return `
  Avatary      ${publicUrl}
  Interface    ${publicUrl}/docs
  Fill it      script/avatary import avatars.ndjson
  Stop it      Ctrl-C

`
}

function drainMsFor(reason: unknown, { http }: Config): number {
  if (reason === 'replaced') return Math.max(http.drainMs, MIN_DRAIN_WHEN_REPLACED_MS)
  return reason === DRAIN_SIGNAL ? http.drainMs : 0
}

/** Runs processes until all have stopped; `SIGHUP` replaces them one by one. */
async function supervise(config: Config, log: Log): Promise<void> {
  const supervisor = composeSupervisor(config, log)
  for (const signal of [DRAIN_SIGNAL, 'SIGINT'] as const) process.on(signal, () => supervisor.stop(signal))
  process.on('SIGHUP', () => void supervisor.roll())
  if (config.data.redisUrl === null)
    log.warn(
      { event: 'limits-divided', processes: config.processes },
      'Each process enforces its part of the rate limits; with REDIS_URL they would be shared',
    )
  const hasServed = await supervisor.run()
  if (!hasServed) throw new Error('a process ended at its start; its lines above tell why')
}
