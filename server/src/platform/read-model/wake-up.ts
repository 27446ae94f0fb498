import { addAbortListener } from 'node:events'
import type { Timer } from '../../kernel/clock.ts'
import type { ChangeNotices, Database } from '../../kernel/database.ts'

/** Interval between reads of the change log when polling, so that a change is visible well within a second. */
const POLL_MS = 150
/** Minimum pause between two reads. */
const PAUSE_MS = 25
/** Interval of reads while no notifications are missed: a change without one is still visible within a second. */
const QUIET_POLL_MS = 800

export interface WakeUpDeps {
  clock: Timer
  /** Absent when changes are found only by polling. */
  onChanges?: Database['onChanges']
}

/**
 * Decides when to read the change log: on a notification from the database, and otherwise by polling, which is rare
 * while notifications come. A change found without its notification (some poolers pass none on) makes polling frequent
 * again.
 */
export class WakeUp {
  readonly #clock: Timer
  readonly #onChanges: Database['onChanges']
  /** Null until the first wait. */
  #notices: ChangeNotices | null = null
  #isWoken = false
  #missedNotice = false
  #waitController = new AbortController()

  constructor({ clock, onChanges = null }: WakeUpDeps) {
    this.#clock = clock
    this.#onChanges = onChanges
  }

  /** Milliseconds between the end of a read and the next wait. */
  get pauseMs(): number {
    return this.#onChanges === null ? POLL_MS : PAUSE_MS
  }

  /** Waits until the next read is due, or the signal aborts. */
  async untilDue(signal: AbortSignal): Promise<void> {
    if (this.#onChanges === null) return
    this.#notices ??= this.#onChanges(() => {
      this.#isWoken = true
      this.#missedNotice = false
      this.#waitController.abort()
    })
    if (this.#isWoken) return
    const pollMs = this.#notices.isListening && !this.#missedNotice ? QUIET_POLL_MS : POLL_MS
    this.#waitController = new AbortController()
    using _ = addAbortListener(signal, () => this.#waitController.abort())
    await this.#clock.sleep(pollMs - PAUSE_MS, this.#waitController.signal)
  }

  /**
   * Call it before a read.
   * @returns a function to call after the read, which takes whether it found changes.
   */
  beginRead(): (foundChanges: boolean) => void {
    const wasWoken = this.#isWoken
    this.#isWoken = false
    return foundChanges => {
      if (foundChanges && !wasWoken && !this.#isWoken) this.#missedNotice = true
    }
  }
}
