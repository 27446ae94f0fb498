import type { ErrorCode } from '@avatary/contract/errors'
import type { worldRoutes } from '@avatary/contract/routes/world'
import {
  BUNDLE_SECTIONS,
  type BundleSection,
  WORLD_ALL_PAGE,
  WORLD_CLIENT_AVATARS,
  WORLD_IDS,
  WORLD_PAGE,
  WORLD_SCHEMA,
} from '@avatary/contract/world'
import { worldEndpoints } from '@avatary/contract/world-endpoints'
import { listedSlot } from '../../avatars/index.ts'
import type { HandlersOf } from '../../handlers.ts'
import {
  type Answer,
  failure,
  json,
  type Prepared,
  prepared,
  type RequestContext,
} from '../../kernel/answer.ts'
import { JsonWriter } from '../../kernel/json-writer.ts'
import type { BulkListing, CatalogSearch } from '../catalog/index.ts'
import { avatarList, bundleAnswer, oneAvatar, onlyPage } from './envelope.ts'
import { clientForm, listForm, searchForm } from './forms.ts'
import { nowOf } from './now.ts'
import type { WorldVisits } from './ports.ts'
import { createSections, SECTION_LIMITS, type Section, type SectionDeps } from './sections.ts'
import { type SharedAnswer, SharedAnswers } from './shared-answers.ts'

export interface WorldDeps extends SectionDeps {
  search: Pick<CatalogSearch, 'answer'>
  /** A listing with pages in the list envelope. */
  all: Pick<BulkListing, 'page'>
  visits: WorldVisits
}

export function worldHandlers(deps: WorldDeps) {
  const { view, clock, search, all, visits, leaderboard, supporters } = deps
  const writer = new JsonWriter()
  const sections = createSections(deps, writer)
  const shared = new SharedAnswers(deps)
  const asSearch = searchForm(clock)
  const asList = listForm(clock)
  const asClient = clientForm(deps)

  const counted = ({ answer, slots }: SharedAnswer, context: RequestContext): Prepared => {
    visits.countShown(context, slots)
    return answer
  }
  const shownOf = ({ body, slots }: Section): SharedAnswer => ({ answer: prepared({ body }), slots })
  /** Changes with every source of an answer but the catalog, so that no older answer is reused. */
  const sourceVersion = () =>
    [deps.promotionsVersion(), leaderboard?.latest?.atMs, supporters?.latest?.atMs].join(' ')
  const section = async (name: BundleSection, limit: number, context: RequestContext) => {
    const make = async () => shownOf(await sections[name](limit))
    return counted(await shared.get(`${name} ${limit} ${sourceVersion()}`, make), context)
  }
  const rosterOf = async (
    name: 'leaderboard' | 'supporters',
    limit: number,
    context: RequestContext,
  ): Promise<Answer<ErrorCode>> => {
    const roster = deps[name]
    if (roster === null) return failure('upstream_not_configured')
    const latest = await roster.get()
    if (latest === null) return failure('upstream_unavailable')
    return (await section(name, limit, context)).lasting(latest.freshUntilMs - clock.now())
  }
  const endpoints = worldEndpoints()

  const bundle = async (names: readonly BundleSection[], limit: number): Promise<SharedAnswer> => {
    const made = await Promise.all(
      names.map(async (name): Promise<[string, Section]> => {
        const rows = Math.min(limit, SECTION_LIMITS[name])
        return [name, await sections[name](rows)]
      }),
    )
    const body = bundleAnswer(
      writer,
      nowOf(clock),
      made.map(([name, { body }]) => [name, body]),
    )
    const slots = made.flatMap(([, { slots }]) => slots)
    const isRandom = names.includes('random')
    return { answer: prepared({ body, ...(isRandom && { cacheControl: 'no-store' }) }), slots }
  }

  return {
    worldPing: async () =>
      json({
        ok: true,
        now: new Date(clock.now()).toISOString(),
        maxLimit: WORLD_PAGE,
        allPage: WORLD_ALL_PAGE,
        schema: WORLD_SCHEMA,
      }),

    worldEndpoints: async () => json({ ok: true, now: nowOf(clock), endpoints }),

    worldStats: ({ context }) => section('stats', 1, context),

    worldClient: async ({ query, context }) =>
      search.answer(context, { ...query, sort: 'popular', limit: WORLD_CLIENT_AVATARS }, asClient),

    worldSearch: async ({ query, context }) => search.answer(context, query, asSearch),

    worldList: async ({ query, context }) => search.answer(context, query, asList),

    worldAll: async ({ query }) => all.page('recent', query.offset, query.limit),

    worldTrending: ({ query, context }) => section('trending', query.limit, context),

    worldPromoted: ({ query, context }) => section('promoted', query.limit, context),

    worldPromotedGroups: ({ query, context }) => section('promotedGroups', query.limit, context),

    worldRandom: async ({ query, context }) =>
      counted(shownOf(sections.random(query.limit, query.platform)), context),

    worldAvatars: async ({ query, context }) => {
      const found = new Set<number>()
      const missing = new Set<string>()
      for (const id of query.ids) {
        const slot = listedSlot(view, id)
        if (slot === -1) missing.add(id)
        else found.add(slot)
      }
      const slots = [...found]
      const page = onlyPage(slots.length, WORLD_IDS)
      const body = avatarList(writer, view, nowOf(clock), page, slots, [...missing])
      return counted({ answer: prepared({ body }), slots }, context)
    },

    worldAvatar: async ({ params, context }) => {
      const slot = listedSlot(view, params.id)
      if (slot === -1) return failure('avatar_not_found')
      const counted = visits.countView(slot, context)
      return prepared({ body: oneAvatar(writer, view, nowOf(clock), counted, slot) })
    },

    worldWear: async ({ params, context }) => {
      const slot = listedSlot(view, params.id)
      if (slot === -1) return failure('avatar_not_found')
      return json({ ok: true, counted: visits.countWear(slot, context) })
    },

    worldTags: ({ query, context }) => section('tags', query.limit, context),

    worldSearches: ({ query, context }) => section('searches', query.limit, context),

    worldLeaderboard: ({ query, context }) => rosterOf('leaderboard', query.limit, context),

    worldSupporters: ({ query, context }) => rosterOf('supporters', query.limit, context),

    worldAdmins: ({ context }) => section('admins', 1, context),

    worldBundle: async ({ query, context }) => {
      const requested = new Set(query.include)
      const names = BUNDLE_SECTIONS.filter(name => requested.has(name))
      if (names.length === 0) return failure('no_valid_section', NO_VALID_SECTION)
      if (requested.has('random')) return counted(await bundle(names, query.limit), context)
      const make = () => bundle(names, query.limit)
      return counted(await shared.get(`bundle ${names} ${query.limit} ${sourceVersion()}`, make), context)
    },
  } satisfies HandlersOf<typeof worldRoutes>
}

const NO_VALID_SECTION = `Name at least one section in \`include\`: ${BUNDLE_SECTIONS.join(', ')}.`
