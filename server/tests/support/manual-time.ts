import { setTimeout as delay } from 'node:timers/promises'
import { ManualClock } from './manual-clock.ts'

interface Sleeper {
  atMs: number
  wake: () => void
}

/** A clock whose pauses pass when a test lets them, each at its own moment: what took hours takes milliseconds. */
export class ManualTime extends ManualClock {
  readonly #sleepers = new Set<Sleeper>()

  /** Resolves once the clock has come that far, or the signal is aborted. */
  readonly sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    if (signal?.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const sleeper = { atMs: this.now() + ms, wake: () => resolve() }
    this.#sleepers.add(sleeper)
    signal?.addEventListener('abort', sleeper.wake, { once: true })
    await promise
    this.#sleepers.delete(sleeper)
    signal?.removeEventListener('abort', sleeper.wake)
  }

  /** Lets the first pause that is under way end; false when there is none. */
  wakeNext(): boolean {
    const [next] = [...this.#sleepers].sort((a, b) => a.atMs - b.atMs)
    if (next === undefined) return false
    this.#sleepers.delete(next)
    this.advance(Math.max(0, next.atMs - this.now()))
    next.wake()
    return true
  }

  /** Lets pauses pass, one after the other, until something holds; fails with `what` when that takes `deadlineMs` of real time. */
  async passUntil(what: string, holds: () => boolean | Promise<boolean>, deadlineMs = 20_000): Promise<void> {
    const givesUpAt = performance.now() + deadlineMs
    while (!(await holds())) {
      if (performance.now() > givesUpAt) throw new Error(`Waited ${deadlineMs} ms in vain: ${what}`)
      if (!this.wakeNext()) await delay(1)
    }
  }
}
