import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { backoff } from '../../kernel/backoff.ts'
import type { Timer } from '../../kernel/clock.ts'
import { getOrInsert } from '../../kernel/get-or-insert.ts'
import type { Log } from '../../kernel/log.ts'
import { Metrics } from '../metrics.ts'
import { Channel, type StopReason } from './channel.ts'
import { mergeMetrics } from './merged-metrics.ts'

/** Pauses before a process that ended is started again. */
const PAUSES = { firstMs: 250, longestMs: 30_000, chance: 0.5 }
/** A process that ran for so long did not fail at its start. */
const SOUND_MS = 60_000
/** A process that does not answer is killed so long after its drain: answers under way get five seconds of it. */
const STOP_MS = 10_000
/** All that still runs is killed so long after both drains; service managers are told to wait longer (docs/operate.md). */
const LONGEST_STOP_MS = 28_000

/** One of the processes that are to run. */
export interface Slot {
  /** In logs and metrics: `api-1`, `worker`. */
  readonly name: string
  readonly start: () => ChildProcess
}

interface Running {
  readonly name: string
  readonly child: ChildProcess
  readonly channel: Channel
  /** Resolves to the resident bytes once it is ready, to null when it ended before. */
  readonly ready: Promise<number | null>
  readonly ended: Promise<void>
}

export interface SupervisorDeps {
  slots: readonly Slot[]
  /** Milliseconds for which a process that gets SIGTERM still answers. */
  drainMs: number
  clock: Timer
  log: Log
}

/** Keeps processes running: starts again what ended, and replaces them one by one. */
export class Supervisor {
  readonly #deps: SupervisorDeps
  readonly #running = new Map<Slot, Running>()
  /** Those that are not yet ready, or are being replaced. */
  readonly #others = new Set<Running>()
  readonly #stopping = new AbortController()
  readonly #metrics = new Metrics()
  #wasReady = false
  #gaveUp = false
  #restarts = 0
  #rolling: Promise<void> | null = null

