import { FLAG_COLUMNS, isListedRow } from '../../avatars/index.ts'
import type { SqlAccess } from '../../kernel/database.ts'
import type { AccountReader, AccountTables } from './tables.sql.ts'

export interface StoredAvatar {
  readonly key: number
  readonly id: string
  readonly isListed: boolean
}

const IDS_PER_STATEMENT = 1000

/** Finds avatars by id. Those that the index does not have are missing from the map. */
export async function findAvatars(
  sql: SqlAccess<AccountTables>,
  reader: AccountReader,
  ids: readonly string[],
): Promise<Map<string, StoredAvatar>> {
  const avatarsById = new Map<string, StoredAvatar>()
  for (let start = 0; start < ids.length; start += IDS_PER_STATEMENT) {
    const rows = await reader
      .selectFrom('avatars')
      .select(['key', 'id', ...FLAG_COLUMNS])
      .where(eb => sql.dialect.isIn(eb.ref('id'), ids.slice(start, start + IDS_PER_STATEMENT)))
      .execute()
    for (const { key, id, ...flags } of rows) avatarsById.set(id, { key, id, isListed: isListedRow(flags) })
  }
  return avatarsById
}
