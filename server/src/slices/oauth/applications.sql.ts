import { MAX_APPLICATIONS } from '@avatary/contract/applications'
import type { Selectable } from 'kysely'
import type { Database, SqlAccess } from '../../kernel/database.ts'
import { AccountGoneError } from '../../kernel/person.ts'
import { lockAccount } from './account-row.sql.ts'
import type { Application, ApplicationDetails, Client, NewClient, Owner } from './applications.ts'
import type { OAuthTables } from './tables.sql.ts'

type Row = Selectable<OAuthTables['oauth_applications']>

export class ApplicationStore {
  readonly #sql: SqlAccess<OAuthTables>

  constructor({ db }: { db: Database }) {
    this.#sql = db.tables<OAuthTables>()
  }

  /** @returns 'limit' when the person has `MAX_APPLICATIONS`. */
  async create(client: NewClient, owner: Owner): Promise<{ kind: 'created' | 'limit' }> {
    return await this.#sql.transact(async tx => {
      if (owner !== 'operators') {
        await this.#sql.dialect.lock(tx, 'oauth-applications')
        if (!(await lockAccount(tx, owner))) throw new AccountGoneError()
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

  /** Oldest first; all applications for operators. */
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

  /** Changes the given fields. @returns null when the owner has no such application. */
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

  /** The old secret is refused as soon as this resolves. */
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

  /** Removes its grants, codes and tokens as well. @returns false when the owner has no such application. */
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
    if (row === undefined) return null
    const { secret_hash: secretHash, blocked_at_ms, owner_key: ownerKey } = row
    return { ...toApplication(row), secretHash, isBlocked: blocked_at_ms !== null, ownerKey }
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
    blocked_at_ms: null,
  }
}

export function toApplication(row: Row): Application {
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