  constructor(deps: SupervisorDeps) {
    this.#deps = deps
    this.#metrics.gauge('avatary_processes', 'Processes that run', () => this.#running.size)
    this.#metrics.counter(
      'avatary_process_restarts_total',
      'Processes that ended by themselves, and were started again',
      () => this.#restarts,
    )
  }

  /**
   * Runs all processes until `stop`, or until one ends before all have ever been ready, which another start would repeat.
   * @returns true after `stop`.
   */
  async run(): Promise<boolean> {
    const { slots } = this.#deps
    for (const slot of slots) this.#running.set(slot, this.#start(slot))
    const first = [...this.#running.entries()]
    void Promise.all(first.map(([, { ready }]) => ready)).then(sizes => this.#reportReady(first, sizes))
    await Promise.all(slots.map(slot => this.#keep(slot)))
    await Promise.all([...this.#others].map(({ ended }) => ended))
    return !this.#gaveUp
  }

  /** Ends all processes gracefully; a second call ends them at once. */
  stop(how: 'SIGTERM' | 'SIGINT'): void {
    const isRepeated = this.#stopping.signal.aborted
    this.#stopping.abort()
    if (isRepeated) this.#kill(this.#all())
    else void this.#stopInTurn(how)
  }

  /** Connections that a process did not accept go to one that still listens, so the first one ends after all others. */
  async #stopInTurn(how: StopReason): Promise<void> {
    const all = this.#all()
    const drainMs = how === 'SIGTERM' ? this.#deps.drainMs : 0
    const ended = this.#endedBefore(all, 2 * drainMs + LONGEST_STOP_MS)
    const [last, ...others] = all
    if (!(await this.#stop(others, how, drainMs))) await this.#killFrozen(all)
    if (last !== undefined && !(await this.#stop([last], how, drainMs))) await this.#killFrozen(all)
    if (!(await ended)) this.#kill(all)
  }

  /** @returns false when one of them did not end in its time. */
  async #stop(processes: readonly Running[], how: StopReason, drainMs: number): Promise<boolean> {
    for (const { channel } of processes) channel.tellStop(how)
    return await this.#endedBefore(processes, drainMs + STOP_MS)
  }

  /** Those that do not answer may hold a lock that the others wait for. */
  async #killFrozen(processes: readonly Running[]): Promise<void> {
    const answered = await Promise.all(processes.map(({ channel }) => channel.arrivals()))
    this.#kill(processes.filter((_, at) => !answered[at]))
  }

  async #endedBefore(processes: readonly Running[], ms: number): Promise<boolean> {
    const allEnded = new AbortController()
    const late = this.#deps.clock.sleep(ms, allEnded.signal).then(() => false)
    const ended = Promise.all(processes.map(each => each.ended)).then(() => true)
    return await Promise.race([ended, late]).finally(() => allEnded.abort())
  }

  /** The system ends a frozen process by this signal alone, and then frees its locks. */
  #kill(processes: readonly Running[]): void {
    for (const { name, child } of processes)
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL'))
        this.#deps.log.warn(
          { event: 'process-killed', process: name },
          'A process that did not end is killed',
        )
  }

  /** The processes in the order of their slots, then those that are replaced or replace others. */
  #all(): Running[] {
    const running = this.#deps.slots.flatMap(slot => this.#running.get(slot) ?? [])
    return running.concat(...this.#others)
  }

  /** Replaces each process by a new one, which answers before the old one is drained; one that is under way goes on. */
  async roll(): Promise<void> {
    if (!this.#wasReady) return
    this.#rolling ??= this.#roll().finally(() => {
      this.#rolling = null
    })
    await this.#rolling
  }

  async #roll(): Promise<void> {
    const { slots, log } = this.#deps
    log.info({ event: 'roll-started' }, 'The processes are replaced one by one')
    for (const slot of slots) {
      if (this.#stopping.signal.aborted) return
      const next = this.#start(slot)
      this.#others.add(next)
      const isReady = (await next.ready) !== null
      this.#others.delete(next)
      if (!isReady) {
        log.error({ event: 'roll-failed', process: slot.name }, 'A new process ended; the old ones stay')
        return
      }
      await this.#replace(slot, next)
    }
    log.info({ event: 'roll-ended' }, 'All processes were replaced')
  }

  async #replace(slot: Slot, next: Running): Promise<void> {
    const old = this.#running.get(slot)
    this.#running.set(slot, next)
    if (old === undefined) return
    this.#others.add(old)
    if (!(await this.#stop([old], 'replaced', this.#deps.drainMs))) await this.#killFrozen([old])
    await old.ended
    this.#others.delete(old)
  }

  #start(slot: Slot): Running {
    const child = slot.start()
    const ready = Promise.withResolvers<number | null>()
    const ended = once(child, 'exit').then(() => ready.resolve(null))
    const channel = new Channel(child, {
      clock: this.#deps.clock,
      metrics: () => this.#allMetrics(),
      ready: ready.resolve,
    })
    return { name: slot.name, child, channel, ready: ready.promise, ended }
  }

  /** Starts the process of a slot again whenever it ended. */
  async #keep(slot: Slot): Promise<void> {
    const { clock, log } = this.#deps
    const { signal } = this.#stopping
    let failures = 0
    while (!signal.aborted) {
      const startedMs = clock.now()
      const current = getOrInsert(this.#running, slot, () => this.#start(slot))
      await current.ended
      if (signal.aborted) return
      if (this.#running.get(slot) !== current) continue
      this.#running.delete(slot)
      const { exitCode, signalCode } = current.child
      if (!this.#wasReady) return this.#giveUp()
      failures = clock.now() - startedMs >= SOUND_MS ? 1 : failures + 1
      const pauseMs = Math.round(backoff(failures, PAUSES, Math.random()))
      const about = { process: slot.name, exitCode, signal: signalCode, pauseMs }
      log.error({ event: 'process-ended', ...about }, 'A process ended and will be started again')
      this.#restarts++
      await clock.sleep(pauseMs, signal)
    }
  }

  #giveUp(): void {
    this.#gaveUp = true
    if (!this.#stopping.signal.aborted) this.stop('SIGINT')
  }

  #reportReady(first: readonly [Slot, Running][], sizes: readonly (number | null)[]): void {
    if (sizes.includes(null)) return
    this.#wasReady = true
    const mebibytes = sizes.map(bytes => Math.round((bytes ?? 0) / 2 ** 20))
    const processes = first.map(([{ name }, { child }], at) => ({
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
    const asked = [...this.#running].map(async ([{ name }, { channel }]) => {
      const text = await channel.askForMetrics()
      if (text !== null) texts.set(name, text)
    })
    await Promise.all(asked)
    return mergeMetrics(texts)
  }
}
