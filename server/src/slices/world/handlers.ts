import type { worldRoutes } from '@avatary/contract/routes/world'
import {
  BUNDLE_SECTIONS,
  MAX_WORLD_ALL_PAGE,
  MAX_WORLD_IDS,
  MAX_WORLD_PAGE,
  WORLD_CLIENT_AVATARS,
  WORLD_SCHEMA,
} from '@avatary/contract/world'
import { worldEndpoints } from '@avatary/contract/world-endpoints'
import { type CatalogView, listedSlot } from '../../avatars/index.ts'
import type { HandlersOf } from '../../handlers.ts'
import { failure, json, prepared } from '../../kernel/answer.ts'
import type { BufferPool } from '../../kernel/buffer-pool.ts'
import { isoOf } from '../../kernel/days.ts'
import { JsonWriter } from '../../kernel/json-writer.ts'
import { preparedOnce } from '../../kernel/prepared-once.ts'
import { type BulkListing, type CatalogSearch, refusedText } from '../catalog/index.ts'
import { oneAvatar, singlePageList } from './envelope.ts'
import { clientForm, envelopeForm } from './forms.ts'
import { nowOf } from './now.ts'
import { SectionAnswers, type SectionAnswersDeps } from './section-answers.ts'

export interface WorldDeps extends SectionAnswersDeps {
  search: Pick<CatalogSearch, 'answer'>
  all: Pick<BulkListing, 'page'>
  /** A pool of buffers for answers, which return to it once they were sent. */
  memory: BufferPool
}

const LIMITS = { maxLimit: MAX_WORLD_PAGE, allPage: MAX_WORLD_ALL_PAGE, schema: WORLD_SCHEMA } as const

export function worldHandlers(deps: WorldDeps) {
  const { view, clock, search, all, visits, memory } = deps
  const writer = new JsonWriter(undefined, memory)
  const answers = new SectionAnswers(deps, writer)
  const asSearch = envelopeForm('search', clock)
  const asList = envelopeForm('list', clock)
  const asClient = clientForm(deps)
  const endpoints = worldEndpoints()

  return {
    worldPing: async () => json({ ok: true, now: isoOf(clock.now()), ...LIMITS }),

    worldEndpoints: async () => json({ ok: true, now: nowOf(clock), endpoints }),

    worldStats: ({ context }) => answers.section('stats', 1, context),

    worldClient: async ({ query, context }) =>
      refusedText(query.q) ??
      search.answer(context, { ...query, sort: 'popular', limit: WORLD_CLIENT_AVATARS }, asClient),

    worldSearch: async ({ query, context }) =>
      refusedText(query.q) ?? search.answer(context, query, asSearch),

    worldList: async ({ query, context }) => search.answer(context, query, asList),

    worldAll: async ({ query }) => all.page('recent', query.offset, query.limit),

    worldTrending: ({ query, context }) => answers.section('trending', query.limit, context),

    worldPromoted: ({ query, context }) => answers.section('promoted', query.limit, context),

    worldPromotedGroups: ({ query, context }) => answers.section('promotedGroups', query.limit, context),

    worldRandom: async ({ query, context }) => answers.random(query.limit, query.platform, context),

    worldAvatars: async ({ query, context }) => {
      const { slots, missing } = listedAmong(query.ids, view)
      const list = singlePageList(writer, deps, MAX_WORLD_IDS, slots, { missing })
      visits.countImpressions(context, slots)
      return preparedOnce(list)
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

    worldTags: ({ query, context }) => answers.section('tags', query.limit, context),

    worldSearches: ({ query, context }) => answers.section('searches', query.limit, context),

    worldLeaderboard: ({ query, context }) => answers.roster('leaderboard', query.limit, context),

    worldSupporters: ({ query, context }) => answers.roster('supporters', query.limit, context),

    worldAdmins: ({ context }) => answers.section('admins', 1, context),

    worldBundle: async ({ query, context }) => {
      const requestedSections = new Set(query.include)
      const names = BUNDLE_SECTIONS.filter(name => requestedSections.has(name))
      if (names.length === 0) return failure('no_valid_section', NO_VALID_SECTION)
      return await answers.bundle(names, query.limit, context)
    },
  } satisfies HandlersOf<typeof worldRoutes>
}

/** The slots of the listed avatars among `ids`, and the ids without a listed avatar, each once. */
function listedAmong(ids: readonly string[], view: CatalogView): { slots: number[]; missing: string[] } {
  const foundSlots = new Set<number>()
  const missingIds = new Set<string>()
  for (const id of ids) {
    const slot = listedSlot(view, id)
    if (slot === -1) missingIds.add(id)
    else foundSlots.add(slot)
  }
  return { slots: [...foundSlots], missing: [...missingIds] }
}

const NO_VALID_SECTION = `Name at least one section in \`include\`: ${BUNDLE_SECTIONS.join(', ')}.`
