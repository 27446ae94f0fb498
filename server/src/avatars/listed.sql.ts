import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../kernel/database.ts'
import { selectRecords } from './read.sql.ts'
import type { CatalogRecord } from './record.ts'
import { toRecord } from './row.ts'
import type { CatalogTables } from './tables.sql.ts'

/** Listed avatars as background work asks for them, in processes that hold no read model. */
export interface ListedAvatars {
  /** Those added last, newest first. */
  newest(limit: number): Promise<CatalogRecord[]>
  /** How many of an author are listed, and how often these were viewed. */
  totalsOf(authorId: string): Promise<{ avatars: number; views: number }>
}

/** Listed avatars, from the system of record. */
export function createListedAvatars({ db }: { db: Database }): ListedAvatars {
  const { reader } = db.tables<CatalogTables>()
  return {
    async newest(limit) {
      const rows = await selectRecords(reader)
        .where(isListed)
        .orderBy('avatars.added_at_ms', 'desc')
        .orderBy('avatars.key', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toRecord)
    },
    async totalsOf(authorId) {
      const { avatars, views } = await reader
        .selectFrom('avatars')
        .leftJoin('avatar_counters', 'avatar_counters.avatar_key', 'avatars.key')
        .select(({ fn }) => [
          fn.countAll<number>().as('avatars'),
          fn.sum<number | null>('avatar_counters.views').as('views'),
        ])
        .where('avatars.author_id', '=', authorId)
        .where(isListed)
        .executeTakeFirstOrThrow()
      return { avatars, views: views ?? 0 }
    },
  }
}

/** Design, "Index states": see `isListed` in `listing-state.ts`. */
function isListed(eb: ExpressionBuilder<CatalogTables, 'avatars'>) {
  return eb.and([
    eb('avatars.is_active', '=', 1),
    eb('avatars.is_unlisted', '=', 0),
    eb('avatars.is_blocked', '=', 0),
    eb('avatars.is_opted_out', '=', 0),
  ])
}
