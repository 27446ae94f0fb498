import type { Selectable, Transaction } from 'kysely'
import { Store } from '../../kernel/store.ts'
import { transactForPerson } from '../identity/index.ts'
import type { CheckResults } from './checks.ts'
import { addRevocation } from './revocations.sql.ts'
import type { Connection, DiscordUser } from './store.ts'
import type { DiscordTables } from './tables.sql.ts'

type Tx = Transaction<DiscordTables>

export class ConnectionStore extends Store<DiscordTables> {
  /**
   * Connects a Discord account, in place of the person's previous one. With `isConfirmed` it is also taken from another
   * person. Pending revocations of the account are deleted, because a revocation would also end the new grant. The
   * lease of the account is kept.
   *
   * @returns `taken`, without any change, when another person has the account and `isConfirmed` is false.
   * @throws AccountGoneError when the person's account was deleted.
   */
  async connect(
    personKey: number,
    user: DiscordUser,
    sealedGrant: string,
    nowMs: number,
    { isConfirmed } = { isConfirmed: false },
  ): Promise<{ kind: 'connected' | 'taken' }> {
    return await transactForPerson(this.sql, personKey, async tx => {
      await this.sql.dialect.lock(tx, 'discord')
      if (!isConfirmed && (await isConnectedToAnother(tx, user.id, personKey))) return { kind: 'taken' }
      const oldRow = await rowOf(tx, personKey)
      if (oldRow !== undefined && oldRow.discord_id !== user.id) await addRevocation(tx, oldRow, nowMs)
      const leaseUntilMs = await leaseEndOf(tx, user.id)
      await tx
        .deleteFrom('discord_connections')
        .where(eb => eb.or([eb('person_key', '=', personKey), eb('discord_id', '=', user.id)]))
        .execute()
      await tx.deleteFrom('discord_revocations').where('discord_id', '=', user.id).execute()
      await tx
        .insertInto('discord_connections')
        .values({
          person_key: personKey,
          discord_id: user.id,
          username: user.username,
          avatar: user.avatar,
          sealed_grant: sealedGrant,
          checked: null,
          synced_at_ms: null,
          due_at_ms: nowMs,
          attempts: 0,
          lease_until_ms: leaseUntilMs,
        })
        .execute()
      await tx.deleteFrom('discord_takeovers').where('person_key', '=', personKey).execute()
      return { kind: 'connected' }
    })
  }

  async find(personKey: number): Promise<Connection | null> {
    const row = await rowOf(this.sql.reader, personKey)
    return row === undefined ? null : connectionOf(row)
  }

  /** @returns null when there is no connection, or it is leased already. */
  async lease(personKey: number, nowMs: number, untilMs: number): Promise<Connection | null> {
    return await this.sql.transact(async tx => {
      const row = await tx
        .updateTable('discord_connections')
        .set({ lease_until_ms: untilMs })
        .where('person_key', '=', personKey)
        .where('lease_until_ms', '<=', nowMs)
        .returningAll()
        .executeTakeFirst()
      return row === undefined ? null : connectionOf(row)
    })
  }

  /** Ends the lease that lasts until `untilMs`; a disconnection may have moved it to a revocation. */
  async release(discordId: string, untilMs: number): Promise<void> {
    await this.#replace(discordId, 'lease_until_ms', untilMs, 0)
  }

  /** Replaces the grant of a connection or revocation, unless it is no longer `before`. */
  async saveGrant(discordId: string, before: string, after: string): Promise<void> {
    await this.#replace(discordId, 'sealed_grant', before, after)
  }

  /** @returns false when the account is no longer the person's. */
  async saveSync(
    personKey: number,
    user: DiscordUser,
    { checkResults, atMs, dueAtMs }: { checkResults: CheckResults; atMs: number; dueAtMs: number },
  ): Promise<boolean> {
    const savedCount = await this.execute(tx =>
      tx
        .updateTable('discord_connections')
        .set({
          username: user.username,
          avatar: user.avatar,
          checked: JSON.stringify(checkResults),
          synced_at_ms: atMs,
          due_at_ms: dueAtMs,
          attempts: 0,
        })
        .where('person_key', '=', personKey)
        .where('discord_id', '=', user.id),
    )
    return savedCount > 0
  }

