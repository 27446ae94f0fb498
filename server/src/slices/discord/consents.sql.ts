import type { Selectable } from 'kysely'
import { Store } from '../../kernel/store.ts'
import { transactForPerson } from '../identity/index.ts'
import type { PendingConsent, Takeover } from './store.ts'
import type { DiscordTables } from './tables.sql.ts'

/** Consents that have not yet returned from Discord, and takeovers that wait to be confirmed. */
export class ConsentStore extends Store<DiscordTables> {
  async addState(stateHash: string, { sessionId, returnTo }: PendingConsent, untilMs: number): Promise<void> {
    const row = { state: stateHash, session_id: sessionId, return_to: returnTo, until_ms: untilMs }
    await this.execute(tx => tx.insertInto('discord_states').values(row))
  }

  /** Reads and deletes a state; null when there is none or it has expired. */
  async takeState(stateHash: string, nowMs: number): Promise<PendingConsent | null> {
    const consentRow = await this.sql.transact(tx =>
      tx.deleteFrom('discord_states').where('state', '=', stateHash).returningAll().executeTakeFirst(),
    )
    if (consentRow === undefined || consentRow.until_ms <= nowMs) return null
    return { sessionId: consentRow.session_id, returnTo: consentRow.return_to as PendingConsent['returnTo'] }
  }

  async deleteExpired(nowMs: number): Promise<void> {
    const belowMs = nowMs + 1
    await this.sql.deleteBelow('discord_states', { key: ['state'], column: 'until_ms', below: belowMs })
    await this.sql.deleteBelow('discord_takeovers', {
      key: ['session_id'],
      column: 'until_ms',
      below: belowMs,
    })
  }

  /** @throws AccountGoneError when the person's account was deleted. */
  async addTakeover(
    sessionId: string,
    { personKey, user, sealedGrant }: Takeover,
    untilMs: number,
  ): Promise<void> {
    const row = {
      person_key: personKey,
      discord_id: user.id,
      username: user.username,
      avatar: user.avatar,
      sealed_grant: sealedGrant,
      until_ms: untilMs,
    }
    await transactForPerson(this.sql, personKey, tx =>
      tx
        .insertInto('discord_takeovers')
        .values({ session_id: sessionId, ...row })
        .onConflict(oc => oc.column('session_id').doUpdateSet(row))
        .execute(),
    )
  }

  /** Null when the session has no takeover or it has expired. */
  async findTakeover(sessionId: string, nowMs: number): Promise<Takeover | null> {
    const row = await this.sql.reader
      .selectFrom('discord_takeovers')
      .selectAll()
      .where('session_id', '=', sessionId)
      .executeTakeFirst()
    return takeoverOf(row, nowMs)
  }

  /** Reads and deletes it, so that it can be confirmed once. */
  async redeemTakeover(sessionId: string, nowMs: number): Promise<Takeover | null> {
    const row = await this.sql.transact(tx =>
      tx
        .deleteFrom('discord_takeovers')
        .where('session_id', '=', sessionId)
        .returningAll()
        .executeTakeFirst(),
    )
    return takeoverOf(row, nowMs)
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
