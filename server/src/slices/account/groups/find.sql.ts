import type { FavoriteGroup } from '@avatary/contract/account'
import type { SqlAccess } from '../../../kernel/database.ts'
import type { AccountTables } from '../tables.sql.ts'

type Reader = Pick<SqlAccess<AccountTables>['reader'], 'selectFrom'>

/** Returns undefined when this person has no such group, even if another person does. */
export async function findGroup(
  reader: Reader,
  personKey: number,
  id: string,
): Promise<FavoriteGroup | undefined> {
  return await reader
    .selectFrom('favorite_groups')
    .select(['id', 'name', 'icon'])
    .where('id', '=', id)
    .where('user_key', '=', personKey)
    .executeTakeFirst()
}

/** All groups of a person, oldest first. */
export async function groupsOf(
  reader: Reader,
  personKey: number,
): Promise<(FavoriteGroup & { nameKey: string })[]> {
  const rows = await reader
    .selectFrom('favorite_groups')
    .select(['id', 'name', 'icon', 'name_key'])
    .where('user_key', '=', personKey)
    .orderBy('number')
    .execute()
  return rows.map(({ name_key: nameKey, ...group }) => ({ ...group, nameKey }))
}
