import type { Transaction } from 'kysely'
import type { OAuthTables } from './tables.sql.ts'

/**
 * Whether somebody's account is there; if it is, nobody deletes it until the transaction ends. Who is let in by a
 * session can have left by the time something is written for them.
 */
export async function isAccountThere(tx: Transaction<OAuthTables>, personKey: number): Promise<boolean> {
  const query = tx.selectFrom('users').select('key').where('key', '=', personKey).forKeyShare()
  return (await query.executeTakeFirst()) !== undefined
}
