import type { Transaction } from 'kysely'
import type { OAuthTables } from './tables.sql.ts'

/**
 * True when the account exists; it is then locked against deletion until the transaction ends. An account can be deleted
 * between the check of the session and the write.
 */
export async function lockAccount(tx: Transaction<OAuthTables>, personKey: number): Promise<boolean> {
  const query = tx.selectFrom('users').select('key').where('key', '=', personKey).forKeyShare()
  return (await query.executeTakeFirst()) !== undefined
}
