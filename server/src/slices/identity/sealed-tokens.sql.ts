import type { Database } from '../../kernel/database.ts'
import type { SealedTexts } from '../../kernel/sealed-texts.ts'
import { associatedDataOf } from './profiles.ts'
import type { IdentityTables } from './tables.sql.ts'

/** The purpose of the key that seals access tokens of the community site. */
export const COMMUNITY_TOKENS = 'community tokens'

/** Reads and replaces the sealed access tokens of the community site. */
export function sealedTokens({ db }: { db: Database }): SealedTexts {
  const sql = db.tables<IdentityTables>()
  return {
    name: COMMUNITY_TOKENS,
    rowsAfter: async (id, limit) => {
      const rows = await sql.reader
        .selectFrom('users')
        .select(['key', 'sealed_token'])
        .where('key', '>', id)
        .where('sealed_token', 'is not', null)
        .orderBy('key')
        .limit(limit)
        .execute()
      return rows.map(({ key, sealed_token }) => ({
        id: key,
        sealedText: sealed_token!,
        associatedData: associatedDataOf(key),
      }))
    },
    replace: (id, before, after) =>
      sql.transact(async tx => {
        const update = await tx
          .updateTable('users')
          .set({ sealed_token: after })
          .where('key', '=', id)
          .where('sealed_token', '=', before)
          .executeTakeFirst()
        return update.numUpdatedRows > 0n
      }),
  }
}
