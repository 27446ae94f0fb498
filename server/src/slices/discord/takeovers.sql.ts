import type { Selectable } from 'kysely'
import type { SqlAccess } from '../../kernel/database.ts'
import type { Takeover } from './store.ts'
import type { DiscordTables } from './tables.sql.ts'

/** Statements about Discord accounts that wait for a confirmation before they move. */
export function takeoversIn(sql: SqlAccess<DiscordTables>) {
  return {
    /** Replaces the takeover of a session. */
    addTakeover: async (
      sessionId: string,
      { personKey, user, sealedGrant }: Takeover,
      untilMs: number,
    ): Promise<void> => {
      const row = {
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
          .values({ session_id: sessionId, ...row })
          .onConflict(oc => oc.column('session_id').doUpdateSet(row))
          .execute(),
      )
    },
    /** Null when the session has none, or it has expired. */
    takeover: async (sessionId: string, nowMs: number): Promise<Takeover | null> => {
      const row = await sql.reader
        .selectFrom('discord_takeovers')
        .selectAll()
        .where('session_id', '=', sessionId)
        .executeTakeFirst()
      return takeoverOf(row, nowMs)
    },
    /** Reads and deletes the takeover of a session. */
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
