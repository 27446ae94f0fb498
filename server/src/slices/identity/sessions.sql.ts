import type { Transaction } from 'kysely'
import { MAX_SESSIONS } from './session-rules.ts'
import type { IdentityTables } from './tables.sql.ts'

type Tx = Transaction<IdentityTables>

/** @returns the session that was ended, if there was one. */
export async function endSessionByHash(tx: Tx, hash: string) {
  const query = tx.deleteFrom('sessions').where('hash', '=', hash).returning(['id', 'user_key'])
  return await query.executeTakeFirst()
}

export async function endSurplusSessions(tx: Tx, personKey: number): Promise<void> {
  const surplus = await tx
    .selectFrom('sessions')
    .select('hash')
    .where('user_key', '=', personKey)
    .orderBy('created_at_ms', 'desc')
    .orderBy('hash')
    .limit(MAX_SESSIONS)
    .offset(MAX_SESSIONS)
    .execute()
  if (surplus.length === 0) return
  await tx
    .deleteFrom('sessions')
    .where(
      'hash',
      'in',
      surplus.map(({ hash }) => hash),
    )
    .execute()
}

export async function eraseSessions(tx: Tx, personKey: number): Promise<number> {
  const ended = await tx.deleteFrom('sessions').where('user_key', '=', personKey).returning('id').execute()
  return ended.length
}
