import type { creatorRoutes } from '@avatary/contract/routes/creator'
import type { CatalogView } from '../../avatars/index.ts'
import type { HandlersOf } from '../../handlers.ts'
import { failure, json, prepared, stream } from '../../kernel/answer.ts'
import { parseAvatarId } from '../../kernel/avatar-id.ts'
import { notReadyFailure } from '../insights/index.ts'
import { AVATAR_NOT_FOUND, type DecisionDeps, decisionHandlers } from './decision-handlers.ts'
import { overviewOf } from './overview.ts'
import { type OwnAvatarsDeps, ownPage, slotsOf, writeOwnAvatar, writeOwnAvatars } from './own-avatars.ts'
import { forOwners } from './owners.ts'

export interface CreatorDeps extends OwnAvatarsDeps, DecisionDeps {
  view: CatalogView
  /** Makes an author's profile due soon, because the creator is looking at their avatars. */
  noteInterest: (authorId: string) => Promise<void>
  /** Resolves to true when all counts are in memory, waiting a moment for them. */
  insightsReady: () => Promise<boolean>
}

export function creatorHandlers(deps: CreatorDeps) {
  const { store, profiles, noteInterest, insightsReady, catchUp, view } = deps
  const asOwner = forOwners(profiles)

  const ownSlots = async (authorId: string) => {
    const avatars = await store.avatarsOf(authorId)
    const slots = slotsOf(deps, avatars)
    if (slots.length === avatars.length) return slots
    await catchUp()
    return slotsOf(deps, avatars)
  }

  return {
    ...decisionHandlers(deps),

    creatorAvatars: asOwner(async (authorId, { query }) => {
      if (!(await insightsReady())) return notReadyFailure()
      const [slots] = await Promise.all([ownSlots(authorId), noteInterest(authorId)])
      const chunks = writeOwnAvatars(deps, await ownPage(deps, slots, query), query)
      return stream(chunks, 'application/json; charset=utf-8', { isCompressible: true })
    }),

    creatorAvatar: asOwner(async (authorId, { params, query: { days } }) => {
      if (!(await insightsReady())) return notReadyFailure()
      const avatarId = parseAvatarId(params.id)
      const slots = await ownSlots(authorId)
      const slot = avatarId === null ? -1 : view.slotOf(avatarId)
      if (slot === -1) return failure('avatar_not_found', AVATAR_NOT_FOUND)
      const avatar = slots.find(each => each.slot === slot)
      if (avatar === undefined) return failure('not_owner')
      return prepared({ body: writeOwnAvatar(deps, avatar, days) })
    }),

    creatorOverview: asOwner(async (authorId, { query: { days } }) => {
      if (!(await insightsReady())) return notReadyFailure()
      return json(await overviewOf(deps, await ownSlots(authorId), days))
    }),
  } satisfies HandlersOf<typeof creatorRoutes>
}
