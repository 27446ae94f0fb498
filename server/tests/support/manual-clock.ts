import { EventEmitter, once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Timer } from '../../src/kernel/clock.ts'

interface Sleeper {
  readonly atMs: number
  readonly wake: () => void
}

/** A wait for I/O fails after this much real time. */
const PATIENCE_MS = 120_000
/** Pauses that end within this many milliseconds of each other end together. */
const STEP_MS = 250

/** A clock that moves only when a test moves it, so that hours take milliseconds. */
export class ManualClock implements Timer {
  #now: number
  #setByMs = 0
  #loops = 0
  readonly #sleepers = new Set<Sleeper>()
  readonly #slept = new EventEmitter<{ sleep: [] }>()

  constructor(now = Date.UTC(2026, 10, 21, 12)) {
    this.#now = now
  }

  /** A property instead of a method, because it is passed on without its object. */
  readonly now = (): number => this.#now + this.#setByMs

  readonly monotonicMs = (): number => this.#now

  /** Sets the displayed time forward or back, as an operator or NTP does; running pauses are not affected. */
  setBy(ms: number): void {
    this.#setByMs += ms
  }

  /** Resolves once the clock has been advanced that far, or the signal aborts. */
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

  /** Advances the clock and wakes every sleeper that is due. */
  advance(ms: number): void {
    const until = this.#now + ms
    while (this.wakeNext(until));
    this.#now = until
  }

  /** Ends the earliest running pause, unless it is due after `untilMs`; false when there is none. */
  wakeNext(untilMs = Number.POSITIVE_INFINITY): boolean {
    const [next] = [...this.#sleepers].sort((a, b) => a.atMs - b.atMs)
    if (next === undefined || next.atMs > untilMs) return false
    this.#sleepers.delete(next)
    this.#now = Math.max(this.#now, next.atMs)
    next.wake()
    return true
  }

  /** Tracks loops that sleep on this clock between runs, until the returned function is called. */
  watch(loops: number): () => void {
    this.#loops += loops
    return () => {
      this.#loops -= loops
    }
  }

  /** Advances the clock in steps; after each, waits until all watched loops sleep again. */
  async settle(ms = 2000, stepMs = STEP_MS): Promise<void> {
    const until = this.#now + ms
    await this.#untilAsleep()
    while (this.#now < until) {
      this.advance(Math.min(stepMs, until - this.#now))
      await this.#untilAsleep()
    }
  }

  /** Advances the clock until something holds: by a second per step, or from pause to pause when no loop is watched. */
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
