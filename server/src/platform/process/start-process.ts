import { type Timer, unlessLate } from '../../kernel/clock.ts'
import { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import type { Job } from '../../kernel/job.ts'
import type { Log } from '../../kernel/log.ts'
import type { Tracing } from '../../kernel/tracing.ts'
import type { GuardOf } from '../guards.ts'
import { createHttpServer, type HttpDeps } from '../http/server.ts'
import { Jobs, type Role, runsIn } from '../jobs.ts'
import type { Limiter } from '../limits/limiter.ts'
import type { Overload } from '../limits/overload.ts'
import type { Metrics } from '../metrics.ts'
import type { SupervisedProcess } from '../processes/children.ts'
import { deferClosing, type Part, registerParts } from './part.ts'
import type { Readiness } from './readiness.ts'

export interface RunningProcess extends AsyncDisposable {
  readonly port: number
  /** Resolves once the parts are open; until then their requests are answered 503. */
  readonly ready: Promise<void>
  readonly jobs: readonly Job[]
  /**
   * Waits for answers in progress, writes what is still unwritten, and closes everything.
   * @param drainMs milliseconds for which the process keeps answering first, while `/api/ready` is 503. Without it, a
   * request that is on its way over an open connection may get no answer.
   */
  stop(drainMs?: number): Promise<void>
}

export interface ProcessDeps {
  config: {
    readonly limits: HttpDeps['limits']
    readonly http: Pick<HttpDeps, 'publicUrl' | 'trustProxy' | 'bodies' | 'bulk' | 'connectionsPerClient'> & {
      readonly host: string
      readonly port: number
    }
  }
  clock: Timer
  log: Log
  metrics: Metrics
  limiter: Limiter
  overload: Overload
  visits: HttpDeps['visits']
  readiness: Readiness
  guardOf: GuardOf
  tracing?: Tracing | null
  /** The side of this process towards its supervisor, when it is one of several that share a port. */
  supervised?: Pick<SupervisedProcess, 'awaitArrivals'> | null
  timeouts?: HttpDeps['timeouts']
}

/** One of several processes listens after this many milliseconds even if its parts are not open. */
const MAX_OPENING_MS = 60_000
/** Milliseconds between attempts to open a part while the database is unavailable. */
const REOPEN_MS = 250

/**
 * Listens, opens the parts if the process answers requests, and then starts the jobs of its role. One of several
 * processes listens only when its parts are open, or after a minute.
 * @param parts each after those that it depends on.
 * @param dependencies closes what the parts depend on. The process takes it over and empties it when it ends.
 */
export async function startProcess(
  parts: readonly Part[],
  role: Role,
  deps: ProcessDeps,
  dependencies = new AsyncDisposableStack(),
): Promise<RunningProcess> {
  const { clock, config, readiness } = deps
  await using closingSteps = dependencies.move()
  const runningJobs = new Jobs(deps)
  deferClosing(parts, closingSteps, runningJobs)
  const server = closingSteps.use(
    createHttpServer({
      ...deps,
      ...config.http,
      limits: config.limits,
      awaitArrivals: () => deps.supervised?.awaitArrivals(),
    }),
  )
  for (const part of parts) closingSteps.defer(() => part.interrupt?.())
  const answeringParts = role === 'worker' ? parts.filter(part => part.answersOnWorkers) : parts
  registerParts(server, answeringParts, readiness)
  const stopping = new AbortController()
  const jobs = parts.flatMap(part => part.jobs ?? []).filter(job => runsIn(role, job))
  const openings = answeringParts.map(part => openPart(part, clock, stopping.signal))
  const ready = Promise.all(openings).then(() => {
    for (const job of jobs) runningJobs.start(job)
    readiness.isReady = true
  })
  const ended = Promise.allSettled([ready, ...openings])
  // Wait until no part is opening any more before closing what they read from.
  closingSteps.defer(async () => {
    stopping.abort()
    await ended
  })
  // A load balancer retries a connection that is refused at another process, but passes a 503 on to the client.
  if (deps.supervised || role === 'api') await unlessLate(ready, MAX_OPENING_MS, clock)
  const port = await server.listen(config.http)
  const resources = closingSteps.move()
  const stop = async (drainMs: number | null = null) => {
    readiness.isStopping = true
    if (readiness.isReady && drainMs !== null) await server.drain({ drainMs })
    await resources.disposeAsync()
  }
  return { port, ready, jobs, stop, [Symbol.asyncDispose]: () => stop() }
}

async function openPart(part: Part, clock: Timer, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await part.open?.(signal)
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error
      if (part.jobsRetryOpen) return
    }
    await clock.sleep(REOPEN_MS, signal)
    signal.throwIfAborted()
  }
}
