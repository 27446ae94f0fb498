import { SCOPES, type Scope } from '@avatary/contract/oauth'
import { Store } from '../../kernel/store.ts'
import { lockAccount } from './applications.sql.ts'
import type { Application } from './applications.ts'
import type { OAuthTables } from './tables.sql.ts'

export interface Grant {
  readonly id: number
  readonly application: Pick<Application, 'clientId' | 'name' | 'siteUrl'>
  readonly scopes: readonly Scope[]
  readonly grantedAtMs: number
  readonly usedAtMs: number
}

export class GrantStore extends Store<OAuthTables> {
  /** Adds scopes to a person's grant, unless the application or the account was deleted. */
  async allow(
    { personKey, clientId, scopes }: { personKey: number; clientId: string; scopes: readonly Scope[] },
    nowMs: number,
  ): Promise<{ readonly kind: 'allowed' | 'application_gone' | 'account_gone' }> {
    return await this.sql.transact(async tx => {
      if ((await lockAccount(tx, personKey)) === null) return { kind: 'account_gone' }
      const application = await tx
        .selectFrom('oauth_applications')
        .select('client_id')
        .where('client_id', '=', clientId)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (application === undefined) return { kind: 'application_gone' }
      const storedGrant = await tx
        .selectFrom('oauth_grants')
        .select(['id', 'scopes'])
        .where('person_key', '=', personKey)
        .where('client_id', '=', clientId)
        .executeTakeFirst()
      if (storedGrant === undefined) {
        const times = { granted_at_ms: nowMs, used_at_ms: nowMs }
        const row = { person_key: personKey, client_id: clientId, scopes: toText(scopes), ...times }
        await tx.insertInto('oauth_grants').values(row).execute()
      } else {
        const union = toText([...toScopes(storedGrant.scopes), ...scopes])
        await tx.updateTable('oauth_grants').set({ scopes: union }).where('id', '=', storedGrant.id).execute()
      }
      return { kind: 'allowed' }
    })
  }

  /** Empty when nothing was allowed. */
  async scopesOf(personKey: number, clientId: string): Promise<Scope[]> {
    const row = await this.sql.reader
      .selectFrom('oauth_grants')
      .select('scopes')
      .where('person_key', '=', personKey)
      .where('client_id', '=', clientId)
      .executeTakeFirst()
    return toScopes(row?.scopes ?? '')
  }

  /** Grants of a person, most recently used first. */
  async list(personKey: number): Promise<Grant[]> {
    const rows = await this.sql.reader
      .selectFrom('oauth_grants')
      .innerJoin('oauth_applications', 'oauth_applications.client_id', 'oauth_grants.client_id')
      .select(['oauth_grants.id', 'oauth_grants.client_id as clientId', 'name', 'site_url as siteUrl'])
      .select(['scopes', 'granted_at_ms as grantedAtMs', 'used_at_ms as usedAtMs'])
      .where('person_key', '=', personKey)
      .orderBy('used_at_ms', 'desc')
      .orderBy('oauth_grants.id')
      .execute()
    return rows.map(({ clientId, name, siteUrl, scopes, ...row }) => ({
      ...row,
      application: { clientId, name, siteUrl },
      scopes: toScopes(scopes),
    }))
  }

  /** Also deletes codes and tokens of the grant. @returns false when the person has no such grant. */
  async revoke(id: number, personKey: number): Promise<boolean> {
    const revokedCount = await this.execute(tx =>
      tx.deleteFrom('oauth_grants').where('id', '=', id).where('person_key', '=', personKey),
    )
    return revokedCount > 0
  }
}

/** @returns each scope once, in the order of the contract. */
function toText(scopes: readonly Scope[]): string {
  return SCOPES.filter(scope => scopes.includes(scope)).join(' ')
}

function toScopes(text: string): Scope[] {
  const words = text.split(' ')
  return SCOPES.filter(scope => words.includes(scope))
}
