import type { ErrorCode } from '@avatary/contract/errors'
import type { BodyOf, ParamsOf, QueryOf, RouteContract } from '@avatary/contract/route'
import type { creatorRoutes } from '@avatary/contract/routes/creator'
import { type Answer, failure, type Handler, type HandlerInput, json, stream } from '../../kernel/answer.ts'
import { parseAvatarId } from '../../kernel/avatar-id.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SignedIn } from '../../kernel/person.ts'
import type { ModerationStore } from '../moderation/index.ts'
import { listingOf } from './hiding.ts'
import { type OwnAvatarsDeps, slotsOf, writeOwnAvatars } from './own-avatars.ts'
import { type FreshProfiles, ownerOf } from './owners.ts'
import type { CreatorStore } from './store.ts'

type Routes = typeof creatorRoutes
type HandlerOf<Route extends RouteContract> = Handler<
  QueryOf<Route>,
  ParamsOf<Route>,
  BodyOf<Route>,
  ErrorCode,
  SignedIn
>
type InputOf<Route extends RouteContract> = HandlerInput<QueryOf<Route>, ParamsOf<Route>, BodyOf<Route>> &
  SignedIn

/** In the audit log: nothing is kept of the person behind it, as it would outlive their account. */
const ACTOR = 'verified creator'

const UNKNOWN = 'The index holds no such avatar.'

export interface CreatorDeps extends OwnAvatarsDeps {
  store: CreatorStore
  optOuts: Pick<ModerationStore, 'optOut' | 'optIn'>
  profiles: FreshProfiles
  /** Told of authors whose creators look at their avatars: their profiles are asked for first. */
  noteInterest: (authorId: string) => Promise<void>
  /** Tells if all that was counted is in memory; a promise waits for it, but not for long. */
  insightsReady: () => true | Promise<boolean>
  /** Makes what was written before the call visible in this process. */
  catchUp: () => Promise<unknown>
  clock: Clock
}

/** What answers the routes of creators, by the ids of the contract. */
export function creatorHandlers(deps: CreatorDeps) {
  const { store, optOuts, profiles, noteInterest, insightsReady, catchUp, clock } = deps

  /** Only for who is a verified creator, as whom. */
  const asOwner =
    <Route extends RouteContract>(
      work: (authorId: string, input: InputOf<Route>) => Promise<Answer<ErrorCode>>,
    ): HandlerOf<Route> =>
    async input => {
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

  const creatorAvatars = asOwner<Routes['creatorAvatars']>(async (authorId, { query: { days } }) => {
    if (!(await insightsReady())) {
      const message = 'What was counted is still being read. Try again in a moment.'
      return failure('not_ready', message, { 'Retry-After': '2' })
    }
    const [slots] = await Promise.all([ownSlots(authorId), noteInterest(authorId)])
    const chunks = writeOwnAvatars(deps, slots, days)
    return stream(chunks, 'application/json; charset=utf-8', { isCompressible: true })
  })

  const setVisibility = asOwner<Routes['setVisibility']>(async (_, { person, params, body: { listed } }) => {
    const avatarId = parseAvatarId(params.id)
    if (avatarId === null) return failure('avatar_not_found', UNKNOWN)
    const visibility = { userKey: person.key, avatarId, isUnlisted: !listed }
    const outcome = await store.setVisibility(visibility, clock.now())
    if (outcome.kind === 'not_found') return failure('avatar_not_found', UNKNOWN)
    if (outcome.kind === 'not_owner') return failure('not_owner')
    if (outcome.kind === 'no_link') return failure('no_verified_link')
    await catchUp()
    return json({ ok: true, id: avatarId, ...listingOf(outcome.state) })
  })

  const creatorOptOut = asOwner<Routes['creatorOptOut']>(async authorId => {
    const { sinceMs, avatars } = await store.optedOut(authorId)
    const since = sinceMs === null ? null : new Date(sinceMs).toISOString()
    return json({ optedOut: sinceMs !== null, since, avatars })
  })

  const setCreatorOptOut = asOwner<Routes['setCreatorOptOut']>(async (authorId, { body: { optedOut } }) => {
    const act = { actor: ACTOR, nowMs: clock.now() }
    const { avatars } = await (optedOut ? optOuts.optOut(authorId, act) : optOuts.optIn(authorId, act))
    await catchUp()
    return json({ ok: true, optedOut, avatars })
  })

  return { creatorAvatars, setVisibility, creatorOptOut, setCreatorOptOut }
}
