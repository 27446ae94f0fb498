import type { Writable } from 'node:stream'
import { formatCount, formatDuration, type Terminal } from './terminal.ts'

export interface ProgressOptions {
  stream: Writable
  /** One line that is written over; else a line now and then. */
  isScreen: boolean
  /** Least time between two writes. */
  everyMs: number
  /** `records`, `avatars`. */
  unit: string
  /** Milliseconds of a clock that only grows. */
  now: () => number
}

/** On a screen often, elsewhere a line now and then. */
const SCREEN_EVERY_MS = 100
const LINE_EVERY_MS = 2000

export function progressOn(
  { stderr, isScreen }: Pick<Terminal, 'stderr' | 'isScreen'>,
  unit: string,
  everyMs = isScreen ? SCREEN_EVERY_MS : LINE_EVERY_MS,
): Progress {
  return new Progress({ stream: stderr, isScreen, everyMs, unit, now: () => performance.now() })
}

const BAR = 24
const CLEAR_LINE = '\r\u001b[K'

/** Shows how far something is: count, pace, and, when the whole is known, share and time left. */
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

  /** Tells at which share an interrupted work goes on, so that the time left is that of the rest. */
  startAt(share: number): void {
    this.#startShare = share
  }

  /** @param share of the whole that is done, from 0 to 1; null when the whole is unknown. */
  show(count: number, counted: number, share: number | null): void {
    const { now, everyMs, isScreen, stream } = this.#options
    if (now() - this.#shownAt < everyMs) return
    this.#shownAt = now()
    const text = this.#line(count, counted, share)
    stream.write(isScreen ? `${CLEAR_LINE}${text}` : `${text}\n`)
    this.#isLineOpen = isScreen
  }

  /** Takes the open line away, so that something else can be written. */
  clear(): void {
    if (this.#isLineOpen) this.#options.stream.write(CLEAR_LINE)
    this.#isLineOpen = false
  }

  #line(count: number, counted: number, share: number | null): string {
    const { unit, isScreen } = this.#options
    const pace = `${formatCount((counted * 1000) / Math.max(this.elapsedMs, 1))}/s`
    const parts = [`${formatCount(count)} ${unit}`, pace]
    if (share !== null && share > this.#startShare) {
      const leftMs = (this.elapsedMs * (1 - share)) / (share - this.#startShare)
      parts.unshift(`${Math.floor(share * 100)} %`)
      parts.push(`${formatDuration(leftMs)} left`)
    }
    return isScreen && share !== null ? `${bar(share)} ${parts.join('  ')}` : parts.join(', ')
  }
}

function bar(share: number): string {
  const full = Math.round(share * BAR)
  return `[${'█'.repeat(full)}${'·'.repeat(BAR - full)}]`
}
