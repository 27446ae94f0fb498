import type { BulkSort } from '@avatary/contract/catalog'
import { LRUCache } from 'lru-cache'
import type { CatalogView } from '../../avatars/index.ts'
import { type PreparedAnswer, prepared } from '../../kernel/answer.ts'
import type { Clock } from '../../kernel/clock.ts'
import { JsonWriter } from '../../kernel/json-writer.ts'
import { VERSION } from '../../kernel/version.ts'
import { bulkAnswer } from './answers.ts'

/** One page of a build, without avatars that were hidden since. */
interface BulkPage {
  total: number
  offset: number
  limit: number
  nextOffset: number | null
  slots: Uint32Array
}

export interface BulkDeps {
  view: CatalogView
  clock: Clock
  /** URL of the data's terms of use, sent with every page (RFC 4946). */
  termsUrl: string
  /** Writes the body of a page; defaults to that of `/avatars/all`. */
  write?: (view: CatalogView, page: BulkPage, out: JsonWriter) => Buffer
}

/** The listed avatars in one order, fixed for `BUILD_LIFETIME_MS`. */
interface Build {
  slots: Uint32Array
  /** One byte per slot: 1 if it is in `slots` and still listed. Null while no avatar was hidden. */
  isShown: Uint8Array | null
  total: number
  /** The last change of the log that was applied before the build. */
  seq: number
  expiresAtMs: number
  pages: LRUCache<string, PreparedAnswer>
}

/** Spec, `GET /avatars/all`: "Cached two minutes". */
export const BUILD_LIFETIME_MS = 120_000

/** Maximum number of cached pages; at 1000 avatars each these are some 60 MB. */
const MAX_PAGES = 96

/**
 * Pages of builds, made on demand and cached. Pages of one build neither overlap nor leave gaps. An avatar that is
 * hidden meanwhile leaves its page and the total at once, without moving any other avatar.
 */
export class BulkListing {
  readonly #view: CatalogView
  readonly #clock: Clock
  readonly #license: string
  readonly #write: NonNullable<BulkDeps['write']>
  readonly #writer = new JsonWriter()
  readonly #builds = new Map<BulkSort, Build>()
  /** Pages by the query strings that asked for them. */
  readonly #pageByQuery = new LRUCache<string, { build: Build; pageName: string }>({ max: MAX_PAGES })

  constructor({ view, clock, termsUrl, write = bulkAnswer }: BulkDeps) {
    this.#view = view
    this.#clock = clock
    this.#write = write
    this.#license = `<${termsUrl}>; rel="license"`
    view.onHidden(slots => this.#hide(slots))
  }

  /**
   * Returns the same bytes until the build expires, and lets caches keep them for as long.
   * @param rawQuery the query string by which `cached` shall find the page.
   */
  page(sort: BulkSort, offset: number, limit: number, rawQuery?: string): PreparedAnswer {
    const build = this.#currentBuild(sort)
    const pageName = `${offset} ${limit}`
    const page = build.pages.get(pageName) ?? this.#makePage(build, offset, limit)
    build.pages.set(pageName, page)
    if (rawQuery !== undefined) this.#pageByQuery.set(rawQuery, { build, pageName })
    return page.withMaxAge(build.expiresAtMs - this.#clock.now())
  }

  /** Returns the cached page that a query string asked for before, or null. */
  cached(rawQuery: string): PreparedAnswer | null {
    const cachedPage = this.#pageByQuery.peek(rawQuery)
    const now = this.#clock.now()
    if (cachedPage === undefined || !isLive(cachedPage.build, now)) return null
    const { build, pageName } = cachedPage
    return build.pages.peek(pageName)?.withMaxAge(build.expiresAtMs - now) ?? null
  }

  /**
   * Returns the slots of the current build, for answers that stream its avatars and skip those hidden meanwhile. The
   * ETag is equal in all processes that have applied the same changes. It is weak, because counters move during a
   * build.
   */
  currentSlots(sort: BulkSort): { slots: Uint32Array; etag: string } {
    const { slots, total, seq } = this.#currentBuild(sort)
    return { slots, etag: `W/"${sort}-${total}-${seq}-${VERSION}"` }
  }

  /** The last change that all pages of the current builds contain. */
  get coveredSeq(): number {
    const now = this.#clock.now()
    const liveBuilds = [...this.#builds.values()].filter(build => isLive(build, now))
    return Math.min(this.#view.seq, ...liveBuilds.map(({ seq }) => seq))
  }

  #currentBuild(sort: BulkSort): Build {
    const now = this.#clock.now()
    const cachedBuild = this.#builds.get(sort)
    if (cachedBuild !== undefined && isLive(cachedBuild, now)) return cachedBuild
    const slots = this.#view.listedSlots(sort)
    const { seq } = this.#view
    const build = {
      slots,
      isShown: null,
      total: slots.length,
      seq,
      expiresAtMs: now + BUILD_LIFETIME_MS,
      pages: new LRUCache<string, PreparedAnswer>({ max: MAX_PAGES }),
    }
    this.#builds.set(sort, build)
    return build
  }

  #makePage(build: Build, offset: number, limit: number): PreparedAnswer {
    const end = Math.min(offset + limit, build.slots.length)
    const { isShown } = build
    const page = build.slots.subarray(offset, end)
    const slots = isShown === null ? page : page.filter(slot => isShown[slot] === 1)
    const nextOffset = end < build.slots.length ? end : null
    const body = this.#write(
      this.#view,
      { total: build.total, offset, limit, nextOffset, slots },
      this.#writer,
    )
    return prepared({ body, headers: { Link: this.#license } })
  }

  #hide(hiddenSlots: readonly number[]): void {
    const now = this.#clock.now()
    for (const build of this.#builds.values()) {
      if (!isLive(build, now)) continue
      build.isShown ??= shownFlags(build.slots)
      const { isShown } = build
      const goneSlots = hiddenSlots.filter(slot => isShown[slot] === 1)
      for (const slot of goneSlots) isShown[slot] = 0
      build.total -= goneSlots.length
      if (goneSlots.length > 0) build.pages.clear()
    }
  }
}

/** True until the build expires; false for one made before the clock was set back. */
function isLive({ expiresAtMs }: Build, now: number): boolean {
  return now < expiresAtMs && now >= expiresAtMs - BUILD_LIFETIME_MS
}

/** One byte per slot, 1 for those given. Index loops take a third of the time of iterators. */
function shownFlags(slots: Uint32Array): Uint8Array {
  let highestSlot = -1
  for (let i = 0; i < slots.length; i++) if (slots[i]! > highestSlot) highestSlot = slots[i]!
  const flags = new Uint8Array(highestSlot + 1)
  for (let i = 0; i < slots.length; i++) flags[slots[i]!] = 1
  return flags
}
