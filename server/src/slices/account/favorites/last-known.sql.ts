import { isListed, toListingState, unpackPlatforms } from '../../../avatars/index.ts'
import type { SqlAccess } from '../../../kernel/database.ts'
import type { AccountTables } from '../tables.sql.ts'
import type { LastKnown } from './unlisted.ts'

/** Reads avatars that the read model does not list from the database, keyed by their rows. */
export type ReadLastKnown = (keys: readonly number[]) => Promise<Map<number, LastKnown>>

export function lastKnownReader(sql: SqlAccess<AccountTables>): ReadLastKnown {
  return async keys => {
    const rows = await sql.scanner
      .selectFrom('avatars')
      .select(['key', 'id', 'name', 'author_id', 'author_name', 'platforms', 'added_at_ms'])
      .select(['is_active', 'is_unlisted', 'is_blocked', 'is_opted_out'])
      .where(eb => sql.dialect.isIn(eb.ref('key'), keys))
      .execute()
    return new Map(
      rows.map(row => {
        const state = toListingState(row)
        const known = {
          id: row.id,
          name: row.name,
          authorId: row.author_id,
          authorName: row.author_name,
          platforms: unpackPlatforms(row.platforms),
          addedAtMs: row.added_at_ms,
          isListed: isListed(state),
          isBlocked: state.isBlocked,
        }
        return [row.key, known]
      }),
    )
  }
}
