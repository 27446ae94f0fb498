import { MAX_APPLICATIONS } from '@avatary/contract/applications'
import type { Selectable } from 'kysely'
import type { SqlAccess } from '../../kernel/database.ts'
import { AccountGoneError } from '../../kernel/person.ts'
import { isAccountThere } from './account-row.sql.ts'
import type { Application, ApplicationStore, NewClient, Owner } from './applications.ts'
import type { OAuthTables } from './tables.sql.ts'

type Row = Selectable<OAuthTables['oauth_applications']>

export function applicationStore(sql: SqlAccess<OAuthTables>): ApplicationStore {
  const { reader } = sql
  return {
    create: async (client, owner) =>
      await sql.transact(async tx => {
        if (owner !== 'operators') {
          await sql.dialect.lock(tx, 'oauth-applications')
          if (!(await isAccountThere(tx, owner))) throw new AccountGoneError()
          const { count } = await tx
            .selectFrom('oauth_applications')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('owner_key', '=', owner)
            .executeTakeFirstOrThrow()
          if (count >= MAX_APPLICATIONS) return 'limit'
        }
        await tx.insertInto('oauth_applications').values(toRow(client, owner)).execute()
        return 'created'
      }),

    list: async owner => {
      const rows = await reader
        .selectFrom('oauth_applications')
        .selectAll()
        .$if(owner !== 'operators', query => query.where('owner_key', '=', owner as number))
        .orderBy('created_at_ms')
        .orderBy('client_id')
        .execute()
      return rows.map(toApplication)
    },

    update: async (clientId, owner, { name, siteUrl, redirectUris }) =>
      await sql.transact(async tx => {
        const row = await tx
          .updateTable('oauth_applications')
          .set({
            ...(name !== undefined && { name }),
            ...(siteUrl !== undefined && { site_url: siteUrl }),
            ...(redirectUris !== undefined && { redirect_uris: JSON.stringify(redirectUris) }),
          })
          .where('client_id', '=', clientId)
          .$if(owner !== 'operators', query => query.where('owner_key', '=', owner as number))
          .returningAll()
          .executeTakeFirst()
        return row === undefined ? null : toApplication(row)
      }),

    replaceSecret: async (clientId, owner, secretHash) =>
      await sql.transact(async tx => {
        const row = await tx
          .selectFrom('oauth_applications')
          .select('secret_hash')
          .where('client_id', '=', clientId)
          .$if(owner !== 'operators', query => query.where('owner_key', '=', owner as number))
          .executeTakeFirst()
        if (row === undefined) return 'unknown'
        if (row.secret_hash === null) return 'public'
        await tx
          .updateTable('oauth_applications')
          .set({ secret_hash: secretHash })
          .where('client_id', '=', clientId)
          .execute()
        return 'replaced'
      }),

    remove: async (clientId, owner) =>
      await sql.transact(async tx => {
        const { numDeletedRows } = await tx
          .deleteFrom('oauth_applications')
          .where('client_id', '=', clientId)
          .$if(owner !== 'operators', query => query.where('owner_key', '=', owner as number))
          .executeTakeFirstOrThrow()
        return numDeletedRows > 0n
      }),

    client: async clientId => {
      const row = await reader
        .selectFrom('oauth_applications')
        .selectAll()
        .where('client_id', '=', clientId)
        .executeTakeFirst()
      return row === undefined ? null : { ...toApplication(row), secretHash: row.secret_hash }
    },
  }
}

function toRow(client: NewClient, owner: Owner): Row {
  return {
    client_id: client.clientId,
    owner_key: owner === 'operators' ? null : owner,
    name: client.name,
    site_url: client.siteUrl,
    redirect_uris: JSON.stringify(client.redirectUris),
    secret_hash: client.secretHash,
    created_at_ms: client.createdAtMs,
  }
}

function toApplication(row: Row): Application {
  return {
    clientId: row.client_id,
    name: row.name,
    siteUrl: row.site_url,
    kind: row.secret_hash === null ? 'public' : 'confidential',
    redirectUris: JSON.parse(row.redirect_uris),
    createdAtMs: row.created_at_ms,
    registeredBy: row.owner_key === null ? 'operators' : 'user',
  }
}
