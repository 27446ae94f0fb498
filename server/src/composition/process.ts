import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { RecordUnavailableError } from '../kernel/record-unavailable.ts'
import type { HttpServer } from '../platform/http/server.ts'
import { type Job, Jobs, runsIn } from '../platform/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { Part } from './part.ts'
import type { Readiness } from './ready.ts'

export interface RunningProcess {
  readonly port: number
  readonly ready: Promise<void>
  /** The jobs that run here. */
  readonly jobs: readonly Job[]
  /** @param drainMs for which it still answers, but says that others are to be asked. */
  stop(drainMs?: number): Promise<void>
}

export interface ProcessDeps {
  config: Pick<Config, 'http' | 'role'>
  log: Log
  /** Parts close in the opposite order. */
  parts: readonly Part[]
  server: HttpServer
  readiness: Readiness
}

/** The pause between tries while the system of record is away. */
const AGAIN_MS = 250

/** Listens, opens the parts when the process answers from them, and then starts the jobs of its role. */
export async function startProcess({
  config,
  log,
  parts,
  server,
  readiness,
}: ProcessDeps): Promise<RunningProcess> {
  const { role } = config
  const jobs = parts.flatMap(part => part.jobs ?? []).filter(job => runsIn(role, job))
  const running = new Jobs({ log })
  const port = await server.listen(config.http)
  const stopping = new AbortController()
  const opened = role === 'worker' ? [] : parts.map(part => openPart(part, stopping.signal))
  const ready = Promise.all(opened).then(() => {
    for (const job of jobs) running.start(job)
    readiness.isReady = true
  })

  const stop = async (drainMs = 0) => {
    readiness.isStopping = true
    if (readiness.isReady && drainMs > 0) await server.drain({ drainMs })
    stopping.abort()
    await ready.catch(() => {})
    for (const part of parts) part.interrupt?.()
    await server.stop()
    for (const part of parts) await part.settle?.()
    await running[Symbol.asyncDispose]()
    for (const part of parts.toReversed()) await part.close?.()
  }
  return { port, ready, jobs, stop }
}

async function openPart(part: Part, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await part.open?.(signal)
    } catch (error) {
      if (!(error instanceof RecordUnavailableError)) throw error
      if (part.opensLater) return
    }
    await delay(AGAIN_MS, undefined, { ref: false, signal })
  }
}
