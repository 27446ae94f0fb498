import type { creatorRoutes } from '@avatary/contract/routes/creator'
import type { HandlersOf } from '../../handlers.ts'
import { failure, json, stream } from '../../kernel/answer.ts'
import { parseAvatarId } from '../../kernel/avatar-id.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SignedIn } from '../../kernel/person.ts'
import { notReady } from '../insights/index.ts'
import type { ModerationStore } from '../moderation/index.ts'
import { listingOf } from './listing-of.ts'
import { type OwnAvatarsDeps, slotsOf, writeOwnAvatars } from './own-avatars.ts'
import { type FreshProfiles, ownerOf } from './owners.ts'
import type { CreatorStore } from './store.sql.ts'

/** The actor in the audit log, without a name: the log outlives accounts. */
const ACTOR = 'verified creator'

const AVATAR_NOT_FOUND = 'The index holds no such avatar.'

export interface CreatorDeps extends OwnAvatarsDeps {
  store: CreatorStore
  optOuts: Pick<ModerationStore, 'optOut' | 'optIn'>
  profiles: FreshProfiles
  /** Makes an author's profile due soon, as the creator looks at their avatars. */
  noteInterest: (authorId: string) => Promise<void>
  /** True when all counts are in memory; a promise waits a moment for them. */
  insightsReady: () => true | Promise<boolean>
  /** Makes what was written before the call visible in this process. */
  catchUp: () => Promise<unknown>
  clock: Clock
}

export function creatorHandlers(deps: CreatorDeps) {
  const { store, optOuts, profiles, noteInterest, insightsReady, catchUp, clock } = deps

  /** Runs the work for a verified creator, and refuses everybody else. */
  const asOwner =
    <Input extends SignedIn, Own>(work: (authorId: string, input: Input) => Promise<Own>) =>
    async (input: Input) => {
      const owner = await ownerOf(profiles, input.person)
      return owner.kind === 'owner' ? await work(owner.authorId, input) : owner
    }

  const ownSlots = async (authorId: string) => {
    const avatars = await store.avatarsOf(authorId)
    const slots = slotsOf(deps, avatars)
    if (slots.length === avatars.length) return slots
    await catchUp()
    return slotsOf(deps, avatars)
  }

  return {
    creatorAvatars: asOwner(async (authorId, { query: { days } }) => {
      if (!(await insightsReady())) return notReady()
      const [slots] = await Promise.all([ownSlots(authorId), noteInterest(authorId)])
      const chunks = writeOwnAvatars(deps, slots, days)
      return stream(chunks, 'application/json; charset=utf-8', { isCompressible: true })
    }),

    setVisibility: asOwner(async (_, { person, params, body: { listed } }) => {
      const avatarId = parseAvatarId(params.id)
      if (avatarId === null) return failure('avatar_not_found', AVATAR_NOT_FOUND)
      const visibility = { personKey: person.key, avatarId, isUnlisted: !listed }
      const outcome = await store.setVisibility(visibility, clock.now())
      if (outcome.kind === 'not_found') return failure('avatar_not_found', AVATAR_NOT_FOUND)
      if (outcome.kind === 'not_owner') return failure('not_owner')
      if (outcome.kind === 'no_link') return failure('no_verified_link')
      await catchUp()
      return json({ ok: true, id: avatarId, ...listingOf(outcome.state) })
    }),

    creatorOptOut: asOwner(async authorId => {
      const { sinceMs, avatars } = await store.optedOut(authorId)
      const since = sinceMs === null ? null : new Date(sinceMs).toISOString()
      return json({ optedOut: sinceMs !== null, since, avatars })
    }),

    setCreatorOptOut: asOwner(async (authorId, { body: { optedOut } }) => {
      const act = { actor: ACTOR, nowMs: clock.now() }
      const { avatars } = await (optedOut ? optOuts.optOut(authorId, act) : optOuts.optIn(authorId, act))
      await catchUp()
      return json({ ok: true, optedOut, avatars })
    }),
  } satisfies HandlersOf<typeof creatorRoutes>
}
