import type { Platform } from '@avatary/contract/avatar'
import type { BundleSection } from '@avatary/contract/world'
import { failure, type Prepared, prepared } from '../../kernel/answer.ts'
import type { JsonWriter } from '../../kernel/json-writer.ts'
import { preparedOnce } from '../../kernel/prepared-once.ts'
import { bundleAnswer, singlePageList } from './envelope.ts'
import { nowOf } from './now.ts'
import { createSections, SECTION_LIMITS, type Section, type SectionDeps } from './sections.ts'
import { SharedAnswers } from './shared-answers.ts'

/** The services that provide the rosters, as named in failures. */
const ROSTER_SOURCES = {
  leaderboard: 'The community site, which has the leaderboard,',
  supporters: 'The membership platform, which has the supporters,',
} as const

/** Answers with one section, or a bundle of several, shared by equal requests. */
export class SectionAnswers {
  readonly #deps: SectionDeps
  readonly #writer: JsonWriter
  readonly #sections: ReturnType<typeof createSections>
  readonly #shared: SharedAnswers

  constructor(deps: SectionDeps, writer: JsonWriter) {
    this.#deps = deps
    this.#writer = writer
    this.#sections = createSections(deps, writer)
    this.#shared = new SharedAnswers(deps)
  }

  section(name: BundleSection, limit: number): Promise<Prepared> {
    const make = async () => prepared(await this.#sections[name](limit))
    return this.#shared.get(`${name} ${limit} ${this.#sourceVersion()}`, make)
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
    return names.includes('random')
      ? make()
      : this.#shared.get(`bundle ${names} ${limit} ${this.#sourceVersion()}`, make)
  }

  async #makeBundle(names: readonly BundleSection[], limit: number): Promise<Prepared> {
    const sections = await Promise.all(
      names.map(async (name): Promise<[string, Section]> => {
        const rows = Math.min(limit, SECTION_LIMITS[name])
        return [name, await this.#sections[name](rows)]
      }),
    )
    const bodies = sections.map(([name, { body }]) => [name, body] as const)
    const body = bundleAnswer(this.#writer, nowOf(this.#deps.clock), bodies)
    const slots = sections.flatMap(([, { slots }]) => slots)
    const isRandom = names.includes('random')
    return prepared({ body, slots, cacheControl: isRandom ? 'no-store' : undefined })
  }

  /** Changes with every source of an answer except the catalog, so that no older answer is reused. */
  #sourceVersion(): string {
    const { promotionsVersion, leaderboard, supporters } = this.#deps
    return [promotionsVersion(), leaderboard?.latest?.atMs, supporters?.latest?.atMs].join(' ')
  }
}
