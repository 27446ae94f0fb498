import type { accountRoutes } from '@avatary/contract/routes/account'
import type { HandlersOf } from '../../../handlers.ts'
import { failure, json, prepared } from '../../../kernel/answer.ts'
import { parseAvatarId } from '../../../kernel/avatar-id.ts'
import { isOpaqueId } from '../../../kernel/opaque-id.ts'
import type { AccountDeps } from '../deps.ts'
import { batchAnswer, readAct } from './batch.ts'
import { collectionAnswer } from './collection.ts'
import { pageOf, selectSaved } from './page.ts'

export function favoriteHandlers({ stores, collection, clock }: AccountDeps) {
  const { favorites, acts, groups, likes } = stores
  return {
    listFavorites: async ({ person, query }) => {
      const savedFavorites = await favorites.listOf(person.key)
      const { view } = collection
      const textsOf = () => favorites.textsOf(person.key)
      const selectedFavorites = await selectSaved({ view, textsOf }, savedFavorites, query)
      const page =
        query.limit === undefined ? undefined : pageOf(view, savedFavorites, selectedFavorites.length, query)
      const ownGroups = await groups.listOf(person.key)
      return prepared(await collectionAnswer(collection, selectedFavorites, ownGroups, query, page))
    },

    batchFavorites: async ({ person, body }) => {
      const read = body.acts.map(readAct)
      const outcomes = await acts.doActs(person.key, read, clock.now())
      return json(batchAnswer(body.acts, read, outcomes))
    },

    restoreFavorites: async ({ person, body: { ids } }) => {
      const avatarIds = ids?.flatMap(id => parseAvatarId(id) ?? []) ?? null
      return json({ ok: true, restored: await acts.restore(person.key, avatarIds, clock.now()) })
    },

    listMarks: async ({ person }) => {
      const [saved, liked] = await Promise.all([favorites.idsOf(person.key), likes.idsOf(person.key)])
      return json({ saved, liked })
    },

    saveFavorite: async ({ person, params }) => {
      const id = parseAvatarId(params.id)
      if (id === null) return failure('avatar_not_found')
      const outcome = await favorites.save(person.key, id, clock.now())
      if (outcome.kind === 'not_listed') return failure('avatar_not_found')
      if (outcome.kind === 'limit_reached') return failure('saved_limit_reached')
      return json({ ok: true, id, saved: true })
    },

    removeFavorite: async ({ person, params }) => {
      const id = parseAvatarId(params.id)
      if (id !== null) await favorites.remove(person.key, id, clock.now())
      return json({ ok: true, id: id ?? params.id, saved: false })
    },

    clearFavorites: async ({ person }) => {
      await favorites.clear(person.key, clock.now())
      return json({ ok: true })
    },

    moveToGroup: async ({ person, params, body }) => {
      const { groupId } = body
      if (groupId !== null && !isOpaqueId(groupId)) return failure('unknown_group')
      const id = parseAvatarId(params.id)
      if (id === null) return failure('not_saved')
      const outcome = await favorites.move(person.key, id, groupId)
      return outcome.kind === 'done' ? json({ ok: true, id, groupId }) : failure(outcome.kind)
    },
  } satisfies Partial<HandlersOf<typeof accountRoutes>>
}
