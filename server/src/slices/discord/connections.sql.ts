import type { Selectable, Transaction } from 'kysely'
import type { SqlAccess } from '../../kernel/database.ts'
import type { Checked } from './checks.ts'
import { addRevocation } from './revocations.sql.ts'
import type { Connection, DiscordStore } from './store.ts'
import type { DiscordTables } from './tables.sql.ts'

type Connections = Pick<
  DiscordStore,
  | 'connect'
  | 'find'
  | 'lease'
  | 'release'
  | 'saveGrant'
  | 'saveSync'
  | 'postpone'
  | 'forget'
  | 'takeDue'
  | 'syncSoon'
>
type Tx = Transaction<DiscordTables>

/** Discord accounts that are connected. */
export function connectionsIn(sql: SqlAccess<DiscordTables>): Connections {
  return {
    connect: (personKey, user, sealedGrant, nowMs, { isConfirmed } = { isConfirmed: false }) =>
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
    find: async personKey => {
      const row = await rowOf(sql.reader, personKey)
      return row === undefined ? null : connectionOf(row)
    },
    lease: (personKey, nowMs, untilMs) =>
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
    release: async (discordId, untilMs) => {
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
    saveGrant: async (discordId, before, after) => {
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
    saveSync: (personKey, user, { checked, atMs, dueAtMs }) =>
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
    postpone: async (personKey, dueAtMs) => {
      await sql.transact(tx =>
        tx
          .updateTable('discord_connections')
          .set(eb => ({ due_at_ms: dueAtMs, tries: eb('tries', '+', 1) }))
          .where('person_key', '=', personKey)
          .execute(),
      )
    },
    forget: async (personKey, discordId) => {
      await sql.transact(tx =>
        tx
          .deleteFrom('discord_connections')
          .where('person_key', '=', personKey)
          .where('discord_id', '=', discordId)
          .execute(),
      )
    },
    takeDue: (nowMs, dueAtMs) =>
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
    syncSoon: async (discordId, nowMs) => {
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
