import type { Transaction } from 'kysely'
import { MAX_SESSIONS } from './session-rules.ts'
import type { IdentityTables } from './tables.sql.ts'

type Tx = Transaction<IdentityTables>

export async function endSurplusSessions(tx: Tx, personKey: number): Promise<void> {
  const surplusSessions = await tx
    .selectFrom('sessions')
    .select('hash')
    .where('user_key', '=', personKey)
    .orderBy('created_at_ms', 'desc')
    .orderBy('hash')
    .limit(MAX_SESSIONS)
    .offset(MAX_SESSIONS)
    .execute()
  const hashes = surplusSessions.map(({ hash }) => hash)
  if (hashes.length > 0) await tx.deleteFrom('sessions').where('hash', 'in', hashes).execute()
}

export async function eraseSessions(tx: Tx, personKey: number): Promise<number> {
  const endedSessions = await tx
    .deleteFrom('sessions')
    .where('user_key', '=', personKey)
    .returning('id')
    .execute()
  return endedSessions.length
}
