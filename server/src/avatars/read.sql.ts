import type { SqlAccess } from '../kernel/database.ts'
import { COLUMN_FIELDS } from './fields.ts'
import { FLAG_COLUMNS } from './row.ts'
import type { CatalogTables } from './tables.sql.ts'

export const AVATAR_COLUMNS = [
  'avatars.key',
  ...COLUMN_FIELDS.map(({ column }) => `avatars.${column}` as const),
  ...FLAG_COLUMNS.map(column => `avatars.${column}` as const),
] as const

/** Selects records with their counters and the profile of their author. */
export function selectRecords(reader: SqlAccess<CatalogTables>['reader']) {
  return reader
    .selectFrom('avatars')
    .leftJoin('avatar_counters', 'avatar_counters.avatar_key', 'avatars.key')
    .leftJoin('creators', 'creators.author_id', 'avatars.author_id')
    .select(AVATAR_COLUMNS)
    .select(['avatar_counters.views', 'avatar_counters.likes', 'creators.vrcl_url'])
}
