import type { PersonalData } from '../../kernel/personal-data.ts'
import { authorIdOf } from '../identity/index.ts'
import type { CreatorStore } from './store.sql.ts'

/** Exports a creator's decisions and erases nothing: they belong to the author of the avatars. */
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
