import type { SourceChanges, SourcePage } from './source-answers.ts'
import { SourceError } from './source-client.ts'

/** Avatars or changes per request: the maximum of the interface. */
export const PAGE_SIZE = 1000
/** No source lists more avatars than this. */
const MAX_AVATARS = 50_000_000
/** Maximum number of changes applied in one run; the next run continues. */
const MAX_CHANGES = 5_000_000
/** Rows and pages that a copy may take in addition, for repeated and newly added avatars. */
const SPARE_ROWS = 10_000
const SPARE_PAGES = 100
/**
 * The start cursor of a source is three minutes behind its newest change; a mirror that reads two pages a second can be
 * at most this far ahead of it.
 */
const MAX_CURSOR_LEAD = 500_000
/**
 * Maximum number of consecutive pages that claim more changes but advance the cursor by less than a page; single ones
 * do occur.
 */
const MAX_SHORT_PAGES = 100

/** Bounds a copy by the total that the source reports, so that a faulty source cannot make it endless. */
export class CopyBounds {
  #rows = 0
  #pages = 0
  #total: number | null = null

  /**
   * @param from the requested offset; `offset` is how far the copy is. They differ because pages overlap.
   * @throws SourceError that says what the source did wrong.
   */
  check(
    { total, avatars, nextOffset }: SourcePage,
    { from, offset }: { from: number; offset: number },
  ): void {
    this.#total ??= total
    this.#rows += avatars.length
    this.#pages++
    if (total > MAX_AVATARS) throw copyError(`says that it lists ${total} avatars, which no source does`)
    if (avatars.length > PAGE_SIZE)
      throw copyError(`gave ${avatars.length} avatars where ${PAGE_SIZE} were asked for`)
    if (nextOffset !== null && nextOffset <= (offset - from > 1 ? from : offset))
      throw copyError(`does not go on after offset ${offset}: it names ${nextOffset} as the next`)
    if (nextOffset !== null && avatars.length === 0 && from >= total)
      throw copyError(`lists ${total} avatars, and names ${nextOffset} as the next offset`)
    const isEndless =
      this.#rows > 2 * this.#total + SPARE_ROWS ||
      this.#pages > 2 * Math.ceil(this.#total / PAGE_SIZE) + SPARE_PAGES
    if (isEndless)
      throw copyError(
        `said that it lists ${this.#total} avatars, and has no end after ${this.#rows} on ${this.#pages} pages`,
      )
  }
}

/** Checks that pages of changes are consistent with the cursors that the source gives. */
export class FollowBounds {
  readonly #fetchNewestCursor: () => Promise<number>
  readonly #lastCursor: number
  #maxCursor: number
  #shortPages = 0

  /** @param fetchNewestCursor asks the source for its start cursor. */
  constructor(cursor: number, fetchNewestCursor: () => Promise<number>) {
    this.#fetchNewestCursor = fetchNewestCursor
    this.#lastCursor = cursor + MAX_CHANGES
    this.#maxCursor = cursor + MAX_CURSOR_LEAD
  }

  /** @throws SourceError that says what the source did wrong. */
  async check({ changes, next, hasMore }: SourceChanges, since: number): Promise<void> {
    const count = changes.length
    if (next < since) throw followError(`goes back from ${since} to ${next}`)
    if (hasMore && next === since)
      throw followError(`says that there is more after ${since}, and stays there`)
    if (count > PAGE_SIZE) throw followError(`gave ${count} changes where ${PAGE_SIZE} were asked for`)
    if (count > next - since) throw followError(`gave ${count} changes between ${since} and ${next}`)
    this.#shortPages = next - since < PAGE_SIZE ? this.#shortPages + 1 : 0
    if (hasMore && this.#shortPages > MAX_SHORT_PAGES)
      throw followError(
        `says after each of ${MAX_SHORT_PAGES} pages that there is more, and hardly advances the cursor`,
      )
    if (!hasMore || next <= this.#maxCursor) return
    const newestCursor = await this.#fetchNewestCursor()
    this.#maxCursor = Math.min(newestCursor, this.#lastCursor) + MAX_CURSOR_LEAD
    if (next > this.#maxCursor)
      throw followError(`gives changes up to ${next}, and ${newestCursor} as the cursor to start from`)
  }
}

function copyError(problem: string): SourceError {
  return new SourceError(`The source cannot be copied: /avatars/all ${problem}.`)
}

function followError(problem: string): SourceError {
  return new SourceError(`The source cannot be followed: /avatars/changes ${problem}.`)
}
