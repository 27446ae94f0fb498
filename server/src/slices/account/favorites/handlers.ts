import type { accountRoutes } from '@avatary/contract/routes/account'
import type { HandlersOf } from '../../../handlers.ts'
import { failure, json, prepared } from '../../../kernel/answer.ts'
import { parseAvatarId } from '../../../kernel/avatar-id.ts'
import type { AccountDeps } from '../deps.ts'
import { batchAnswer, parseAct } from './batch.ts'
import { favoritesAnswer } from './list-answer.ts'
import { pageOf, selectSaved } from './page.ts'

export function favoriteHandlers({ stores, listAnswerDeps, clock }: AccountDeps) {
  const { favorites, acts, groups, likes } = stores
  return {
    listFavorites: async ({ person, query }) => {
      const savedFavorites = await favorites.listOf(person.key)
      const { view } = listAnswerDeps
      const readTexts = () => favorites.searchableTextsOf(person.key)
      const selectedFavorites = await selectSaved({ view, readTexts }, savedFavorites, query)
      const page =
        query.limit === undefined ? undefined : pageOf(view, savedFavorites, selectedFavorites.length, query)
      const ownGroups = await groups.listOf(person.key)
      return prepared(await favoritesAnswer(listAnswerDeps, selectedFavorites, ownGroups, query, page))
    },

    batchFavorites: async ({ person, body }) => {
      const parsedActs = body.acts.map(parseAct)
      const outcomes = await acts.doActs(person.key, parsedActs, clock.now())
      return json(batchAnswer(body.acts, parsedActs, outcomes))
    },

    restoreFavorites: async ({ person, body: { ids } }) => {
      const avatarIds = ids?.flatMap(id => parseAvatarId(id) ?? []) ?? 'latest'
      return json({ ok: true, restored: await acts.restore(person.key, avatarIds, clock.now()) })
    },

    listMarks: async ({ person }) => {
      const [saved, liked] = await Promise.all([favorites.idsOf(person.key), likes.idsOf(person.key)])
      return json({ saved, liked })
    },

    saveFavorite: async ({ person, params }) => {
      const id = parseAvatarId(params.id)
      const outcome = await acts.do(person.key, { act: 'save', id }, clock.now())
      if (outcome.kind === 'done') return json({ ok: true, id: id ?? params.id, saved: true })
      return failure(outcome.code === 'saved_limit_reached' ? outcome.code : 'avatar_not_found')
    },

    removeFavorite: async ({ person, params }) => {
      const id = parseAvatarId(params.id)
      await acts.do(person.key, { act: 'remove', id }, clock.now())
      return json({ ok: true, id: id ?? params.id, saved: false })
    },

    clearFavorites: async ({ person }) => {
      await acts.clear(person.key, clock.now())
      return json({ ok: true })
    },

    moveToGroup: async ({ person, params, body }) => {
      const { groupId } = body
      const id = parseAvatarId(params.id)
      const outcome = await acts.do(person.key, { act: 'move', id, groupId }, clock.now())
      if (outcome.kind === 'done') return json({ ok: true, id: id ?? params.id, groupId })
      return failure(outcome.code === 'unknown_group' ? outcome.code : 'not_saved')
    },
  } satisfies Partial<HandlersOf<typeof accountRoutes>>
}
