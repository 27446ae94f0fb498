import type { Clock } from '../../kernel/clock.ts'
import type { ChangeNotices, Database } from '../../kernel/database.ts'

/** Interval between reads of the change log when polling, so that a change is visible well within a second. */
const POLL_MS = 150
/** Interval of checks for a notification, and of reads while no notifications are missed. */
const CHECK_MS = 25
const QUIET_POLL_MS = 1000

export interface WakeUpDeps {
  clock: Clock
  /** Absent when changes are found only by polling. */
  onChanges?: Database['onChanges']
}

/**
 * Decides when to read the change log: on a notification from the database, and otherwise by polling, which is rare
 * while notifications come. A change found without its notification (some poolers pass none on) makes polling frequent
 * again.
 */
export class WakeUp {
  readonly #clock: Clock
  readonly #onChanges: Database['onChanges']
  /** Null until the first check. */
  #notices: ChangeNotices | null = null
  #isWoken = false
  #misses = false
  #readAtMs = Number.NEGATIVE_INFINITY

  constructor({ clock, onChanges = null }: WakeUpDeps) {
    this.#clock = clock
    this.#onChanges = onChanges
  }

  /** Milliseconds between two calls of `isDue`. */
  get checkEveryMs(): number {
    return this.#onChanges === null ? POLL_MS : CHECK_MS
  }

  isDue(): boolean {
    if (this.#onChanges === null) return true
    this.#notices ??= this.#onChanges(() => {
      this.#isWoken = true
      this.#misses = false
    })
    const pollMs = this.#notices.isListening && !this.#misses ? QUIET_POLL_MS : POLL_MS
    const ageMs = this.#clock.now() - this.#readAtMs
    return this.#isWoken || ageMs < 0 || ageMs >= pollMs
  }

  /**
   * Call it before a read.
   * @returns a function to call after the read, which takes whether it found changes.
   */
  begin(): (foundChanges: boolean) => void {
    const wasWoken = this.#isWoken
    this.#isWoken = false
    this.#readAtMs = this.#clock.now()
    return foundChanges => {
      if (foundChanges && !wasWoken && !this.#isWoken) this.#misses = true
    }
  }
}
