import type { ExpressionBuilder } from 'kysely'
import { Store } from '../kernel/store.ts'
import { selectRecords } from './read.sql.ts'
import type { CatalogRecord } from './record.ts'
import { toRecord } from './row.ts'
import type { CatalogTables } from './tables.sql.ts'

/** Queries over listed avatars, for jobs in processes without a read model. */
export class ListedAvatars extends Store<CatalogTables> {
  async newest(limit: number): Promise<CatalogRecord[]> {
    const rows = await selectRecords(this.sql.reader)
      .where(isListed)
      .orderBy('avatars.added_at_ms', 'desc')
      .orderBy('avatars.key', 'desc')
      .limit(limit)
      .execute()
    return rows.map(toRecord)
  }

  /** The number of an author's listed avatars, and the sum of their views. */
  async totalsOf(authorId: string): Promise<{ avatars: number; views: number }> {
    const { avatars, views } = await this.sql.reader
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
  }
}

/** The rule of `isListed` in `listing-state.ts`, as SQL. */
function isListed(eb: ExpressionBuilder<CatalogTables, 'avatars'>) {
  return eb.and([
    eb('avatars.is_active', '=', 1),
    eb('avatars.is_unlisted', '=', 0),
    eb('avatars.is_blocked', '=', 0),
    eb('avatars.is_opted_out', '=', 0),
  ])
}
