import type { Platform } from '@avatary/contract/avatar'
import { type BundleSection, SECTION_LIMITS } from '@avatary/contract/world'
import { failure, type Prepared, prepared } from '../../kernel/answer.ts'
import type { JsonWriter } from '../../kernel/json-writer.ts'
import { preparedOnce } from '../../kernel/prepared-once.ts'
import { VersionedCache } from '../../kernel/versioned-cache.ts'
import { bundleAnswer, singlePageList } from './envelope.ts'
import { nowOf, secondOf } from './now.ts'
import { createSections, type SectionDeps } from './sections.ts'

/** The services that provide the rosters, as named in failures. */
const ROSTER_SOURCES = {
  leaderboard: 'The community site, which has the leaderboard,',
  supporters: 'The membership platform, which has the supporters,',
} as const

/** Maximum number of cached answers; at 500 avatars each they take some 20 MB. */
const MAX_ANSWERS = 100

/**
 * Answers with one section, or a bundle of several. Equal requests within a second share an answer, because all visitors
 * of a world send the same ones when it opens.
 */
export class SectionAnswers {
  readonly #deps: SectionDeps
  readonly #writer: JsonWriter
  readonly #sections: ReturnType<typeof createSections>
  readonly #shared: VersionedCache<Promise<Prepared>>

  constructor(deps: SectionDeps, writer: JsonWriter) {
    this.#deps = deps
    this.#writer = writer
    this.#sections = createSections(deps, writer)
    this.#shared = new VersionedCache(() => this.#version(), { max: MAX_ANSWERS })
  }

  section(name: BundleSection, limit: number): Promise<Prepared> {
    return this.#shared.get(`${name} ${limit}`, async () => prepared(await this.#sections[name](limit)))
  }

  /** Not shared, because each request draws its own avatars. */
  random(limit: number, platform: Platform | null | undefined): Prepared {
    const slots = this.#deps.random.pick(limit, platform ?? null)
    return preparedOnce(singlePageList(this.#writer, this.#deps, limit, slots), slots)
  }

  /** Fails if the list was never fetched; otherwise the answer may be cached until the next fetch. */
  async roster(name: 'leaderboard' | 'supporters', limit: number) {
    const roster = this.#deps[name]
    const source = ROSTER_SOURCES[name]
    if (roster === null)
      return failure('upstream_not_configured', `${source} is not configured on this server.`)
    const latestRows = await roster.get()
    if (latestRows === null)
      return failure('upstream_unavailable', `${source} does not answer. Try again later.`)
    const answer = await this.section(name, limit)
    return answer.withMaxAge(latestRows.freshUntilMs - this.#deps.clock.now())
  }

  bundle(names: readonly BundleSection[], limit: number): Promise<Prepared> {
    const make = () => this.#makeBundle(names, limit)
    return names.includes('random') ? make() : this.#shared.get(`bundle ${names} ${limit}`, make)
  }

  async #makeBundle(names: readonly BundleSection[], limit: number): Promise<Prepared> {
    const sections = await Promise.all(
      names.map(async name => {
        const rows = Math.min(limit, SECTION_LIMITS[name])
        return { name, ...(await this.#sections[name](rows)) }
      }),
    )
    const body = bundleAnswer(this.#writer, nowOf(this.#deps.clock), sections)
    const slots = sections.flatMap(({ slots }) => slots)
    const isRandom = names.includes('random')
    return prepared({ body, slots, cacheControl: isRandom ? 'no-store' : undefined })
  }

  /** Changes with every source of an answer and with every second. */
  #version(): string {
    const { view, clock, promotionsVersion, leaderboard, supporters } = this.#deps
    const rosters = `${leaderboard?.latest?.atMs} ${supporters?.latest?.atMs}`
    return `${view.version} ${secondOf(clock)} ${promotionsVersion()} ${rosters}`
  }
}
