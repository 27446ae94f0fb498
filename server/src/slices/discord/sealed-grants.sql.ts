import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database.ts'
import type { SealedTexts } from '../../kernel/sealed-texts.ts'
import { aboutGrant } from './grant-keeper.ts'
import type { DiscordTables } from './tables.sql.ts'

/** What the grants are sealed for. */
export const DISCORD_GRANTS = 'discord grants'

/**
 * Grants of connections, and of revocations. Those that somebody holds the lease of are left alone: whoever replaces
 * tokens right now writes them where they were read.
 */
export function sealedGrants({ db, clock }: { db: Database; clock: Clock }): SealedTexts[] {
  const sql = db.tables<DiscordTables>()
  const connections: SealedTexts = {
    name: 'Discord connections',
    after: async (id, limit) => {
      const rows = await sql.reader
        .selectFrom('discord_connections')
        .select(['person_key', 'discord_id', 'sealed_grant'])
        .where('person_key', '>', id)
        .orderBy('person_key')
        .limit(limit)
        .execute()
      return rows.map(row => ({
        id: row.person_key,
        sealed: row.sealed_grant,
        about: aboutGrant(row.discord_id),
      }))
    },
    replace: (id, before, after) =>
      sql.transact(async tx => {
        const replaced = await tx
          .updateTable('discord_connections')
          .set({ sealed_grant: after })
          .where('person_key', '=', id)
          .where('sealed_grant', '=', before)
          .where('lease_until_ms', '<=', clock.now())
          .executeTakeFirst()
        return replaced.numUpdatedRows > 0n
      }),
  }
  const revocations: SealedTexts = {
    name: 'Discord grants to give back',
    after: async (id, limit) => {
      const rows = await sql.reader
        .selectFrom('discord_departures')
        .select(['id', 'discord_id', 'sealed_grant'])
        .where('id', '>', id)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(row => ({
        id: row.id,
        sealed: row.sealed_grant,
        about: aboutGrant(row.discord_id),
      }))
    },
    replace: (id, before, after) =>
      sql.transact(async tx => {
        const replaced = await tx
          .updateTable('discord_departures')
          .set({ sealed_grant: after })
          .where('id', '=', id)
          .where('sealed_grant', '=', before)
          .where('lease_until_ms', '<=', clock.now())
          .executeTakeFirst()
        return replaced.numUpdatedRows > 0n
      }),
  }
  return [connections, revocations]
}
