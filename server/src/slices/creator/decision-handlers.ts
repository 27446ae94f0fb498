import type { VisibilityResult } from '@avatary/contract/creator'
import type { creatorRoutes } from '@avatary/contract/routes/creator'
import type { UnlistOutcome } from '../../avatars/index.ts'
import type { HandlersOf } from '../../handlers.ts'
import { failure, json } from '../../kernel/answer.ts'
import { parseAvatarId } from '../../kernel/avatar-id.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isoOf } from '../../kernel/days.ts'
import type { ModerationStore } from '../moderation/index.ts'
import { listingOf } from './listing-of.ts'
import { type FreshProfiles, forOwners } from './owners.ts'
import type { CreatorStore } from './store.sql.ts'

/** The actor in the audit log. It has no name, because the log outlives accounts. */
const ACTOR = 'verified creator'

export const AVATAR_NOT_FOUND = 'The index holds no such avatar.'

export interface DecisionDeps {
  store: CreatorStore
  optOuts: Pick<ModerationStore, 'optOut' | 'optIn'>
  profiles: FreshProfiles
  /** Updates the view with everything that was committed before the call. */
  catchUp: () => Promise<unknown>
  clock: Clock
}

/** Handlers for decisions of creators: to list or unlist an avatar, and to opt out with all of them. */
export function decisionHandlers({ store, optOuts, profiles, catchUp, clock }: DecisionDeps) {
  const asOwner = forOwners(profiles)
  return {
    setVisibility: asOwner(async (_, { person, params, body: { listed } }) => {
      const avatarId = parseAvatarId(params.id)
      if (avatarId === null) return failure('avatar_not_found', AVATAR_NOT_FOUND)
      const visibility = { personKey: person.key, avatarIds: [avatarId], isUnlisted: !listed }
      const visibilityOutcome = await store.setVisibility(visibility, clock.now())
      if (visibilityOutcome.kind === 'no_link') return failure('no_verified_link')
      const outcome = visibilityOutcome.outcomes.get(avatarId)
      if (outcome?.kind === 'not_owner') return failure('not_owner')
      if (outcome?.kind !== 'done') return failure('avatar_not_found', AVATAR_NOT_FOUND)
      await catchUp()
      return json({ ok: true, id: avatarId, ...listingOf(outcome.state) })
    }),

    setVisibilities: asOwner(async (_, { person, body: { ids, listed } }) => {
      const items = ids.map(text => ({ text, avatarId: parseAvatarId(text) }))
      const avatarIds = [...new Set(items.flatMap(({ avatarId }) => avatarId ?? []))]
      const visibility = { personKey: person.key, avatarIds, isUnlisted: !listed }
      const outcome = await store.setVisibility(visibility, clock.now())
      if (outcome.kind === 'no_link') return failure('no_verified_link')
      await catchUp()
      const results = items.map(({ text, avatarId }, index) =>
        resultOf({ index, id: avatarId ?? text }, outcome.outcomes.get(avatarId ?? '')),
      )
      const doneCount = results.filter(({ status }) => status === 'done').length
      return json({ done: doneCount, refused: results.length - doneCount, results })
    }),

    creatorOptOut: asOwner(async authorId => {
      const { sinceMs, avatars } = await store.readOptOut(authorId)
      const since = sinceMs === null ? null : isoOf(sinceMs)
      return json({ optedOut: sinceMs !== null, since, avatars })
    }),

    setCreatorOptOut: asOwner(async (authorId, { body: { optedOut } }) => {
      const act = { actor: ACTOR, nowMs: clock.now() }
      const { avatars } = await (optedOut ? optOuts.optOut(authorId, act) : optOuts.optIn(authorId, act))
      await catchUp()
      return json({ ok: true, optedOut, avatars })
    }),
  } satisfies Partial<HandlersOf<typeof creatorRoutes>>
}

function resultOf(item: { index: number; id: string }, outcome: UnlistOutcome | undefined): VisibilityResult {
  if (outcome?.kind === 'done') return { ...item, status: 'done', ...listingOf(outcome.state) }
  return {
    ...item,
    status: 'refused',
    code: outcome?.kind === 'not_owner' ? 'not_owner' : 'avatar_not_found',
  }
}
