import { MAX_APPLICATIONS } from '@avatary/contract/applications'
import type { Selectable, Transaction } from 'kysely'
import { isStorable } from '../../avatars/index.ts'
import { AccountGoneError } from '../../kernel/person.ts'
import { Store } from '../../kernel/store.ts'
import type { Application, ApplicationDetails, Client, NewClient, OwnerKey } from './applications.ts'
import { ownerHashOf } from './secrets.ts'
import type { OAuthTables } from './tables.sql.ts'

type Row = Selectable<OAuthTables['oauth_applications']>

export class ApplicationStore extends Store<OAuthTables> {
  /** A person may have `MAX_APPLICATIONS`, and register none while operators have blocked one of theirs. */
  async create(
    client: NewClient,
    ownerKey: OwnerKey,
  ): Promise<{ kind: 'created' | 'application_limit_reached' | 'application_blocked' }> {
    return await this.sql.transact(async tx => {
      if (ownerKey !== 'operators') {
        await this.sql.dialect.lock(tx, 'oauth-applications')
        const account = await lockAccount(tx, ownerKey)
        if (account === null) throw new AccountGoneError()
        const ownerHash = ownerHashOf(account.id)
        const { count, blocked } = await tx
          .selectFrom('oauth_applications')
          .select(({ fn }) => [
            fn.countAll<number>().as('count'),
            fn.count<number>('blocked_at_ms').as('blocked'),
          ])
          .where(eb => eb.or([eb('owner_key', '=', ownerKey), eb('owner_hash', '=', ownerHash)]))
          .executeTakeFirstOrThrow()
        if (blocked > 0) return { kind: 'application_blocked' }
        if (count >= MAX_APPLICATIONS) return { kind: 'application_limit_reached' }
      }
      await tx.insertInto('oauth_applications').values(toRow(client, ownerKey)).execute()
      return { kind: 'created' }
    })
  }

  /** The owner's applications, or all for operators; oldest first. */
  async list(ownerKey: OwnerKey): Promise<Application[]> {
    const rows = await this.sql.reader
      .selectFrom('oauth_applications')
      .selectAll()
      .$if(ownerKey !== 'operators', query => query.where('owner_key', '=', ownerKey as number))
      .orderBy('created_at_ms')
      .orderBy('client_id')
      .execute()
    return rows.map(toApplication)
  }

  async update(
    clientId: string,
    ownerKey: OwnerKey,
    { name, siteUrl, redirectUris }: Partial<ApplicationDetails>,
  ): Promise<{ kind: 'updated'; application: Application } | NotAllowed> {
    return await this.sql.transact(async tx => {
      const outcome = await findOwn(tx, clientId, ownerKey)
      if (outcome.kind !== 'found') return outcome
      const row = await tx
        .updateTable('oauth_applications')
        .set({
          name,
          site_url: siteUrl,
          redirect_uris: redirectUris && JSON.stringify(redirectUris),
        })
        .where('client_id', '=', clientId)
        .returningAll()
        .executeTakeFirstOrThrow()
      return { kind: 'updated', application: toApplication(row) }
    })
  }

  /** The old secret is refused as soon as this resolves. */
  async replaceSecret(
    clientId: string,
    ownerKey: OwnerKey,
    secretHash: string,
  ): Promise<{ kind: 'replaced' | 'public_application' } | NotAllowed> {
    return await this.sql.transact(async tx => {
      const outcome = await findOwn(tx, clientId, ownerKey)
      if (outcome.kind !== 'found') return outcome
      if (outcome.row.secret_hash === null) return { kind: 'public_application' }
      await tx
        .updateTable('oauth_applications')
        .set({ secret_hash: secretHash })
        .where('client_id', '=', clientId)
        .execute()
      return { kind: 'replaced' }
    })
  }

  /** Also removes its grants, codes and tokens. */
  async remove(clientId: string, ownerKey: OwnerKey): Promise<{ kind: 'removed' } | NotAllowed> {
    return await this.sql.transact(async tx => {
      const outcome = await findOwn(tx, clientId, ownerKey)
      if (outcome.kind !== 'found') return outcome
      await tx.deleteFrom('oauth_applications').where('client_id', '=', clientId).execute()
      return { kind: 'removed' }
    })
  }

  /** @param clientId any text that a request contains; PostgreSQL refuses to compare one with a NUL. */
  async client(clientId: string): Promise<Client | null> {
    if (!isStorable(clientId)) return null
    const row = await this.sql.reader
      .selectFrom('oauth_applications')
      .selectAll()
      .where('client_id', '=', clientId)
      .executeTakeFirst()
    if (row === undefined) return null
    const { secret_hash: secretHash, owner_key: ownerKey } = row
    return { ...toApplication(row), secretHash, ownerKey }
  }
}

/**
 * Removes all applications of a person who deletes their account. Blocked ones keep a hash of the person, who can then
 * not register others after coming back.
 */
export async function eraseApplications(tx: Transaction<OAuthTables>, ownerKey: number): Promise<void> {
  const account = await tx.selectFrom('users').select('id').where('key', '=', ownerKey).executeTakeFirst()
  if (account !== undefined)
    await tx
      .updateTable('oauth_applications')
      .set(({ ref }) => ({
        owner_key: null,
        owner_hash: ownerHashOf(account.id),
        name: ref('client_id'),
        site_url: null,
        redirect_uris: '[]',
        secret_hash: null,
      }))
      .where('owner_key', '=', ownerKey)
      .where('blocked_at_ms', 'is not', null)
      .execute()
  await tx.deleteFrom('oauth_applications').where('owner_key', '=', ownerKey).execute()
}

/**
 * Locks an account against deletion until the transaction ends; null when it does not exist, since it may have been
 * deleted after the session was checked.
 *
 * @returns its id at the community site.
 */
export async function lockAccount(
  tx: Transaction<OAuthTables>,
  personKey: number,
): Promise<{ readonly id: string } | null> {
  const query = tx.selectFrom('users').select('id').where('key', '=', personKey).forKeyShare()
  return (await query.executeTakeFirst()) ?? null
}

/** The owner has no such application, or operators have blocked it and only they may change it. */
interface NotAllowed {
  readonly kind: 'unknown_application' | 'application_blocked'
}

/** Finds an application that the owner may change, and locks it. */
async function findOwn(
  tx: Transaction<OAuthTables>,
  clientId: string,
  ownerKey: OwnerKey,
): Promise<{ kind: 'found'; row: Row } | NotAllowed> {
  const row = await tx
    .selectFrom('oauth_applications')
    .selectAll()
    .where('client_id', '=', clientId)
    .$if(ownerKey !== 'operators', query => query.where('owner_key', '=', ownerKey as number))
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return { kind: 'unknown_application' }
  return row.blocked_at_ms !== null && ownerKey !== 'operators'
    ? { kind: 'application_blocked' }
    : { kind: 'found', row }
}

function toRow(client: NewClient, ownerKey: OwnerKey): Row {
  return {
    client_id: client.clientId,
    owner_key: ownerKey === 'operators' ? null : ownerKey,
    name: client.name,
    site_url: client.siteUrl,
    redirect_uris: JSON.stringify(client.redirectUris),
    secret_hash: client.secretHash,
    created_at_ms: client.createdAtMs,
    blocked_at_ms: null,
    owner_hash: null,
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
    registeredBy: row.owner_key === null && row.owner_hash === null ? 'operators' : 'user',
    blockedAtMs: row.blocked_at_ms,
  }
}
