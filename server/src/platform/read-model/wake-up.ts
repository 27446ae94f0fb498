import type { Clock } from '../../kernel/clock.ts'
import type { ChangeNotices, Database } from '../../kernel/database.ts'

/** Time between two reads of the change log, so that a change is visible well within a second. */
const POLL_MS = 150
/** Time between two looks whether a notice came, and between two reads without one. */
const LOOK_MS = 25
const QUIET_POLL_MS = 1000

export interface WakeUpDeps {
  clock: Clock
  /** Absent where changes are found by polling alone. */
  onChanges?: Database['onChanges']
}

/**
 * Decides when the change log is read: at a notice of the database, and else by polling, seldom while notices come. A
 * change that is found without its notice (some poolers pass none on) makes polling frequent again.
 */
export class WakeUp {
  readonly #clock: Clock
  readonly #onChanges: Database['onChanges']
  /** Null until the first look. */
  #notices: ChangeNotices | null = null
  #isWoken = false
  #misses = false
  #readAtMs = Number.NEGATIVE_INFINITY

  constructor({ clock, onChanges = null }: WakeUpDeps) {
    this.#clock = clock
    this.#onChanges = onChanges
  }

  /** Milliseconds between two calls of `isDue`. */
  get lookEveryMs(): number {
    return this.#onChanges === null ? POLL_MS : LOOK_MS
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

  /** To be called before a read. @returns what to call with whether it found changes. */
  begin(): (foundChanges: boolean) => void {
    const wasWoken = this.#isWoken
    this.#isWoken = false
    this.#readAtMs = this.#clock.now()
    return foundChanges => {
      if (foundChanges && !wasWoken && !this.#isWoken) this.#misses = true
    }
  }
}
