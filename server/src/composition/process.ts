import type { Config } from '../config/config.ts'
import type { Timer } from '../kernel/clock.ts'
import { DatabaseUnavailableError } from '../kernel/database-unavailable.ts'
import type { Job } from '../kernel/job.ts'
import type { Log } from '../kernel/log.ts'
import type { Identify } from '../kernel/person.ts'
import type { Guard } from '../platform/http/guards.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { Jobs, type Role, runsIn } from '../platform/jobs.ts'
import { MemoryLimiter } from '../platform/limits/memory-limiter.ts'
import type { Metrics } from '../platform/metrics.ts'
import { deferClosing, type Part, registerParts } from './part.ts'
import type { Readiness } from './ready.ts'

export interface RunningProcess extends AsyncDisposable {
  /** The port it listens on. */
  readonly port: number
  /** Settled once the catalog can be answered from; until then requests for it are answered 503. */
  readonly ready: Promise<void>
  /** The background jobs of this process. */
  readonly jobs: readonly Job[]
  /**
   * Lets answers under way end, writes what waits, and closes everything.
   *
   * @param drainMs for which it answers before, but says at `/api/ready` that others are to be asked; 0 by default.
   */
  stop(drainMs?: number): Promise<void>
}

export interface ProcessDeps {
  config: Pick<Config, 'http' | 'limits'>
  clock: Timer
  log: Log
  metrics: Metrics
  readiness: Readiness
  /** Who a request comes from. */
  identify: Identify
  /** Lets operators in. */
  adminGuard: Guard
}

/** The pause between tries while the system of record is away. */
const AGAIN_MS = 250

/**
 * Listens, opens the parts when the process answers from them, and then starts the jobs of its role.
 *
 * @param parts each after those that it depends on.
 */
export async function startProcess(
  parts: readonly Part[],
  role: Role,
  deps: ProcessDeps,
): Promise<RunningProcess> {
  const { clock, config, log, readiness } = deps
  const jobs = parts.flatMap(part => part.jobs ?? []).filter(job => runsIn(role, job))
  await using starting = new AsyncDisposableStack()
  const running = new Jobs({ log, clock })
  deferClosing(parts, starting, running)
  const server = starting.use(openServer(deps))
  for (const part of parts) starting.defer(() => part.interrupt?.())
  const answering = role === 'worker' ? parts.filter(part => part.answersOnWorkers) : parts
  registerParts(server, answering, readiness)
  const port = await server.listen(config.http)

  const stopping = new AbortController()
  const opened = answering.map(part => openPart(part, clock, stopping.signal))
  const ready = Promise.all(opened).then(() => {
    for (const job of jobs) running.start(job)
    readiness.isReady = true
  })
  const closing = starting.move()
  const stop = async (drainMs = 0) => {
    readiness.isStopping = true
    if (readiness.isReady && drainMs > 0) await server.drain({ drainMs })
    stopping.abort()
    await ready.catch(() => {})
    await closing.disposeAsync()
  }
  return { port, ready, jobs, stop, [Symbol.asyncDispose]: () => stop() }
}

function openServer({ config, clock, log, metrics, identify, adminGuard }: ProcessDeps) {
  const limiter = new MemoryLimiter({ limits: config.limits, clock })
  const { trustProxy, bodies, connectionsPerClient, publicUrl: ownOrigin } = config.http
  return createHttpServer({
    limiter,
    log,
    metrics,
    trustProxy,
    bodies,
    connectionsPerClient,
    identify,
    adminGuard,
    ownOrigin,
  })
}

async function openPart(part: Part, clock: Timer, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await part.open?.(signal)
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error
      if (part.opensLater) return
    }
    await clock.sleep(AGAIN_MS, signal)
    signal.throwIfAborted()
  }
}
