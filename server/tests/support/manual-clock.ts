import type { Clock } from '../../src/kernel/clock.ts'

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #now: number

  constructor(now = Date.UTC(2026, 10, 21, 12)) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  advance(ms: number): void {
    this.#now += ms
  }
}
