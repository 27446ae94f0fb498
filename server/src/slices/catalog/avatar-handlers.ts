import type { catalogRoutes } from '@avatary/contract/routes/catalog'
import { AVATAR_SHAPE, listedSlot } from '../../avatars/index.ts'
import type { HandlersOf } from '../../handlers.ts'
import { failure, json, prepared } from '../../kernel/answer.ts'
import { JsonWriter } from '../../kernel/json-writer.ts'
import { avatarsAnswer } from './answers.ts'
import { creatorOf } from './creators.ts'
import type { CatalogDeps } from './handlers.ts'
import { similarAvatars } from './similar.ts'

/** Answers about one avatar or one creator. */
export function avatarHandlers({ view }: Pick<CatalogDeps, 'view'>) {
  const writer = new JsonWriter()

  return {
    getAvatar: async ({ params }) => {
      const slot = listedSlot(view, params.id)
      if (slot === -1) return failure('avatar_not_found')
      view.write(AVATAR_SHAPE, slot, writer.reset())
      return prepared({ body: writer.toBuffer() })
    },

    similarAvatars: async ({ params, query }) => {
      const slot = listedSlot(view, params.id)
      if (slot === -1) return failure('avatar_not_found')
      const slots = similarAvatars(view, slot, query.limit)
      return prepared({ body: avatarsAnswer(view, slots, writer), slots })
    },

    getCreator: async ({ params }) => {
      const creator = creatorOf(view, params.id)
      return creator === null ? failure('creator_not_found') : json(creator)
    },
  } satisfies Partial<HandlersOf<typeof catalogRoutes>>
}
