import type { Transaction } from 'kysely'
import type { OAuthTables } from './tables.sql.ts'

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
