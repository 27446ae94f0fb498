import type { Transaction } from 'kysely'
import type { SqlDialect } from '../../kernel/database.ts'
import type { OAuthTables } from './tables.sql.ts'

/**
 * Whether somebody's account is there; if it is, nobody deletes it until the transaction ends. Who is let in by a
 * session can have left by the time something is written for them.
 */
export async function isAccountThere(
  dialect: SqlDialect,
  tx: Transaction<OAuthTables>,
  personKey: number,
): Promise<boolean> {
  const query = tx.selectFrom('users').select('key').where('key', '=', personKey)
  const row = await (dialect.hasConcurrentWriters ? query.forKeyShare() : query).executeTakeFirst()
  return row !== undefined
}
