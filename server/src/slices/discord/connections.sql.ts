import type { Selectable, Transaction, Updateable } from 'kysely'
import type { SqlAccess } from '../../kernel/database.ts'
import type { CheckValues } from './checks.ts'
import { departIn } from './departures.sql.ts'
import type { Connection, DiscordStore } from './store.ts'
import type { DiscordTables } from './tables.sql.ts'

type Connections = Pick<
  DiscordStore,
  'connect' | 'find' | 'lease' | 'release' | 'saveGrant' | 'saveSync' | 'postpone' | 'forget' | 'nextDue'
>
type Tx = Transaction<DiscordTables>

/** Discord accounts that are connected. */
export function connectionsIn(sql: SqlAccess<DiscordTables>): Connections {
  const change = async (personKey: number, set: Updateable<DiscordTables['discord_connections']>) => {
    await sql.transact(tx =>
      tx.updateTable('discord_connections').set(set).where('person_key', '=', personKey).execute(),
    )
  }
  return {
    connect: (personKey, user, sealedGrant, nowMs) =>
      sql.transact(async tx => {
        await sql.dialect.lock(tx, 'discord')
        const before = await rowOf(tx, personKey)
        if (before !== undefined && before.discord_id !== user.id) await departIn(tx, before, nowMs)
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
            lease_until_ms: 0,
          })
          .execute()
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
    release: personKey => change(personKey, { lease_until_ms: 0 }),
    saveGrant: async (personKey, discordId, sealedGrant) => {
      await sql.transact(tx =>
        tx
          .updateTable('discord_connections')
          .set({ sealed_grant: sealedGrant })
          .where('person_key', '=', personKey)
          .where('discord_id', '=', discordId)
          .execute(),
      )
    },
    saveSync: async (personKey, user, { checked, atMs, dueAtMs }) => {
      await sql.transact(tx =>
        tx
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
          .execute(),
      )
    },
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
    nextDue: async nowMs => {
      const row = await sql.reader
        .selectFrom('discord_connections')
        .select('person_key')
        .where('due_at_ms', '<=', nowMs)
        .where('lease_until_ms', '<=', nowMs)
        .orderBy('due_at_ms')
        .limit(1)
        .executeTakeFirst()
      return row?.person_key ?? null
    },
  }
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
    checked: row.checked === null ? null : (JSON.parse(row.checked) as CheckValues),
    syncedAtMs: row.synced_at_ms,
    tries: row.tries,
  }
}
