import type { Selectable, Transaction } from 'kysely'
import type { SqlAccess } from '../../kernel/database.ts'
import type { Checked } from './checks.ts'
import { addRevocation } from './revocations.sql.ts'
import type { Connection, DiscordUser } from './store.ts'
import type { DiscordTables } from './tables.sql.ts'

type Tx = Transaction<DiscordTables>

/** Discord accounts that are connected. */
export function connectionsIn(sql: SqlAccess<DiscordTables>) {
  return {
    /**
     * Connects, in place of what was connected before: the person's other Discord account is disconnected, and with
     * `isConfirmed` the account leaves whoever had it. Revocations of the same account end, as its grants are one; a
     * lease of the account goes on.
     *
     * @returns false, and nothing is done, when somebody else has the account and it is not confirmed.
     */
    connect: (
      personKey: number,
      user: DiscordUser,
      sealedGrant: string,
      nowMs: number,
      { isConfirmed } = { isConfirmed: false },
    ): Promise<boolean> =>
      sql.transact(async tx => {
        await sql.dialect.lock(tx, 'discord')
        if (!isConfirmed && (await isAnothers(tx, user.id, personKey))) return false
        const before = await rowOf(tx, personKey)
        if (before !== undefined && before.discord_id !== user.id) await addRevocation(tx, before, nowMs)
        const leaseUntilMs = await leaseOf(tx, user.id)
        await tx
          .deleteFrom('discord_connections')
          .where(eb => eb.or([eb('person_key', '=', personKey), eb('discord_id', '=', user.id)]))
          .execute()
        await tx.deleteFrom('discord_departures').where('discord_id', '=', user.id).execute()
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
            tries: 0,
            lease_until_ms: leaseUntilMs,
          })
          .execute()
        await tx.deleteFrom('discord_takeovers').where('person_key', '=', personKey).execute()
        return true
      }),
    find: async (personKey: number): Promise<Connection | null> => {
      const row = await rowOf(sql.reader, personKey)
      return row === undefined ? null : connectionOf(row)
    },
    /** Null when there is no connection, or somebody holds its lease. */
    lease: (personKey: number, nowMs: number, untilMs: number): Promise<Connection | null> =>
      sql.transact(async tx => {
        const row = await tx
          .updateTable('discord_connections')
          .set({ lease_until_ms: untilMs })
          .where('person_key', '=', personKey)
          .where('lease_until_ms', '<=', nowMs)
          .returningAll()
          .executeTakeFirst()
        return row === undefined ? null : connectionOf(row)
      }),
    /** Ends the lease that was taken until then; it may stand with a revocation by now. */
    release: async (discordId: string, untilMs: number): Promise<void> => {
      await sql.transact(async tx => {
        await sql.dialect.lock(tx, 'discord')
        for (const table of ['discord_connections', 'discord_departures'] as const)
          await tx
            .updateTable(table)
            .set({ lease_until_ms: 0 })
            .where('discord_id', '=', discordId)
            .where('lease_until_ms', '=', untilMs)
            .execute()
      })
    },
    /** Replaces a grant where it stands now, with the connection or the revocation; nothing when it is another one. */
    saveGrant: async (discordId: string, before: string, after: string): Promise<void> => {
      await sql.transact(async tx => {
        await sql.dialect.lock(tx, 'discord')
        for (const table of ['discord_connections', 'discord_departures'] as const)
          await tx
            .updateTable(table)
            .set({ sealed_grant: after })
            .where('discord_id', '=', discordId)
            .where('sealed_grant', '=', before)
            .execute()
      })
    },
    /** @returns false when the account is not the person's any more. */
    saveSync: (
      personKey: number,
      user: DiscordUser,
      { checked, atMs, dueAtMs }: { checked: Checked; atMs: number; dueAtMs: number },
    ): Promise<boolean> =>
      sql.transact(async tx => {
        const saved = await tx
          .updateTable('discord_connections')
          .set({
            username: user.username,
            avatar: user.avatar,
            checked: JSON.stringify(checked),
            synced_at_ms: atMs,
            due_at_ms: dueAtMs,
            tries: 0,
          })
          .where('person_key', '=', personKey)
          .where('discord_id', '=', user.id)
          .executeTakeFirst()
        return saved.numUpdatedRows > 0n
      }),
    /** After a failed sync. */
    postpone: async (personKey: number, dueAtMs: number): Promise<void> => {
      await sql.transact(tx =>
        tx
          .updateTable('discord_connections')
          .set(eb => ({ due_at_ms: dueAtMs, tries: eb('tries', '+', 1) }))
          .where('person_key', '=', personKey)
          .execute(),
      )
    },
    /** When Discord says that the grant is gone: there is nothing to give back. */
    forget: async (personKey: number, discordId: string): Promise<void> => {
      await sql.transact(tx =>
        tx
          .deleteFrom('discord_connections')
          .where('person_key', '=', personKey)
          .where('discord_id', '=', discordId)
          .execute(),
      )
    },
    /** Who is to be synced next, who is due again later; null when nobody is due. */
    takeDue: (nowMs: number, dueAtMs: number): Promise<number | null> =>
      sql.transact(async tx => {
        await sql.dialect.lock(tx, 'discord')
        const due = await tx
          .selectFrom('discord_connections')
          .select('person_key')
          .where('due_at_ms', '<=', nowMs)
          .where('lease_until_ms', '<=', nowMs)
          .orderBy('due_at_ms')
          .limit(1)
          .executeTakeFirst()
        if (due === undefined) return null
        await tx
          .updateTable('discord_connections')
          .set({ due_at_ms: dueAtMs })
          .where('person_key', '=', due.person_key)
          .execute()
        return due.person_key
      }),
    /** Lets an account be synced at once. */
    syncSoon: async (discordId: string, nowMs: number): Promise<void> => {
      await sql.transact(tx =>
        tx
          .updateTable('discord_connections')
          .set({ due_at_ms: nowMs })
          .where('discord_id', '=', discordId)
          .execute(),
      )
    },
  }
}

async function isAnothers(tx: Tx, discordId: string, personKey: number): Promise<boolean> {
  const holder = await tx
    .selectFrom('discord_connections')
    .select('person_key')
    .where('discord_id', '=', discordId)
    .executeTakeFirst()
  return holder !== undefined && holder.person_key !== personKey
}

/** Until when somebody is at the grant of an account, whoever's it is; 0 for nobody. */
async function leaseOf(tx: Tx, discordId: string): Promise<number> {
  const leases = await tx
    .selectFrom('discord_connections')
    .select('lease_until_ms')
    .where('discord_id', '=', discordId)
    .unionAll(
      tx.selectFrom('discord_departures').select('lease_until_ms').where('discord_id', '=', discordId),
    )
    .execute()
  return Math.max(0, ...leases.map(({ lease_until_ms }) => lease_until_ms))
}

async function rowOf(from: Pick<Tx, 'selectFrom'>, personKey: number) {
  return await from
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
    checked: row.checked === null ? null : (JSON.parse(row.checked) as Checked),
    syncedAtMs: row.synced_at_ms,
    tries: row.tries,
  }
}
