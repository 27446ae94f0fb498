import type { accountRoutes } from '@avatary/contract/routes/account'
import type { HandlersOf } from '../../../handlers.ts'
import { failure, json, prepared } from '../../../kernel/answer.ts'
import { parseAvatarId } from '../../../kernel/avatar-id.ts'
import { isoOf } from '../../../kernel/days.ts'
import type { AccountDeps } from '../deps.ts'
import { listAnswer } from '../favorites/list-answer.ts'

export function likeHandlers({ stores: { likes }, listAnswerDeps, clock }: AccountDeps) {
  return {
    listLikes: async ({ person, query: { limit, offset } }) => {
      const { total, items } = await likes.pageOf(person.key, { limit, offset })
      const nextOffset = offset + limit < total ? offset + limit : null
      const answer = await listAnswer(listAnswerDeps, {
        total,
        items,
        extraJsonOf: ({ likedAtMs }) => `"likedAt":"${isoOf(likedAtMs)}"`,
        furtherProperties: { limit, offset, nextOffset },
      })
      return prepared(answer)
    },

    likeAvatar: async ({ person, params }) => {
      const id = parseAvatarId(params.id)
      if (id === null) return failure('avatar_not_found')
      const outcome = await likes.like(person.key, id, clock.now())
      if (outcome.kind === 'not_listed') return failure('avatar_not_found')
      await listAnswerDeps.catchUp()
      return json({ ok: true, id, liked: true, likes: outcome.likes })
    },

    unlikeAvatar: async ({ person, params }) => {
      const id = parseAvatarId(params.id)
      // Removing a like that does not exist succeeds, for any id.
      if (id === null) return json({ ok: true, id: params.id, liked: false, likes: 0 })
      const likesAfter = await likes.unlike(person.key, id, clock.now())
      await listAnswerDeps.catchUp()
      return json({ ok: true, id, liked: false, likes: likesAfter })
    },
  } satisfies Partial<HandlersOf<typeof accountRoutes>>
}
