import { type FavoriteGroup, type GroupIcon, MAX_GROUPS } from '@avatary/contract/account'
import type { Transaction } from 'kysely'
import { Store } from '../../../kernel/store.ts'
import { transactForPerson } from '../../identity/index.ts'
import type { AccountReader, AccountTables } from '../tables.sql.ts'
import { groupNameKey } from './name.ts'

type Tx = Transaction<AccountTables>

export type GroupOutcome<Code> =
  | { readonly kind: 'done'; readonly group: FavoriteGroup }
  | { readonly kind: 'refused'; readonly code: Code }

export interface NewGroup {
  /** Random, so that it cannot be guessed. */
  readonly id: string
  /** Checked by `readName`. */
  readonly name: string
  readonly icon: GroupIcon
}

export class GroupStore extends Store<AccountTables> {
  async create(
    personKey: number,
    group: NewGroup,
  ): Promise<GroupOutcome<'duplicate_name' | 'group_limit_reached'>> {
    return await transactForPerson(this.sql, personKey, async tx => {
      const groups = await groupsOf(tx, personKey)
      const nameKey = groupNameKey(group.name)
      if (groups.some(other => other.nameKey === nameKey)) return refused('duplicate_name')
      if (groups.length >= MAX_GROUPS) return refused('group_limit_reached')
      await insertGroup(tx, personKey, group)
      return { kind: 'done', group }
    })
  }

  async change(
    personKey: number,
    id: string,
    { name, icon }: { readonly name?: string | undefined; readonly icon?: GroupIcon | undefined },
  ): Promise<GroupOutcome<'duplicate_name' | 'unknown_group'>> {
    return await transactForPerson(this.sql, personKey, async tx => {
      const groups = await groupsOf(tx, personKey)
      const groupBefore = groups.find(group => group.id === id)
      if (groupBefore === undefined) return refused('unknown_group')
      const groupAfter = { id, name: name ?? groupBefore.name, icon: icon ?? groupBefore.icon }
      const nameKey = groupNameKey(groupAfter.name)
      const isTaken = groups.some(group => group.id !== id && group.nameKey === nameKey)
      if (isTaken) return refused('duplicate_name')
      await tx
        .updateTable('favorite_groups')
        .set({ name: groupAfter.name, icon: groupAfter.icon, name_key: nameKey })
        .where('id', '=', id)
        .execute()
      return { kind: 'done', group: groupAfter }
    })
  }

  /** Deletes a group; its avatars stay saved. @returns false when there is no such group. */
  async remove(personKey: number, id: string): Promise<boolean> {
    return await transactForPerson(this.sql, personKey, async tx => {
      const deletion = tx.deleteFrom('favorite_groups').where('id', '=', id).where('user_key', '=', personKey)
      if ((await deletion.returning('id').executeTakeFirst()) === undefined) return false
      await tx
        .updateTable('favorites')
        .set({ group_id: null })
        .where('user_key', '=', personKey)
        .where('group_id', '=', id)
        .execute()
      return true
    })
  }

  /** Oldest first. */
  async listOf(personKey: number): Promise<FavoriteGroup[]> {
    return (await groupsOf(this.sql.reader, personKey)).map(({ nameKey: _, ...group }) => group)
  }
}

/** All groups of a person, oldest first. */
export async function groupsOf(
  reader: AccountReader,
  personKey: number,
): Promise<(FavoriteGroup & { nameKey: string })[]> {
  return await reader
    .selectFrom('favorite_groups')
    .select(['id', 'name', 'icon', 'name_key as nameKey'])
    .where('user_key', '=', personKey)
    .orderBy('number')
    .execute()
}

export async function insertGroup(tx: Tx, personKey: number, { id, name, icon }: NewGroup): Promise<void> {
  const row = { id, user_key: personKey, name, name_key: groupNameKey(name), icon }
  await tx.insertInto('favorite_groups').values(row).execute()
}

function refused<Code extends string>(code: Code): GroupOutcome<Code> {
  return { kind: 'refused', code }
}
