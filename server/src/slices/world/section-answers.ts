import type { Platform } from '@avatary/contract/avatar'
import { type BundleSection, SECTION_LIMITS } from '@avatary/contract/world'
import { failure, type PreparedAnswer, prepared } from '../../kernel/answer.ts'
import type { JsonWriter } from '../../kernel/json-writer.ts'
import { prepareOnce } from '../../kernel/prepare-once.ts'
import { VersionedCache } from '../../kernel/versioned-cache.ts'
import { writeBundle, writeSinglePageList } from './envelope.ts'
import { currentSecondMs, nowText } from './now.ts'
import { createSections, type SectionDeps } from './sections.ts'

/** The service of each roster, as the subject of a failure's sentence. */
const ROSTER_SERVICES = {
  leaderboard: 'The community site, which has the leaderboard,',
  supporters: 'The membership platform, which has the supporters,',
} as const

/** Maximum number of cached answers; at 500 avatars each they take some 20 MB. */
const MAX_ANSWERS = 100

/**
 * Answers with one section, or a bundle of several. Equal requests within a second share an answer, because all
 * visitors of a world send the same ones when it opens.
 */
export class SectionAnswers {
  readonly #deps: SectionDeps
  readonly #writer: JsonWriter
  readonly #sections: ReturnType<typeof createSections>
  readonly #answers: VersionedCache<Promise<PreparedAnswer>>

  constructor(deps: SectionDeps, writer: JsonWriter) {
    this.#deps = deps
    this.#writer = writer
    this.#sections = createSections(deps, writer)
    this.#answers = new VersionedCache(() => this.#version(), { max: MAX_ANSWERS })
  }

  section(name: BundleSection, limit: number): Promise<PreparedAnswer> {
    return this.#answers.get(`${name} ${limit}`, async () => prepared(await this.#sections[name](limit)))
  }

  /** Answers with random avatars. Requests do not share an answer, because each one draws its own avatars. */
  random(limit: number, platform: Platform | null | undefined): PreparedAnswer {
    const slots = this.#deps.random.pick(limit, platform ?? null)
    return prepareOnce(writeSinglePageList(this.#writer, this.#deps, limit, slots), slots)
  }

  /** Fails if the list was never fetched; otherwise the answer may be cached until the next fetch. */
  async roster(name: 'leaderboard' | 'supporters', limit: number) {
    const roster = this.#deps[name]
    const service = ROSTER_SERVICES[name]
    if (roster === null)
      return failure('upstream_not_configured', `${service} is not configured on this server.`)
    const latestRows = await roster.get()
    if (latestRows === null)
      return failure('upstream_unavailable', `${service} does not answer. Try again later.`)
    const answer = await this.section(name, limit)
    return answer.withMaxAge(latestRows.freshUntilMs - this.#deps.clock.now())
  }

  bundle(names: readonly BundleSection[], limit: number): Promise<PreparedAnswer> {
    const makeBundle = () => this.#makeBundle(names, limit)
    return names.includes('random') ? makeBundle() : this.#answers.get(`bundle ${names} ${limit}`, makeBundle)
  }

  async #makeBundle(names: readonly BundleSection[], limit: number): Promise<PreparedAnswer> {
    const sections = await Promise.all(
      names.map(async name => {
        const sectionLimit = Math.min(limit, SECTION_LIMITS[name])
        return { name, ...(await this.#sections[name](sectionLimit)) }
      }),
    )
    const body = writeBundle(this.#writer, nowText(this.#deps.clock), sections)
    const slots = sections.flatMap(({ slots }) => slots)
    const isRandom = names.includes('random')
    return prepared({ body, slots, cacheControl: isRandom ? 'no-store' : undefined })
  }

  /** Changes with every source of an answer and with every second. */
  #version(): string {
    const { view, clock, promotionsVersion, leaderboard, supporters } = this.#deps
    const rosters = `${leaderboard?.latestRows?.atMs} ${supporters?.latestRows?.atMs}`
    return `${view.version} ${currentSecondMs(clock)} ${promotionsVersion()} ${rosters}`
  }
}
