import type { worldRoutes } from '@avatary/contract/routes/world'
import {
  BUNDLE_SECTIONS,
  MAX_WORLD_ALL_PAGE_SIZE,
  MAX_WORLD_CLIENT_AVATARS,
  MAX_WORLD_IDS,
  MAX_WORLD_PAGE_SIZE,
  WORLD_SCHEMA,
} from '@avatary/contract/world'
import { worldEndpoints } from '@avatary/contract/world-endpoints'
import { type CatalogView, listedSlot } from '../../avatars/index.ts'
import type { HandlersOf } from '../../handlers.ts'
import { failure, json, prepared } from '../../kernel/answer.ts'
import type { BufferPool } from '../../kernel/buffer-pool.ts'
import { isoOf } from '../../kernel/days.ts'
import { JsonWriter } from '../../kernel/json-writer.ts'
import { prepareOnce } from '../../kernel/prepare-once.ts'
import { type BulkListing, type CatalogSearch, textRefusal } from '../catalog/index.ts'
import { writeOneAvatar, writeSinglePageList } from './envelope.ts'
import { clientForm, envelopeForm } from './forms.ts'
import { nowText } from './now.ts'
import type { WorldVisits } from './ports.ts'
import { SectionAnswers } from './section-answers.ts'
import type { SectionDeps } from './sections.ts'

export interface WorldDeps extends SectionDeps {
  visits: WorldVisits
  search: Pick<CatalogSearch, 'answer'>
  bulkListing: Pick<BulkListing, 'page'>
  /** A pool of buffers for answers, which return to it once they were sent. */
  bufferPool: BufferPool
}

const PING_LIMITS = {
  maxLimit: MAX_WORLD_PAGE_SIZE,
  allPage: MAX_WORLD_ALL_PAGE_SIZE,
  schema: WORLD_SCHEMA,
} as const

export function worldHandlers(deps: WorldDeps) {
  const { view, clock, search, bulkListing, visits, bufferPool } = deps
  const writer = new JsonWriter(undefined, bufferPool)
  const answers = new SectionAnswers(deps, writer)
  const searchForm = envelopeForm('search', clock)
  const listForm = envelopeForm('list', clock)
  const worldClientForm = clientForm(deps)
  const endpoints = worldEndpoints()

  return {
    worldPing: async () => json({ ok: true, now: isoOf(clock.now()), ...PING_LIMITS }),

    worldEndpoints: async () => json({ ok: true, now: nowText(clock), endpoints }),

    worldStats: () => answers.section('stats', 1),

    worldClient: async ({ query, context }) =>
      textRefusal(query.q) ??
      search.answer(context, { ...query, sort: 'popular', limit: MAX_WORLD_CLIENT_AVATARS }, worldClientForm),

    worldSearch: async ({ query, context }) =>
      textRefusal(query.q) ?? search.answer(context, query, searchForm),

    worldList: async ({ query, context }) => search.answer(context, query, listForm),

    worldAll: async ({ query }) => bulkListing.page('recent', query.offset, query.limit),

    worldTrending: ({ query }) => answers.section('trending', query.limit),

    worldPromoted: ({ query }) => answers.section('promoted', query.limit),

    worldPromotedGroups: ({ query }) => answers.section('promotedGroups', query.limit),

    worldRandom: async ({ query }) => answers.random(query.limit, query.platform),

    worldAvatars: async ({ query }) => {
      const { slots, missing } = findListed(query.ids, view)
      const list = writeSinglePageList(writer, deps, MAX_WORLD_IDS, slots, { missing })
      return prepareOnce(list, slots)
    },

    worldAvatar: async ({ params, context }) => {
      const slot = listedSlot(view, params.id)
      if (slot === -1) return failure('avatar_not_found')
      const counted = visits.countView(slot, context)
      return prepared({ body: writeOneAvatar(writer, view, nowText(clock), counted, slot) })
    },

    worldWear: async ({ params, context }) => {
      const slot = listedSlot(view, params.id)
      if (slot === -1) return failure('avatar_not_found')
      return json({ ok: true, counted: visits.countWear(slot, context) })
    },

    worldTags: ({ query }) => answers.section('tags', query.limit),

    worldSearches: ({ query }) => answers.section('searches', query.limit),

    worldLeaderboard: ({ query }) => answers.roster('leaderboard', query.limit),

    worldSupporters: ({ query }) => answers.roster('supporters', query.limit),

    worldAdmins: () => answers.section('admins', 1),

    worldBundle: async ({ query }) => {
      const requestedSections = new Set(query.include)
      const names = BUNDLE_SECTIONS.filter(name => requestedSections.has(name))
      if (names.length === 0) return failure('no_valid_section', NO_VALID_SECTION)
      return await answers.bundle(names, query.limit)
    },
  } satisfies HandlersOf<typeof worldRoutes>
}

/** The slots of the listed avatars among `ids`, and the ids without a listed avatar, each once. */
function findListed(ids: readonly string[], view: CatalogView): { slots: number[]; missing: string[] } {
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
