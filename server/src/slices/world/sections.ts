import type { CatalogView } from '../../avatars/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { JsonWriter } from '../../kernel/json-writer.ts'
import { type SearchTerms, shownTagCounts } from '../catalog/index.ts'
import { objectAnswer, singlePage, writeItemList, writeSinglePageList } from './envelope.ts'
import { nowText, timestampOf } from './now.ts'
import type { Roster, WorldSources } from './ports.ts'
import type { RandomAvatars } from './random-avatars.ts'
import type { RisingAvatars } from './rising.ts'

/** The answer of an endpoint, by itself or in a bundle. */
export interface Section {
  body: Buffer
  /** The avatars in it. */
  slots: readonly number[]
}

export interface SectionDeps extends WorldSources {
  view: CatalogView
  clock: Clock
  rising: Pick<RisingAvatars, 'slots'>
  random: Pick<RandomAvatars, 'pick'>
  terms: Pick<SearchTerms, 'top'>
}

/** Returns the functions that make the sections, by their name in a bundle. */
export function createSections(deps: SectionDeps, writer: JsonWriter) {
  const { view, clock, rising, random, terms, stats, placements, staff, leaderboard, supporters } = deps
  const objectSection = (fields: object): Section => ({
    body: objectAnswer(nowText(clock), fields),
    slots: [],
  })
  const listSection = (slots: readonly number[], limit: number): Section => ({
    body: writeSinglePageList(writer, deps, limit, slots).toBuffer(),
    slots,
  })

  /**
   * `now` is the time at which the rows were fetched. Before the first fetch, and without a roster, there are no rows.
   */
  const rosterSection = (roster: Roster<object> | null, limit: number): Section => {
    const { rows, atMs } = roster?.latestRows ?? { rows: [], atMs: clock.now() }
    return { body: objectAnswer(timestampOf(atMs), { rows: rows.slice(0, limit) }), slots: [] }
  }
  return {
    stats: () => objectSection(stats()),

    trending: async (limit: number) => listSection((await rising.slots()).slice(0, limit), limit),

    promoted: (limit: number) => {
      const listedSlots = placements.avatars().filter(slot => view.isListed(slot))
      return listSection(listedSlots.slice(0, limit), limit)
    },

    promotedGroups: (limit: number) => {
      const groups = placements.vrchatGroups().slice(0, limit)
      const page = singlePage(groups.length, limit)
      return { body: writeItemList(writer, nowText(clock), page, 'groups', groups), slots: [] }
    },

    random: (limit: number) => listSection(random.pick(limit, null), limit),

    tags: (limit: number) => objectSection({ tags: shownTagCounts(view, limit) }),
    searches: async (limit: number) => objectSection({ terms: await terms.top(limit) }),
    leaderboard: (limit: number) => rosterSection(leaderboard, limit),
    admins: () => objectSection({ admins: staff() }),
    supporters: (limit: number) => rosterSection(supporters, limit),
  }
}
