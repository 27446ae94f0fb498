import type { SqlAccess } from '../../kernel/database.ts'
import type { PendingConsent } from './store.ts'
import type { DiscordTables } from './tables.sql.ts'

/** Statements about states of consents. */
export function statesIn(sql: SqlAccess<DiscordTables>) {
  return {
    addState: async (
      state: string,
      { sessionId, returnTo }: PendingConsent,
      untilMs: number,
    ): Promise<void> => {
      const row = { state, session_id: sessionId, return_to: returnTo, until_ms: untilMs }
      await sql.transact(tx => tx.insertInto('discord_states').values(row).execute())
    },
    /** Reads and deletes a state. Null when there is none, or it has expired. */
    takeState: async (state: string, nowMs: number): Promise<PendingConsent | null> => {
      const taken = await sql.transact(tx =>
        tx.deleteFrom('discord_states').where('state', '=', state).returningAll().executeTakeFirst(),
      )
      if (taken === undefined || taken.until_ms <= nowMs) return null
      return { sessionId: taken.session_id, returnTo: taken.return_to as PendingConsent['returnTo'] }
    },
    /** Deletes states and takeovers that have expired. */
    forgetStates: async (nowMs: number): Promise<void> => {
      const below = nowMs + 1
      await sql.deleteBelow('discord_states', { key: ['state'], column: 'until_ms', below })
      await sql.deleteBelow('discord_takeovers', { key: ['session_id'], column: 'until_ms', below })
    },
  }
}
