import { type Prepared, prepared } from '../../kernel/answer.ts'
import type { Clock } from '../../kernel/clock.ts'
import { bulkAnswer } from './answers.ts'
import type { CatalogSort } from './search-port.ts'
import type { CatalogView } from './view.ts'

export type BulkSort = Exclude<CatalogSort, 'oldest'>

interface Build {
  slots: Uint32Array
  expiresAtMs: number
  pages: Map<string, CachedPage>
}

interface CachedPage {
  answer: Prepared
  slots: readonly number[]
}

/** Spec, `GET /avatars/all`: "Cached two minutes". */
const BUILD_MS = 120_000

/** Pages kept, the least recently asked for go first: at 1000 avatars a page some 60 MB. */
const PAGES = 96

/**
 * The bulk listing. A build freezes which avatars there are and in what order for two minutes, so that pages of one
 * build never overlap or leave a gap; a page is made when somebody asks for it and then kept. An avatar that is
 * hidden meanwhile leaves its page at once: that page is then shorter, and no other moves.
 */
export class BulkListing {
  readonly #view: CatalogView
  readonly #clock: Clock
  readonly #builds = new Map<BulkSort, Build>()

  constructor({ view, clock }: { view: CatalogView; clock: Clock }) {
    this.#view = view
    this.#clock = clock
    view.onHidden(slots => this.#forgetPagesWith(new Set(slots)))
  }

  /** The same object for everybody who asks while it lives. */
  page(sort: BulkSort, offset: number, limit: number): Prepared {
    const build = this.#build(sort)
    const name = `${offset} ${limit}`
    const page = build.pages.get(name) ?? this.#makePage(build, offset, limit)
    build.pages.delete(name)
    build.pages.set(name, page)
    if (build.pages.size > PAGES) build.pages.delete(build.pages.keys().next().value!)
    return page.answer
  }

  /** The slots of the current build, for answers that stream all of it; some may be hidden by the time they are read. */
  slots(sort: BulkSort): Uint32Array {
    return this.#build(sort).slots
  }

  #build(sort: BulkSort): Build {
    const now = this.#clock.now()
    const held = this.#builds.get(sort)
    if (held !== undefined && now < held.expiresAtMs) return held
    const build = { slots: this.#view.listedSlots(sort), expiresAtMs: now + BUILD_MS, pages: new Map() }
    this.#builds.set(sort, build)
    return build
  }

  #makePage(build: Build, offset: number, limit: number): CachedPage {
    const end = Math.min(offset + limit, build.slots.length)
    const slots = [...build.slots.subarray(offset, end)].filter(slot => this.#view.isListed(slot))
    const nextOffset = end < build.slots.length ? end : null
    const body = bulkAnswer(this.#view, { total: build.slots.length, nextOffset, slots })
    const expires = new Date(build.expiresAtMs).toUTCString()
    return { answer: prepared({ body, cacheControl: 'public', headers: { Expires: expires } }), slots }
  }

  #forgetPagesWith(hidden: ReadonlySet<number>): void {
    for (const build of this.#builds.values()) {
      for (const [name, page] of build.pages) {
        if (page.slots.some(slot => hidden.has(slot))) build.pages.delete(name)
      }
    }
  }
}
