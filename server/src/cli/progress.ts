import { formatCount } from '../kernel/text/format-count.ts'
import { formatDuration, quantity, type Terminal } from './terminal.ts'

/** Minimum milliseconds between two writes. */
const SCREEN_PAUSE_MS = 100
const LINE_PAUSE_MS = 2000

/** Length of the progress bar in characters. */
const BAR_LENGTH = 24
const CLEAR_LINE = '\r\u001b[K'

/** Shows the count and the pace; if the total is known, also the share done and the remaining time. */
export class Progress implements Disposable {
  readonly #terminal: Terminal
  readonly #unit: string
  readonly #pauseMs: number
  readonly #startedAtMs = performance.now()
  #shownAtMs = this.#startedAtMs
  #startShare = 0
  #isLineOpen = false

  /** @param unit noun for the counted items, such as `record`. @param pauseMs minimum time between two writes. */
  constructor(
    terminal: Terminal,
    unit: string,
    pauseMs = terminal.isScreen ? SCREEN_PAUSE_MS : LINE_PAUSE_MS,
  ) {
    this.#terminal = terminal
    this.#unit = unit
    this.#pauseMs = pauseMs
  }

  get elapsedMs(): number {
    return performance.now() - this.#startedAtMs
  }

  /** Elapsed seconds with three decimals. */
  get seconds(): number {
    return Math.round(this.elapsedMs) / 1000
  }

  /** Sets the share that an earlier run has done, so that the remaining time is right. */
  resumeAt(share: number): void {
    this.#startShare = share
  }

  /** @param countInRun items counted in this run. @param share of the total, from 0 to 1; null when unknown. */
  show(count: number, countInRun: number, share: number | null): void {
    const { isScreen, stderr } = this.#terminal
    if (performance.now() - this.#shownAtMs < this.#pauseMs) return
    this.#shownAtMs = performance.now()
    const text = this.#line(count, countInRun, share)
    // One line is rewritten on a screen; elsewhere lines are appended.
    stderr.write(isScreen ? `${CLEAR_LINE}${text}` : `${text}\n`)
    this.#isLineOpen = isScreen
  }

  /** Erases the line on a terminal, so that something else can be written. */
  clear(): void {
    if (this.#isLineOpen) this.#terminal.stderr.write(CLEAR_LINE)
    this.#isLineOpen = false
  }

  [Symbol.dispose](): void {
    this.clear()
  }

  #line(count: number, countInRun: number, share: number | null): string {
    const pace = `${formatCount((countInRun * 1000) / Math.max(this.elapsedMs, 1))}/s`
    const parts = [quantity(count, this.#unit), pace]
    if (share !== null && share > this.#startShare) {
      const remainingMs = (this.elapsedMs * (1 - share)) / (share - this.#startShare)
      parts.unshift(`${Math.floor(share * 100)} %`)
      parts.push(`${formatDuration(remainingMs)} left`)
    }
    return this.#terminal.isScreen && share !== null ? `${bar(share)} ${parts.join('  ')}` : parts.join(', ')
  }
}

function bar(share: number): string {
  const filledLength = Math.round(share * BAR_LENGTH)
  return `[${'█'.repeat(filledLength)}${'·'.repeat(BAR_LENGTH - filledLength)}]`
}
