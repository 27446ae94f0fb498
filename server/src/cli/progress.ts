import type { Writable } from 'node:stream'
import { formatCount } from '../kernel/text/format-count.ts'
import { formatDuration, quantity, type Terminal } from './terminal.ts'

export interface ProgressOptions {
  stream: Writable
  /** True rewrites a single line; otherwise lines are appended. */
  isScreen: boolean
  /** Minimum time between two writes. */
  everyMs: number
  /** Noun for the counted items, such as `record`. */
  unit: string
  now: () => number
}

const SCREEN_EVERY_MS = 100
const LINE_EVERY_MS = 2000

export function progressOn(
  { stderr, isScreen }: Pick<Terminal, 'stderr' | 'isScreen'>,
  unit: string,
  everyMs = isScreen ? SCREEN_EVERY_MS : LINE_EVERY_MS,
): Progress {
  return new Progress({ stream: stderr, isScreen, everyMs, unit, now: () => performance.now() })
}

/** Length of the progress bar in characters. */
const BAR_LENGTH = 24
const CLEAR_LINE = '\r\u001b[K'

/** Shows the count and the pace; if the total is known, also the share done and the remaining time. */
export class Progress {
  readonly #options: ProgressOptions
  readonly #startedAt: number
  #shownAt: number
  #startShare = 0
  #isLineOpen = false

  constructor(options: ProgressOptions) {
    this.#options = options
    this.#startedAt = options.now()
    this.#shownAt = this.#startedAt
  }

  get elapsedMs(): number {
    return this.#options.now() - this.#startedAt
  }

  /** Sets the share that an earlier run has done, so that the remaining time is right. */
  startAt(share: number): void {
    this.#startShare = share
  }

  /** @param counted items counted in this run. @param share of the total, from 0 to 1; null when unknown. */
  show(count: number, counted: number, share: number | null): void {
    const { now, everyMs, isScreen, stream } = this.#options
    if (now() - this.#shownAt < everyMs) return
    this.#shownAt = now()
    const text = this.#line(count, counted, share)
    stream.write(isScreen ? `${CLEAR_LINE}${text}` : `${text}\n`)
    this.#isLineOpen = isScreen
  }

  /** Erases the line on a terminal, so that something else can be written. */
  clear(): void {
    if (this.#isLineOpen) this.#options.stream.write(CLEAR_LINE)
    this.#isLineOpen = false
  }

  #line(count: number, counted: number, share: number | null): string {
    const { unit, isScreen } = this.#options
    const pace = `${formatCount((counted * 1000) / Math.max(this.elapsedMs, 1))}/s`
    const parts = [quantity(count, unit), pace]
    if (share !== null && share > this.#startShare) {
      const leftMs = (this.elapsedMs * (1 - share)) / (share - this.#startShare)
      parts.unshift(`${Math.floor(share * 100)} %`)
      parts.push(`${formatDuration(leftMs)} left`)
    }
    return isScreen && share !== null ? `${bar(share)} ${parts.join('  ')}` : parts.join(', ')
  }
}

function bar(share: number): string {
  const filledLength = Math.round(share * BAR_LENGTH)
  return `[${'█'.repeat(filledLength)}${'·'.repeat(BAR_LENGTH - filledLength)}]`
}
