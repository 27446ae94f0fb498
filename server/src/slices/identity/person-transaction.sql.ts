import type { Transaction } from 'kysely'
import type { SqlAccess } from '../../kernel/database.ts'
import { AccountGoneError } from '../../kernel/person.ts'
import { sharedTransaction } from '../../kernel/personal-data.ts'
import type { IdentityTables } from './tables.sql.ts'

/**
 * Runs a transaction for one person after locking their row. Such transactions of one person run one at a time across
 * processes, so that limits hold and nothing is written for an account that is being deleted.
 *
 * @throws AccountGoneError when the account was deleted.
 */
export async function transactForPerson<Tables, Result>(
  sql: SqlAccess<Tables>,
  personKey: number,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return await sql.transact(async tx => {
    const people = sharedTransaction(tx).as<IdentityTables>()
    const query = people.selectFrom('users').select('key').where('key', '=', personKey).forNoKeyUpdate()
    if ((await query.executeTakeFirst()) === undefined) throw new AccountGoneError()
    return await work(tx)
  })
}
