import type { PersonalData } from '../../kernel/personal-data.ts'
import { authorIdOf } from '../identity/index.ts'
import type { CreatorStore } from './store.sql.ts'

/**
 * Exports what a creator decided about their avatars, and erases nothing: the decisions belong to the author of the
 * avatars. Deleting an account lists nothing again, and the decisions do not name the person.
 */
export function creatorPersonalData({
  store,
}: {
  store: Pick<CreatorStore, 'optedOut' | 'unlistedOf'>
}): PersonalData {
  return {
    read: async ({ platformAccount }) => {
      if (platformAccount === null) return {}
      const authorId = authorIdOf(platformAccount.id)
      const { sinceMs } = await store.optedOut(authorId)
      return { creator: { authorId, optedOut: sinceMs !== null, unlisted: await store.unlistedOf(authorId) } }
    },
    erase: async () => {},
  }
}
