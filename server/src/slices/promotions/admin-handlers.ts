import type { ErrorCode } from '@avatary/contract/errors'
import { MAX_STAFF_NAME } from '@avatary/contract/promotions'
import type { BodyOf } from '@avatary/contract/route'
import type { promotionRoutes } from '@avatary/contract/routes/promotions'
import type { HandlersOf } from '../../handlers.ts'
import { type Answer, failure, json } from '../../kernel/answer.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Person } from '../../kernel/person.ts'
import type { Act, Listed, Range } from '../moderation/index.ts'
import { parseMoment } from './moment.ts'
import { newPlacement, type PlacementSettings, type Refused } from './placement.ts'
import type { KnownPlacement, PromotionStore } from './store.ts'
import { PLACED_NEEDED, parsePlaced, parseStaffName } from './subject.ts'
import { placementAnswer, staffAnswer } from './views.ts'

/** Who holds the token is not known closer. */
const TOKEN_HOLDER = 'admin token'

/** Within what both engines number rows with. */
export const PLACEMENT_NUMBER = /^[1-9]\d{0,14}$/

/** What answers operators about promotions; who may ask is decided before. */
export function promotionHandlers({ store, clock }: { store: PromotionStore; clock: Clock }) {
  const act = (person: Person | null | undefined): Act => ({
    actor: person ? `user ${person.id}` : TOKEN_HOLDER,
    nowMs: clock.now(),
  })
  const placed = (placement: KnownPlacement) =>
    json({ ok: true, placement: placementAnswer(placement, clock.now()) })

  return {
    listPlacements: async ({ query }) => {
      const nowMs = clock.now()
      const { total, items } = await store.placements(query.state, query, nowMs)
      return page('placements', nowMs, query, {
        total,
        items: items.map(item => placementAnswer(item, nowMs)),
      })
    },

    addPlacement: async ({ body, person }) => {
      const { subject, ...settings } = body
      const placedThing = parsePlaced(subject)
      if (placedThing === null) return failure('invalid_id', `\`subject\` is no id. ${PLACED_NEEDED}.`)
      const read = settingsOf(settings)
      if (read.kind === 'refused') return failure('invalid_body', read.problem)
      const made = newPlacement(placedThing, read.settings, clock.now())
      return made.kind === 'ok'
        ? placed(await store.add(made.placement, act(person)))
        : failure('invalid_body', made.problem)
    },

    changePlacement: async ({ params: { id }, body, person }) => {
      if (!PLACEMENT_NUMBER.test(id)) return failure('unknown_placement')
      const read = settingsOf(body)
      if (read.kind === 'refused') return failure('invalid_body', read.problem)
      const changed = await store.change(Number(id), read.settings, act(person))
      if (changed.kind === 'unknown') return failure('unknown_placement')
      return changed.kind === 'ok' ? placed(changed.placement) : failure('invalid_body', changed.problem)
    },

    removePlacement: async ({ params: { id }, person }) => {
      const isGone = PLACEMENT_NUMBER.test(id) && (await store.remove(Number(id), act(person)))
      return isGone ? json({ ok: true }) : failure('unknown_placement')
    },

    listStaff: async ({ query }) => {
      const { total, items } = await store.staff(query)
      return page('staff', clock.now(), query, { total, items: items.map(staffAnswer) })
    },

    addStaff: async ({ params, person }) =>
      await onName(params.name, name => store.addStaff(name, act(person))),

    removeStaff: async ({ params, person }) =>
      await onName(params.name, name => store.removeStaff(name, act(person))),
  } satisfies HandlersOf<typeof promotionRoutes>
}

function page(key: string, nowMs: number, { limit, offset }: Range, { total, items }: Listed<object>) {
  const end = offset + items.length
  return json({
    ok: true,
    now: new Date(nowMs).toISOString(),
    total,
    count: items.length,
    limit,
    offset,
    nextOffset: items.length > 0 && end < total ? end : null,
    [key]: items,
  })
}

type Body = BodyOf<(typeof promotionRoutes)['changePlacement']>

function settingsOf({
  startsAt,
  endsAt,
  ...settings
}: Body): { kind: 'ok'; settings: PlacementSettings } | Refused {
  const moments: PlacementSettings = {}
  if (startsAt !== undefined) {
    const startsAtMs = parseMoment(startsAt)
    if (startsAtMs === null) return noMoment('startsAt')
    moments.startsAtMs = startsAtMs
  }
  if (endsAt !== undefined) {
    const endsAtMs = endsAt === null ? null : parseMoment(endsAt)
    if (endsAtMs === null && endsAt !== null) return noMoment('endsAt')
    moments.endsAtMs = endsAtMs
  }
  return { kind: 'ok', settings: { ...settings, ...moments } }
}

/** What the schema lets through and is no moment: the 31st of a shorter month, or a leap second. */
function noMoment(field: string): Refused {
  return { kind: 'refused', problem: `\`${field}\` is no moment that there is.` }
}

async function onName(text: string, work: (name: string) => Promise<boolean>): Promise<Answer<ErrorCode>> {
  const name = parseStaffName(text, MAX_STAFF_NAME)
  if (name === null)
    return failure(
      'invalid_parameter',
      `\`name\` must be a display name of at most ${MAX_STAFF_NAME} characters.`,
    )
  return json({ ok: true, name, changed: await work(name) })
}
