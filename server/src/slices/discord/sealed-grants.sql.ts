import { sql as raw } from 'kysely'
import type { Clock } from '../../kernel/clock.ts'
import type { Database, SqlAccess } from '../../kernel/database.ts'
import type { SealedTexts } from '../../kernel/sealed-texts.ts'
import { associatedDataOf } from './grant-keeper.ts'
import type { DiscordTables } from './tables.sql.ts'

export const DISCORD_GRANTS = 'discord grants'

/** Grants of connections and revocations. Leased grants are skipped, because their tokens are being refreshed. */
export function sealedGrants({ db, clock }: { db: Database; clock: Clock }): SealedTexts[] {
  const sql = db.tables<DiscordTables>()
  return [
    sealedGrantsIn(sql, clock, 'Discord connections', 'discord_connections', 'person_key'),
    sealedGrantsIn(sql, clock, 'Discord grants to revoke', 'discord_revocations', 'id'),
  ]
}

function sealedGrantsIn(
  sql: SqlAccess<DiscordTables>,
  clock: Clock,
  name: string,
  table: 'discord_connections' | 'discord_revocations',
  key: string,
): SealedTexts {
  const keyColumn = raw.ref<number>(key)
  return {
    name,
    rowsAfter: async (id, limit) => {
      const rows = await sql.reader
        .selectFrom(table)
        .select([keyColumn.as('id'), 'discord_id', 'sealed_grant'])
        .where(keyColumn, '>', id)
        .orderBy(keyColumn)
        .limit(limit)
        .execute()
      return rows.map(row => ({
        id: row.id,
        sealedText: row.sealed_grant,
        associatedData: associatedDataOf(row.discord_id),
      }))
    },
    replace: (id, before, after) =>
      sql.transact(async tx => {
        const update = await tx
          .updateTable(table)
          .set({ sealed_grant: after })
          .where(keyColumn, '=', id)
          .where('sealed_grant', '=', before)
          .where('lease_until_ms', '<=', clock.now())
          .executeTakeFirst()
        return update.numUpdatedRows > 0n
      }),
  }
}
