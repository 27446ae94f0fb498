import type { Database } from '../../kernel/database.ts'
import type { SealedTexts } from '../../kernel/sealed-texts.ts'
import { tokenOf } from './profiles.ts'
import type { IdentityTables } from './tables.sql.ts'

/** What the access tokens of the community site are sealed for. */
export const COMMUNITY_TOKENS = 'community tokens'

/** Access tokens of the community site. */
export function sealedTokens({ db }: { db: Database }): SealedTexts {
  const sql = db.tables<IdentityTables>()
  return {
    name: COMMUNITY_TOKENS,
    after: async (id, limit) => {
      const rows = await sql.reader
        .selectFrom('users')
        .select(['key', 'sealed_token'])
        .where('key', '>', id)
        .where('sealed_token', 'is not', null)
        .orderBy('key')
        .limit(limit)
        .execute()
      return rows.map(({ key, sealed_token }) => ({ id: key, sealed: sealed_token!, about: tokenOf(key) }))
    },
    replace: (id, before, after) =>
      sql.transact(async tx => {
        const replaced = await tx
          .updateTable('users')
          .set({ sealed_token: after })
          .where('key', '=', id)
          .where('sealed_token', '=', before)
          .executeTakeFirst()
        return replaced.numUpdatedRows > 0n
      }),
  }
}
