import type { ExpressionBuilder, Selectable, Transaction } from 'kysely'
import { Store } from '../../kernel/store.ts'
import type { Revocation } from './store.ts'
import type { DiscordTables } from './tables.sql.ts'

type Tx = Transaction<DiscordTables>

type LeaseOutcome =
  | { readonly kind: 'leased'; readonly revocation: Revocation }
  | { readonly kind: 'in_use' | 'none' }

export class RevocationStore extends Store<DiscordTables> {
  /**
   * Replaces a connection by a revocation that inherits its lease. @returns its id; null when nothing was connected.
   */
  async disconnect(personKey: number, nowMs: number): Promise<number | null> {
    return await this.transactLocked('discord', tx => disconnectIn(tx, personKey, nowMs))
  }

  /** Adds a grant that was never connected, unless somebody has its account: revoking it would end their grant, too. */
  async add(discordId: string, sealedGrant: string, nowMs: number): Promise<void> {
    await this.transactLocked('discord', async tx => {
      const query = tx
        .selectFrom('discord_connections')
        .select('person_key')
        .where('discord_id', '=', discordId)
      if ((await query.executeTakeFirst()) !== undefined) return
      await addRevocation(tx, { discord_id: discordId, sealed_grant: sealedGrant, lease_until_ms: 0 }, nowMs)
    })
  }

  /** @param id null leases the revocation that has been due longest. */
  async lease(id: number | null, nowMs: number, untilMs: number): Promise<LeaseOutcome> {
    return await this.transactLocked('discord', async tx => {
      const isWanted = (eb: ExpressionBuilder<DiscordTables, 'discord_revocations'>) =>
        id === null
          ? eb.and([eb('due_at_ms', '<=', nowMs), eb('lease_until_ms', '<=', nowMs)])
          : eb('id', '=', id)
      const row = await tx
        .selectFrom('discord_revocations')
        .selectAll()
        .where(isWanted)
        .orderBy('due_at_ms')
        .limit(1)
        .executeTakeFirst()
      if (row === undefined) return { kind: 'none' }
      if (row.lease_until_ms > nowMs) return { kind: 'in_use' }
      await tx
        .updateTable('discord_revocations')
        .set({ lease_until_ms: untilMs })
        .where('id', '=', row.id)
        .execute()
      return { kind: 'leased', revocation: revocationOf(row) }
    })
  }

  /** @returns false when the account was connected again in the meantime. */
  async noteRoleCleared(id: number): Promise<boolean> {
    const updatedCount = await this.execute(tx =>
      tx.updateTable('discord_revocations').set({ is_role_cleared: 1 }).where('id', '=', id),
    )
    return updatedCount > 0
  }

  async postpone(id: number, dueAtMs: number): Promise<void> {
    await this.execute(tx =>
      tx
        .updateTable('discord_revocations')
        .set(eb => ({ due_at_ms: dueAtMs, attempts: eb('attempts', '+', 1), lease_until_ms: 0 }))
        .where('id', '=', id),
    )
  }

  /** @returns false when the account was connected again in the meantime. */
  async end(id: number): Promise<boolean> {
    const deletedCount = await this.execute(tx => tx.deleteFrom('discord_revocations').where('id', '=', id))
    return deletedCount > 0
  }
}

/** `disconnect` in the caller's transaction, which must hold the lock `discord`. */
export async function disconnectIn(tx: Tx, personKey: number, nowMs: number): Promise<number | null> {
  const row = await tx
    .deleteFrom('discord_connections')
    .where('person_key', '=', personKey)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : await addRevocation(tx, row, nowMs)
}

/** @param connection the connection that ends; the revocation inherits its lease. */
export async function addRevocation(
  tx: Tx,
  connection: Pick<DiscordTables['discord_connections'], 'discord_id' | 'sealed_grant' | 'lease_until_ms'>,
  nowMs: number,
): Promise<number> {
  const { discord_id, sealed_grant, lease_until_ms } = connection
  const { id } = await tx
    .insertInto('discord_revocations')
    .values({ discord_id, sealed_grant, lease_until_ms, is_role_cleared: 0, due_at_ms: nowMs, attempts: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function revocationOf(row: Selectable<DiscordTables['discord_revocations']>): Revocation {
  return {
    id: row.id,
    discordId: row.discord_id,
    sealedGrant: row.sealed_grant,
    isRoleCleared: row.is_role_cleared === 1,
    attempts: row.attempts,
  }
}
