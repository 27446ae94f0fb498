import { MAX_STAFF_NAME_LENGTH } from '@avatary/contract/promotions'
import type { BodyOf } from '@avatary/contract/route'
import type { promotionRoutes } from '@avatary/contract/routes/promotions'
import type { HandlersOf } from '../../handlers.ts'
import { failure, invalidBody, json } from '../../kernel/answer.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isRowNumber } from '../../kernel/opaque-id.ts'
import { actOf, pageAnswer } from '../moderation/index.ts'
import { placementAnswer, staffAnswer } from './answers.ts'
import { newPlacement, type PlacementRefusal, type PlacementSettings, refusal } from './placement.ts'
import type { PromotionStore } from './store.sql.ts'
import type { PlacementWithAvatar } from './store.ts'
import { PLACEMENT_SUBJECT_HINT, parsePlacementSubject, parseStaffName } from './subject.ts'
import { parseTimestamp } from './timestamp.ts'

interface PromotionHandlersDeps {
  store: PromotionStore
  clock: Clock
  /** Makes this process show everything that was committed before the call. */
  refresh: () => Promise<void>
}

/** Handlers for operators, whom guards have already authenticated. */
export function promotionHandlers({ store, clock, refresh }: PromotionHandlersDeps) {
  const answerPlacement = async (placement: PlacementWithAvatar) => {
    await refresh()
    return json({ ok: true, placement: placementAnswer(placement, clock.now()) })
  }

  return {
    listPlacements: async ({ query }) => {
      const nowMs = clock.now()
      const page = await store.placements(query.state, query, nowMs)
      return pageAnswer('placements', clock, query, page, item => placementAnswer(item, nowMs))
    },

    addPlacement: async ({ body, person }) => {
      const { subject, ...settings } = body
      const placementSubject = parsePlacementSubject(subject)
      if (placementSubject === null)
        return failure('invalid_id', `\`subject\` is no id. ${PLACEMENT_SUBJECT_HINT}.`)
      const parsedSettings = parseSettings(settings)
      if (parsedSettings.kind === 'refused') return invalidBody(parsedSettings)
      const outcome = newPlacement(placementSubject, parsedSettings.settings, clock.now())
      return outcome.kind === 'ok'
        ? await answerPlacement(await store.add(outcome.placement, actOf(person, clock)))
        : invalidBody(outcome)
    },

    changePlacement: async ({ params: { id }, body, person }) => {
      if (!isRowNumber(id)) return failure('unknown_placement')
      const parsedSettings = parseSettings(body)
      if (parsedSettings.kind === 'refused') return invalidBody(parsedSettings)
      const outcome = await store.change(Number(id), parsedSettings.settings, actOf(person, clock))
      if (outcome.kind === 'unknown') return failure('unknown_placement')
      return outcome.kind === 'ok' ? await answerPlacement(outcome.placement) : invalidBody(outcome)
    },

    removePlacement: async ({ params: { id }, person }) => {
      const isRemoved = isRowNumber(id) && (await store.remove(Number(id), actOf(person, clock)))
      if (!isRemoved) return failure('unknown_placement')
      await refresh()
      return json({ ok: true })
    },

    listStaff: async ({ query }) => pageAnswer('staff', clock, query, await store.staff(query), staffAnswer),

    addStaff: async ({ params, person }) =>
      await changeStaff(params.name, name => store.addStaff(name, actOf(person, clock)), refresh),

    removeStaff: async ({ params, person }) =>
      await changeStaff(params.name, name => store.removeStaff(name, actOf(person, clock)), refresh),
  } satisfies HandlersOf<typeof promotionRoutes>
}

type Body = BodyOf<(typeof promotionRoutes)['changePlacement']>

function parseSettings({
  startsAt,
  endsAt,
  ...settings
}: Body): { kind: 'ok'; settings: PlacementSettings } | PlacementRefusal {
  const times: PlacementSettings = {}
  if (startsAt !== undefined) {
    const startsAtMs = parseTimestamp(startsAt)
    if (startsAtMs === null) return notATimestamp('startsAt')
    times.startsAtMs = startsAtMs
  }
  if (endsAt !== undefined) {
    const endsAtMs = endsAt === null ? null : parseTimestamp(endsAt)
    if (endsAtMs === null && endsAt !== null) return notATimestamp('endsAt')
    times.endsAtMs = endsAtMs
  }
  return { kind: 'ok', settings: { ...settings, ...times } }
}

/** The schema accepts some texts that are not dates: the 31st of a shorter month, or a leap second. */
function notATimestamp(field: string): PlacementRefusal {
  return refusal(field, 'is not a valid date and time.')
}

async function changeStaff(
  text: string,
  change: (name: string) => Promise<boolean>,
  refresh: () => Promise<void>,
) {
  const name = parseStaffName(text)
  if (name === null)
    return failure(
      'invalid_parameter',
      `\`name\` must be a display name of at most ${MAX_STAFF_NAME_LENGTH} characters.`,
    )
  const changed = await change(name)
  await refresh()
  return json({ ok: true, name, changed })
}
