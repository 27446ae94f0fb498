import type { Transaction } from 'kysely'
import type { SqlAccess } from '../../kernel/database.ts'
import { AccountGoneError } from '../../kernel/person.ts'
import { sharedTransaction } from '../../kernel/personal-data.ts'
import type { IdentityTables } from './tables.sql.ts'

/**
 * A transaction that writes what one person keeps. Those of one person come one after the other, whatever process they
 * are in, by the lock of their row: so a limit holds, what is read is what is written to, and nothing is written for
 * somebody whose account is being deleted.
 *
 * @throws AccountGoneError when it was.
 */
export async function asPerson<Tables, Result>(
  sql: SqlAccess<Tables>,
  userKey: number,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return await sql.transact(async tx => {
    const people = sharedTransaction(tx).as<IdentityTables>()
    const query = people.selectFrom('users').select('key').where('key', '=', userKey).forNoKeyUpdate()
    if ((await query.executeTakeFirst()) === undefined) throw new AccountGoneError()
    return await work(tx)
  })
}