  async postpone(personKey: number, dueAtMs: number): Promise<void> {
    await this.execute(tx =>
      tx
        .updateTable('discord_connections')
        .set(eb => ({ due_at_ms: dueAtMs, attempts: eb('attempts', '+', 1) }))
        .where('person_key', '=', personKey),
    )
  }

  /** Deletes a connection whose grant Discord calls invalid, so there is nothing to revoke. */
  async delete(personKey: number, discordId: string): Promise<void> {
    await this.execute(tx =>
      tx
        .deleteFrom('discord_connections')
        .where('person_key', '=', personKey)
        .where('discord_id', '=', discordId),
    )
  }

  /** @returns the person to sync now, whose next sync is set to `dueAtMs`; null when nobody is due. */
  async takeDue(nowMs: number, dueAtMs: number): Promise<number | null> {
    return await this.transactLocked('discord', async tx => {
      const dueRow = await tx
        .selectFrom('discord_connections')
        .select('person_key')
        .where('due_at_ms', '<=', nowMs)
        .where('lease_until_ms', '<=', nowMs)
        .orderBy('due_at_ms')
        .limit(1)
        .executeTakeFirst()
      if (dueRow === undefined) return null
      await tx
        .updateTable('discord_connections')
        .set({ due_at_ms: dueAtMs })
        .where('person_key', '=', dueRow.person_key)
        .execute()
      return dueRow.person_key
    })
  }

  async syncSoon(discordId: string, nowMs: number): Promise<void> {
    await this.execute(tx =>
      tx.updateTable('discord_connections').set({ due_at_ms: nowMs }).where('discord_id', '=', discordId),
    )
  }

  /** Replaces a value of a connection or revocation, unless it is no longer `before`. */
  async #replace<Value extends string | number>(
    discordId: string,
    column: 'lease_until_ms' | 'sealed_grant',
    before: Value,
    after: Value,
  ): Promise<void> {
    await this.transactLocked('discord', async tx => {
      for (const table of ['discord_connections', 'discord_revocations'] as const)
        await tx
          .updateTable(table)
          .set({ [column]: after })
          .where('discord_id', '=', discordId)
          .where(column, '=', before)
          .execute()
    })
  }
}

async function isConnectedToAnother(tx: Tx, discordId: string, personKey: number): Promise<boolean> {
  const holder = await tx
    .selectFrom('discord_connections')
    .select('person_key')
    .where('discord_id', '=', discordId)
    .executeTakeFirst()
  return holder !== undefined && holder.person_key !== personKey
}

/** The end of the lease of an account, held by its connection or a revocation; 0 for none. */
async function leaseEndOf(tx: Tx, discordId: string): Promise<number> {
  const leases = await tx
    .selectFrom('discord_connections')
    .select('lease_until_ms')
    .where('discord_id', '=', discordId)
    .unionAll(
      tx.selectFrom('discord_revocations').select('lease_until_ms').where('discord_id', '=', discordId),
    )
    .execute()
  return Math.max(0, ...leases.map(({ lease_until_ms }) => lease_until_ms))
}

async function rowOf(reader: Pick<Tx, 'selectFrom'>, personKey: number) {
  return await reader
    .selectFrom('discord_connections')
    .selectAll()
    .where('person_key', '=', personKey)
    .executeTakeFirst()
}

function connectionOf(row: Selectable<DiscordTables['discord_connections']>): Connection {
  return {
    personKey: row.person_key,
    user: { id: row.discord_id, username: row.username, avatar: row.avatar },
    sealedGrant: row.sealed_grant,
    checkResults: row.checked === null ? null : (JSON.parse(row.checked) as CheckResults),
    syncedAtMs: row.synced_at_ms,
    attempts: row.attempts,
  }
}
