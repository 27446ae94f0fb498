import type { Selectable } from 'kysely'
import type { SqlAccess } from '../../kernel/database.ts'
import type { Takeover } from './store.ts'
import type { DiscordTables } from './tables.sql.ts'

/** Discord accounts that wait for a confirmation before they move. */
export function takeoversIn(sql: SqlAccess<DiscordTables>) {
  return {
    /** Keeps what a session may confirm, in place of what it might before. */
    addTakeover: async (
      sessionId: string,
      { personKey, user, sealedGrant }: Takeover,
      untilMs: number,
    ): Promise<void> => {
      const offered = {
        person_key: personKey,
        discord_id: user.id,
        username: user.username,
        avatar: user.avatar,
        sealed_grant: sealedGrant,
        until_ms: untilMs,
      }
      await sql.transact(tx =>
        tx
          .insertInto('discord_takeovers')
          .values({ session_id: sessionId, ...offered })
          .onConflict(oc => oc.column('session_id').doUpdateSet(offered))
          .execute(),
      )
    },
    /** Null when nothing waits for that session, or no longer. */
    takeover: async (sessionId: string, nowMs: number): Promise<Takeover | null> => {
      const row = await sql.reader
        .selectFrom('discord_takeovers')
        .selectAll()
        .where('session_id', '=', sessionId)
        .executeTakeFirst()
      return takeoverOf(row, nowMs)
    },
    /** The same, which is used up. */
    takeTakeover: async (sessionId: string, nowMs: number): Promise<Takeover | null> => {
      const row = await sql.transact(tx =>
        tx
          .deleteFrom('discord_takeovers')
          .where('session_id', '=', sessionId)
          .returningAll()
          .executeTakeFirst(),
      )
      return takeoverOf(row, nowMs)
    },
  }
}

function takeoverOf(
  row: Selectable<DiscordTables['discord_takeovers']> | undefined,
  nowMs: number,
): Takeover | null {
  if (row === undefined || row.until_ms <= nowMs) return null
  return {
    personKey: row.person_key,
    user: { id: row.discord_id, username: row.username, avatar: row.avatar },
    sealedGrant: row.sealed_grant,
  }
}
