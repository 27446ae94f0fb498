import type { Database, SqlAccess } from '../../../kernel/database.ts'
import type { AccountTables } from '../tables.sql.ts'

export interface Usage {
  readonly saved: number
  readonly groups: number
  readonly likes: number
}

/** Counts a person's favorites, groups and likes. */
export async function usageOf(sql: SqlAccess<AccountTables>, userKey: number): Promise<Usage> {
  return await sql.scanner
    .selectNoFrom(eb => [
      eb
        .selectFrom('favorites')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('favorites.user_key', '=', userKey)
        .$asScalar()
        .$notNull()
        .as('saved'),
      eb
        .selectFrom('favorite_groups')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('favorite_groups.user_key', '=', userKey)
        .$asScalar()
        .$notNull()
        .as('groups'),
      eb
        .selectFrom('likes')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('likes.user_key', '=', userKey)
        .$asScalar()
        .$notNull()
        .as('likes'),
    ])
    .executeTakeFirstOrThrow()
}

/** Returns a function that counts the favorites of a person. */
export function favoriteCounter({ db }: { db: Database }): (userKey: number) => Promise<number> {
  const sql = db.tables<AccountTables>()
  return async userKey => (await usageOf(sql, userKey)).saved
}
