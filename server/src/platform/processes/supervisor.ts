import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { backoffMs } from '../../kernel/backoff.ts'
import { type Timer, unlessLate } from '../../kernel/clock.ts'
import { getOrInsert } from '../../kernel/get-or-insert.ts'
import type { Log } from '../../kernel/log.ts'
import { Metrics } from '../metrics.ts'
import { Channel, type StopReason } from './channel.ts'
import { mergeMetrics } from './merge-metrics.ts'

/** Backoff before a process that ended is started again. */
const RESTART_BACKOFF = { firstMs: 250, longestMs: 30_000, randomShare: 0.5 }
/** A process that ran this long did not fail during its start. */
const MIN_STARTED_RUN_MS = 60_000
/**
 * A process that does not respond is killed this long after its drain; answers in progress may take five seconds of it.
 */
const STOP_MS = 10_000
/**
 * Everything that still runs is killed this long after both drains. Service managers are told to wait longer
 * (docs/operate.md).
 */
const MAX_STOP_MS = 28_000

/** A process that should be running. */
export interface ProcessSpec {
  /** Name in logs and metrics: `api-1`, `worker`. */
  readonly name: string
  readonly start: () => ChildProcess
}

interface RunningProcess {
  readonly name: string
  readonly child: ChildProcess
  readonly channel: Channel
  /** Resolves to the resident bytes when the process is ready; to null when it ended before. */
  readonly ready: Promise<number | null>
  readonly ended: Promise<void>
}

export interface SupervisorDeps {
  specs: readonly ProcessSpec[]
  /** Milliseconds for which a process keeps answering after SIGTERM. */
  drainMs: number
  clock: Timer
  random: () => number
  log: Log
}

/** Keeps processes running: restarts those that end, and can replace them one by one. */
export class Supervisor {
  readonly #deps: SupervisorDeps
  readonly #processes = new Map<ProcessSpec, RunningProcess>()
  /** Processes that are not ready yet, or are being replaced. */
  readonly #otherProcesses = new Set<RunningProcess>()
  readonly #stopping = new AbortController()
  readonly #metrics = new Metrics()
  #wasReady = false
  #gaveUp = false
  #restartCount = 0
  #currentRoll: Promise<void> | null = null

