import { MAX_APPLICATIONS } from '@avatary/contract/applications'
import type { Selectable } from 'kysely'
import type { SqlAccess } from '../../kernel/database.ts'
import { AccountGoneError } from '../../kernel/person.ts'
import { isAccountThere } from './account-row.sql.ts'
import type { Application, ApplicationDetails, Client, NewClient, Owner } from './applications.ts'
import type { OAuthTables } from './tables.sql.ts'

type Row = Selectable<OAuthTables['oauth_applications']>

/** Applications that sign people in. */
export class ApplicationStore {
  readonly #sql: SqlAccess<OAuthTables>

  constructor(sql: SqlAccess<OAuthTables>) {
    this.#sql = sql
  }

  /** @returns 'limit' when a person has as many as there can be. */
  async create(client: NewClient, owner: Owner): Promise<{ kind: 'created' | 'limit' }> {
    return await this.#sql.transact(async tx => {
      if (owner !== 'operators') {
        await this.#sql.dialect.lock(tx, 'oauth-applications')
        if (!(await isAccountThere(tx, owner))) throw new AccountGoneError()
        const { count } = await tx
          .selectFrom('oauth_applications')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('owner_key', '=', owner)
          .executeTakeFirstOrThrow()
        if (count >= MAX_APPLICATIONS) return { kind: 'limit' }
      }
      await tx.insertInto('oauth_applications').values(toRow(client, owner)).execute()
      return { kind: 'created' }
    })
  }

  /** Oldest first; operators see all. */
  async list(owner: Owner): Promise<Application[]> {
    const rows = await this.#sql.reader
      .selectFrom('oauth_applications')
      .selectAll()
      .$if(owner !== 'operators', query => query.where('owner_key', '=', owner as number))
      .orderBy('created_at_ms')
      .orderBy('client_id')
      .execute()
    return rows.map(toApplication)
  }

  /** Changes what is given. Null = there is none of that owner. */
  async update(
    clientId: string,
    owner: Owner,
    { name, siteUrl, redirectUris }: Partial<ApplicationDetails>,
  ): Promise<Application | null> {
    return await this.#sql.transact(async tx => {
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
    })
  }

  /** The old secret is no longer accepted once this resolves. */
  async replaceSecret(
    clientId: string,
    owner: Owner,
    secretHash: string,
  ): Promise<{ kind: 'replaced' | 'public' | 'unknown' }> {
    return await this.#sql.transact(async tx => {
      const row = await tx
        .selectFrom('oauth_applications')
        .select('secret_hash')
        .where('client_id', '=', clientId)
        .$if(owner !== 'operators', query => query.where('owner_key', '=', owner as number))
        .executeTakeFirst()
      if (row === undefined) return { kind: 'unknown' }
      if (row.secret_hash === null) return { kind: 'public' }
      await tx
        .updateTable('oauth_applications')
        .set({ secret_hash: secretHash })
        .where('client_id', '=', clientId)
        .execute()
      return { kind: 'replaced' }
    })
  }

  /** With all that people allowed it, and its codes and tokens. False = there is none of that owner. */
  async remove(clientId: string, owner: Owner): Promise<boolean> {
    return await this.#sql.transact(async tx => {
      const { numDeletedRows } = await tx
        .deleteFrom('oauth_applications')
        .where('client_id', '=', clientId)
        .$if(owner !== 'operators', query => query.where('owner_key', '=', owner as number))
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    })
  }

  async client(clientId: string): Promise<Client | null> {
    const row = await this.#sql.reader
      .selectFrom('oauth_applications')
      .selectAll()
      .where('client_id', '=', clientId)
      .executeTakeFirst()
    return row === undefined ? null : { ...toApplication(row), secretHash: row.secret_hash }
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
