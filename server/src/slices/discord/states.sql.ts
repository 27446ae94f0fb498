import type { SqlAccess } from '../../kernel/database.ts'
import type { DiscordStore, ReturnTarget } from './store.ts'
import type { DiscordTables } from './tables.sql.ts'

type States = Pick<DiscordStore, 'addState' | 'takeState' | 'forgetStates'>

/** States of consents under way. */
export function statesIn(sql: SqlAccess<DiscordTables>): States {
  return {
    addState: async (state, { sessionId, returnTo }, untilMs) => {
      const row = { state, session_id: sessionId, return_to: returnTo, until_ms: untilMs }
      await sql.transact(tx => tx.insertInto('discord_states').values(row).execute())
    },
    takeState: async (state, nowMs) => {
      const taken = await sql.transact(tx =>
        tx.deleteFrom('discord_states').where('state', '=', state).returningAll().executeTakeFirst(),
      )
      if (taken === undefined || taken.until_ms <= nowMs) return null
      return { sessionId: taken.session_id, returnTo: taken.return_to as ReturnTarget }
    },
    forgetStates: async nowMs => {
      await sql.transact(async tx => {
        for (const table of ['discord_states', 'discord_takeovers'] as const)
          await tx.deleteFrom(table).where('until_ms', '<=', nowMs).execute()
      })
    },
  }
}
