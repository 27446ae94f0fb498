import type { Transaction } from 'kysely'
import type { OAuthTables } from './tables.sql.ts'

/** Locks an account against deletion until the transaction ends. @returns its id at the community site, or null. */
export async function lockAccount(
  tx: Transaction<OAuthTables>,
  personKey: number,
): Promise<{ readonly id: string } | null> {
  const query = tx.selectFrom('users').select('id').where('key', '=', personKey).forKeyShare()
  return (await query.executeTakeFirst()) ?? null
}
