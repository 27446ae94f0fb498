import type { Transaction } from 'kysely'
import type { SqlAccess } from '../../../kernel/database.ts'
import type { AccountTables } from '../tables.sql.ts'

/** The account was deleted since the request was let in. */
export const GONE = Symbol('the account is gone')
export type Gone = typeof GONE

/**
 * A transaction that writes what one person keeps. Those of one person come one after the other, whatever process they
 * are in, by the lock of their row: so a limit holds, what is read is what is written to, and nothing is written for
 * somebody whose account is being deleted.
 */
export async function asPerson<Result>(
  sql: SqlAccess<AccountTables>,
  userKey: number,
  work: (tx: Transaction<AccountTables>) => Promise<Result>,
): Promise<Result | Gone> {
  return await sql.transact(async tx => {
    const query = tx.selectFrom('users').select('key').where('key', '=', userKey).forNoKeyUpdate()
    return (await query.executeTakeFirst()) === undefined ? GONE : await work(tx)
  })
}
