import { EventEmitter, once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Timer } from '../../src/kernel/clock.ts'

interface Sleeper {
  readonly atMs: number
  readonly wake: () => void
}

/** A wait for I/O that never ends is a failure after so long of real time. */
const PATIENCE_MS = 120_000
/** Pauses that end within so much of each other end together. */
const STEP_MS = 250

/** A clock that stands still until a test moves it: what takes hours takes milliseconds. */
export class ManualClock implements Timer {
  #now: number
  #setByMs = 0
  #loops = 0
  readonly #sleepers = new Set<Sleeper>()
  readonly #slept = new EventEmitter<{ sleep: [] }>()

  constructor(now = Date.UTC(2026, 10, 21, 12)) {
    this.#now = now
  }

  /** A property, as it is handed on without its clock. */
  readonly now = (): number => this.#now + this.#setByMs

  /** Sets what it shows forward or back, as an operator or NTP does: pauses under way last as long as before. */
  setBy(ms: number): void {
    this.#setByMs += ms
  }

  /** Resolves once the clock has come that far, or the signal is aborted. */
  readonly sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    if (ms <= 0) await nextTurn()
    if (ms <= 0 || signal?.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = () => resolve()
    const sleeper = { atMs: this.#now + ms, wake }
    this.#sleepers.add(sleeper)
    this.#slept.emit('sleep')
    signal?.addEventListener('abort', wake, { once: true })
    await promise
    this.#sleepers.delete(sleeper)
    signal?.removeEventListener('abort', wake)
  }

  /** Moves it, and wakes who is due meanwhile. */
  advance(ms: number): void {
    const until = this.#now + ms
    while (this.wakeNext(until));
    this.#now = until
  }

  /** Lets the first pause that is under way end, unless it ends later than that; false when there is none. */
  wakeNext(untilMs = Number.POSITIVE_INFINITY): boolean {
    const [next] = [...this.#sleepers].sort((a, b) => a.atMs - b.atMs)
    if (next === undefined || next.atMs > untilMs) return false
    this.#sleepers.delete(next)
    this.#now = Math.max(this.#now, next.atMs)
    next.wake()
    return true
  }

  /** Counts loops that sleep by this clock between two runs, until the returned function is called. */
  watch(loops: number): () => void {
    this.#loops += loops
    return () => {
      this.#loops -= loops
    }
  }

  /** Lets time pass in steps, and all watched loops run in each, until they sleep again. */
  async settle(ms = 2000, stepMs = STEP_MS): Promise<void> {
    const until = this.#now + ms
    await this.#untilAsleep()
    while (this.#now < until) {
      this.advance(Math.min(stepMs, until - this.#now))
      await this.#untilAsleep()
    }
  }

  /** Lets time pass until something holds: a second at once, or pause by pause when no loop is watched. */
  async passUntil(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
    const givesUpAt = performance.now() + PATIENCE_MS
    while (!(await holds())) {
      if (performance.now() > givesUpAt) throw new Error(`Waited ${PATIENCE_MS} ms in vain: ${what}`)
      if (this.#loops > 0) await this.settle(1000, 1000)
      else if (!this.wakeNext()) await nextTurn()
    }
  }

  async #untilAsleep(): Promise<void> {
    await nextTurn()
    if (this.#sleepers.size >= this.#loops) return
    const signal = AbortSignal.timeout(PATIENCE_MS)
    try {
      while (this.#sleepers.size < this.#loops) await once(this.#slept, 'sleep', { signal })
    } catch (cause) {
      const counts = `${this.#sleepers.size} of ${this.#loops} loops`
      throw new Error(`Only ${counts} ended their runs in ${PATIENCE_MS} ms`, { cause })
    }
  }
}