  constructor(deps: SupervisorDeps) {
    this.#deps = deps
    this.#metrics.gauge('avatary_processes', 'Processes that run', () => this.#processes.size)
    this.#metrics.counter(
      'avatary_process_restarts_total',
      'Processes that ended by themselves, and were started again',
      () => this.#restartCount,
    )
  }

  /**
   * Runs all processes until `stop`, or until one ends before all have been ready once, because restarting it would
   * fail the same way.
   * @returns true after `stop`.
   */
  async run(): Promise<boolean> {
    const { specs } = this.#deps
    for (const spec of specs) this.#processes.set(spec, this.#start(spec))
    const entries = [...this.#processes]
    void Promise.all(entries.map(([, { ready }]) => ready)).then(sizes => this.#reportReady(entries, sizes))
    await Promise.all(specs.map(spec => this.#keepRunning(spec)))
    await Promise.all([...this.#otherProcesses].map(({ ended }) => ended))
    return !this.#gaveUp
  }

  /** Stops all processes gracefully; a second call kills them. */
  stop(reason: 'SIGTERM' | 'SIGINT'): void {
    const isRepeated = this.#stopping.signal.aborted
    this.#stopping.abort()
    if (isRepeated) this.#kill(this.#allProcesses())
    else void this.#stopInTurn(reason)
  }

  /** Connections that one process has not accepted go to another that still listens, so the first one stops last. */
  async #stopInTurn(reason: StopReason): Promise<void> {
    const all = this.#allProcesses()
    const drainMs = reason === 'SIGTERM' ? this.#deps.drainMs : 0
    const ended = this.#endWithin(all, 2 * drainMs + MAX_STOP_MS)
    for (const processes of [all.slice(1), all.slice(0, 1)])
      if (!(await this.#stop(processes, reason, drainMs))) await this.#killFrozen(all)
    if (!(await ended)) this.#kill(all)
  }

  /** @returns false when one of them did not end in time. */
  async #stop(processes: readonly RunningProcess[], reason: StopReason, drainMs: number): Promise<boolean> {
    for (const { channel } of processes) channel.tellStop(reason)
    return await this.#endWithin(processes, drainMs + STOP_MS)
  }

  /** Kills processes that no longer respond, because they may hold a lock for which the others wait. */
  async #killFrozen(processes: readonly RunningProcess[]): Promise<void> {
    const arrivals = await Promise.all(processes.map(({ channel }) => channel.awaitArrivals()))
    this.#kill(processes.filter((_, at) => !arrivals[at]))
  }

  async #endWithin(processes: readonly RunningProcess[], ms: number): Promise<boolean> {
    const ended = Promise.all(processes.map(each => each.ended))
    return (await unlessLate(ended, ms, this.#deps.clock)) !== null
  }

  /** Only SIGKILL ends a frozen process, which frees its locks. */
  #kill(processes: readonly RunningProcess[]): void {
    for (const { name, child } of processes)
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL'))
        this.#deps.log.warn(
          { event: 'process-killed', process: name },
          'A process that did not end is killed',
        )
  }

  /** The processes in the order of `specs`, then those that are replaced or replace others. */
  #allProcesses(): RunningProcess[] {
    const runningProcesses = this.#deps.specs.flatMap(spec => this.#processes.get(spec) ?? [])
    return runningProcesses.concat(...this.#otherProcesses)
  }

  /**
   * Replaces each process by a new one, which answers before the old one drains. A call during a replacement joins it.
   */
  async roll(): Promise<void> {
    if (!this.#wasReady) return
    this.#currentRoll ??= this.#roll().finally(() => {
      this.#currentRoll = null
    })
    await this.#currentRoll
  }

  async #roll(): Promise<void> {
    const { specs, log } = this.#deps
    log.info({ event: 'roll-started' }, 'The processes are replaced one by one')
    for (const spec of specs) {
      if (this.#stopping.signal.aborted) return
      const newProcess = this.#start(spec)
      this.#otherProcesses.add(newProcess)
      const isReady = (await newProcess.ready) !== null
      this.#otherProcesses.delete(newProcess)
      if (!isReady) {
        log.error({ event: 'roll-failed', process: spec.name }, 'A new process ended; the old ones stay')
        return
      }
      await this.#replace(spec, newProcess)
    }
    log.info({ event: 'roll-ended' }, 'All processes were replaced')
  }

  async #replace(spec: ProcessSpec, newProcess: RunningProcess): Promise<void> {
    const oldProcess = this.#processes.get(spec)
    this.#processes.set(spec, newProcess)
    if (oldProcess === undefined) return
    this.#otherProcesses.add(oldProcess)
    if (!(await this.#stop([oldProcess], 'replaced', this.#deps.drainMs)))
      await this.#killFrozen([oldProcess])
    await oldProcess.ended
    this.#otherProcesses.delete(oldProcess)
  }

  #start(spec: ProcessSpec): RunningProcess {
    const child = spec.start()
    const ready = Promise.withResolvers<number | null>()
    const ended = once(child, 'exit').then(() => ready.resolve(null))
    const channel = new Channel(child, {
      clock: this.#deps.clock,
      metrics: () => this.#allMetrics(),
      ready: ready.resolve,
    })
    return { name: spec.name, child, channel, ready: ready.promise, ended }
  }

  /** Restarts the process of a spec whenever it ends. */
  async #keepRunning(spec: ProcessSpec): Promise<void> {
    const { clock, random, log } = this.#deps
    const { signal } = this.#stopping
    let failures = 0
    while (!signal.aborted) {
      const startedMs = clock.now()
      const runningProcess = getOrInsert(this.#processes, spec, () => this.#start(spec))
      await runningProcess.ended
      if (signal.aborted) return
      if (this.#processes.get(spec) !== runningProcess) continue
      this.#processes.delete(spec)
      const { exitCode, signalCode } = runningProcess.child
      if (!this.#wasReady) return this.#giveUp()
      failures = clock.now() - startedMs >= MIN_STARTED_RUN_MS ? 1 : failures + 1
      const pauseMs = Math.round(backoffMs(failures, RESTART_BACKOFF, random()))
      const logData = { process: spec.name, exitCode, signal: signalCode, pauseMs }
      log.error({ event: 'process-ended', ...logData }, 'A process ended and will be started again')
      this.#restartCount++
      await clock.sleep(pauseMs, signal)
    }
  }

  #giveUp(): void {
    this.#gaveUp = true
    if (!this.#stopping.signal.aborted) this.stop('SIGINT')
  }

  #reportReady(entries: readonly [ProcessSpec, RunningProcess][], sizes: readonly (number | null)[]): void {
    if (sizes.includes(null)) return
    this.#wasReady = true
    const mebibytes = sizes.map(bytes => Math.round((bytes ?? 0) / 2 ** 20))
    const processes = entries.map(([{ name }, { child }], at) => ({
      name,
      pid: child.pid,
      mebibytes: mebibytes[at],
    }))
    const sum = mebibytes.reduce((a, b) => a + b, 0)
    this.#deps.log.info(
      { event: 'processes-ready', processes, mebibytes: sum },
      'All processes are ready; each has the catalog in memory',
    )
  }

  async #allMetrics(): Promise<string> {
    const texts = new Map([['supervisor', await this.#metrics.text()]])
    const answers = [...this.#processes].map(async ([{ name }, { channel }]) => {
      const text = await channel.askForMetrics()
      if (text !== null) texts.set(name, text)
    })
    await Promise.all(answers)
    return mergeMetrics(texts)
  }
}
