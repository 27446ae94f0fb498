import type { Transaction } from 'kysely'
import { isListed, toListingState } from '../../avatars/index.ts'
import type { SqlAccess } from '../../kernel/database.ts'
import type { AccountTables } from './tables.sql.ts'

export interface Held {
  readonly key: number
  readonly id: string
  readonly isListed: boolean
}

/** Avatars looked up in one statement. */
const STEP = 1000

/** What is held of these avatars, by id. */
export async function heldAvatars(
  sql: SqlAccess<AccountTables>,
  from: Pick<Transaction<AccountTables>, 'selectFrom'> | SqlAccess<AccountTables>['reader'],
  ids: readonly string[],
): Promise<Map<string, Held>> {
  const held = new Map<string, Held>()
  for (let start = 0; start < ids.length; start += STEP) {
    const rows = await from
      .selectFrom('avatars')
      .select(['key', 'id', 'is_active', 'is_unlisted', 'is_blocked', 'is_opted_out'])
      .where(eb => sql.dialect.isIn(eb.ref('id'), ids.slice(start, start + STEP)))
      .execute()
    for (const { key, id, ...flags } of rows)
      held.set(id, { key, id, isListed: isListed(toListingState(flags)) })
  }
  return held
}
