import { type ChildProcess, fork } from 'node:child_process'
import cluster from 'node:cluster'
import { systemClock } from '../clock.ts'
import type { Metrics } from '../metrics.ts'
import { Channel } from './channel.ts'
import type { ProcessSpec } from './supervisor.ts'

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Specifies `count` processes that share one port through Node's cluster. Stopping one loses no connection. After a
 * kill, a connection that was just being handed to it may wait without an answer until its client gives up.
 */
export function apiProcessSpecs(count: number, env: Variables): ProcessSpec[] {
  return Array.from({ length: count }, (_, at) => ({
    name: `api-${at + 1}`,
    start: () => cluster.fork(env).process,
  }))
}

/** A process that does not share the port, but has ports of its own. */
export function workerProcessSpec(env: Variables): ProcessSpec {
  const [, program, ...args] = process.argv
  return {
    name: 'worker',
    start: (): ChildProcess => fork(program!, args, { env: env as NodeJS.ProcessEnv }),
  }
}

/** The supervised process's side: reports that it is ready, and answers with the metrics of all processes. */
export class SupervisedProcess {
  #metrics: Metrics | null = null
  readonly #channel: Channel
  readonly #stopController = new AbortController()

  constructor() {
    // A terminal sends these to the whole group. The supervisor gets them, too, and tells its processes what to do.
    for (const signal of ['SIGHUP', 'SIGINT']) process.on(signal, () => {})
    process.once('SIGTERM', () => this.#stopController.abort('SIGTERM'))
    // The supervisor was killed.
    process.once('disconnect', () => this.#stopController.abort('SIGINT'))
    this.#channel = new Channel(process, {
      clock: systemClock,
      metrics: async () => (await this.#metrics?.text()) ?? '',
      stop: reason => this.#stopController.abort(reason),
    })
  }

  /** Aborts with a `StopReason` when the process is to stop. */
  get stopSignal(): AbortSignal {
    return this.#stopController.signal
  }

  /** The metrics of all processes; only those of this one while the supervisor does not answer. */
  metricsOf(metrics: Metrics): () => Promise<string> {
    this.#metrics = metrics
    return async () => (await this.#channel.askForMetrics()) ?? (await metrics.text())
  }

  /** Resolves when this process has received every connection that the supervisor accepted before. */
  async awaitArrivals(): Promise<void> {
    await this.#channel.awaitArrivals()
  }

  tellReady(): void {
    this.#channel.tellReady()
  }

  /** Disconnects, so that the process can end once its caller has logged why. */
  disconnect(): void {
    setImmediate(() => {
      if (process.connected) process.disconnect()
    })
  }
}
