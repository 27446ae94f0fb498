import type { SqlAccess } from '../../kernel/database.ts'
import { type PersonalData, sharedTransaction } from '../../kernel/personal-data.ts'
import type { IdentityTables } from './tables.sql.ts'

/**
 * Deletes an account with all that any slice holds about it, in one transaction. Whoever writes for that person
 * meanwhile has written before, and it is deleted, or finds the account gone.
 */
export async function deleteAccount(
  sql: SqlAccess<IdentityTables>,
  held: readonly PersonalData[],
  userKey: number,
  nowMs: number,
): Promise<void> {
  await sql.transact(async tx => {
    const query = tx.selectFrom('users').select('key').where('key', '=', userKey).forUpdate()
    if ((await query.executeTakeFirst()) === undefined) return
    for (const data of held) await data.erase(sharedTransaction(tx), userKey, nowMs)
    await tx.deleteFrom('users').where('key', '=', userKey).execute()
  })
}
