import type { PersonalData } from '../../kernel/personal-data.ts'
import { authorIdOf } from './author-id.ts'
import type { CreatorStore } from './store.sql.ts'

/**
 * What a creator has decided of their avatars. It belongs to the author of the avatars, not to the account: who deletes
 * the account has not asked for anything to be listed again, so nothing is erased, and nothing of it names the person.
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
