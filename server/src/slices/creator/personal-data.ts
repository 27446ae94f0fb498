import type { PersonalData } from '../../kernel/personal-data.ts'
import { authorIdOf } from '../identity/index.ts'
import type { CreatorStore } from './store.sql.ts'

/**
 * Exports what a creator decided about their avatars, and erases nothing: the decisions belong to the avatars' author
 * and do not name the person. Deleting an account therefore does not list an avatar again.
 */
export function creatorPersonalData(store: CreatorStore): PersonalData {
  return {
    read: async ({ platformAccount }) => {
      if (platformAccount === null) return {}
      const authorId = authorIdOf(platformAccount.id)
      const { sinceMs } = await store.readOptOut(authorId)
      return { creator: { authorId, optedOut: sinceMs !== null, unlisted: await store.unlistedOf(authorId) } }
    },
    erase: async () => {},
  }
}
