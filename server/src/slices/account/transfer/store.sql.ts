import {
  GROUP_ICONS,
  type GroupIcon,
  MAX_GROUP_NAME_LENGTH,
  MAX_GROUPS,
  MAX_SAVED_AVATARS,
} from '@avatary/contract/account'
import type { Transaction } from 'kysely'
import { FLAG_COLUMNS, isListed, toListingState } from '../../../avatars/index.ts'
import { utcDay } from '../../../kernel/days.ts'
import { Store } from '../../../kernel/store.ts'
import { readName } from '../../../kernel/text/name.ts'
import { transactForPerson } from '../../identity/index.ts'
import { FavoriteWriter, savedTotalsOf } from '../favorites/rows.sql.ts'
import { findAvatars, type StoredAvatar } from '../find-avatars.sql.ts'
import { groupNameKey } from '../groups/name.ts'
import { groupsOf, insertGroup } from '../groups/store.sql.ts'
import type { AccountStoreDeps, AccountTables } from '../tables.sql.ts'
import type { FileEntry, ParsedFile } from './parse-import.ts'

type Tx = Transaction<AccountTables>

/** A saved avatar as an export writes it. */
export interface ExportedFavorite {
  readonly id: string
  readonly name: string
  readonly authorId: string
  readonly authorName: string
  readonly group: string | null
  readonly savedAtMs: number
  readonly isListed: boolean
}

export class TransferStore extends Store<AccountTables, AccountStoreDeps> {
  readonly #writer = new FavoriteWriter(this.deps)

  /** Saves the avatars of a file, with their groups. @param newGroupId returns a random id. */
  async add(personKey: number, { entries, icons }: ParsedFile, newGroupId: () => string, nowMs: number) {
    const ids = entries.map(({ id }) => id)
    // Before the transaction, to keep it short for other writers.
    const avatarsById = await findAvatars(this.sql, this.sql.scanner, ids)
    return await transactForPerson(this.sql, personKey, async tx => {
      const keysBefore = await savedAvatarKeys(tx, personKey)
      const isSaved = (avatar: StoredAvatar | undefined) => avatar !== undefined && keysBefore.has(avatar.key)
      const savedEntries = entries.filter(({ id }) => isSaved(avatarsById.get(id)))
      const newEntries = entries.filter(({ id }) => !isSaved(avatarsById.get(id)))
      const listedEntries = newEntries.filter(({ id }) => avatarsById.get(id)?.isListed === true)
      const unknownEntries = newEntries.filter(({ id }) => avatarsById.get(id)?.isListed !== true)
      const addedEntries = listedEntries.slice(0, Math.max(0, MAX_SAVED_AVATARS - keysBefore.size))
      const groups = await createMissingGroups(tx, personKey, { entries: addedEntries, icons }, newGroupId)
      const { latestMs } = await savedTotalsOf(tx, personKey)
      const savedTimesMs = savedTimesOf(addedEntries, latestMs, nowMs)
      const rows = addedEntries.map(({ id, group }, i) => ({
        user_key: personKey,
        avatar_key: avatarsById.get(id)!.key,
        group_id: group === null ? null : (groups.idsByNameKey.get(nameKeyInFile(group)) ?? null),
        saved_at_ms: savedTimesMs[i]!,
        day: utcDay(nowMs),
        place: null,
      }))
      await this.#writer.add(tx, rows, nowMs)
      return {
        added: addedEntries.length,
        already: savedEntries.length,
        overLimit: listedEntries.length - addedEntries.length,
        unknownIds: unknownEntries.map(({ id }) => id),
        groupsAdded: groups.added,
        groupsLeftOut: groups.leftOut,
      }
    })
  }

  /** Newest first; blocked avatars only have their id. */
  async exportedFavoritesOf(personKey: number): Promise<ExportedFavorite[]> {
    const rows = await this.sql.scanner
      .selectFrom('favorites')
      .innerJoin('avatars', 'avatars.key', 'favorites.avatar_key')
      .leftJoin('favorite_groups', 'favorite_groups.id', 'favorites.group_id')
      .select(['avatars.id', 'avatars.name', 'avatars.author_id', 'avatars.author_name'])
      .select(FLAG_COLUMNS)
      .select(['favorite_groups.name as group', 'favorites.saved_at_ms'])
      .where('favorites.user_key', '=', personKey)
      .orderBy('favorites.saved_at_ms', 'desc')
      .orderBy('favorites.avatar_key', 'desc')
      .execute()
    return rows.map(row => {
      const state = toListingState(row)
      const unlessBlocked = (text: string) => (state.isBlocked ? '' : text)
      return {
        id: row.id,
        name: unlessBlocked(row.name),
        authorId: unlessBlocked(row.author_id),
        authorName: unlessBlocked(row.author_name),
        group: row.group,
        savedAtMs: row.saved_at_ms,
        isListed: isListed(state),
      }
    })
  }
}

async function savedAvatarKeys(tx: Tx, personKey: number): Promise<Set<number>> {
  const query = tx.selectFrom('favorites').select('avatar_key').where('user_key', '=', personKey)
  return new Set((await query.execute()).map(({ avatar_key }) => avatar_key))
}

/**
 * The times at which the entries count as saved: those in the file, but none in the future. Entries without a date are
 * newer than everything saved before; the first one in the file is the newest.
 */
function savedTimesOf(entries: readonly FileEntry[], latestMs: number, nowMs: number): number[] {
  const newestMs = Math.max(nowMs, latestMs + entries.length)
  return entries.map(({ savedAtMs }, i) => (savedAtMs === null ? newestMs - i : Math.min(savedAtMs, nowMs)))
}

/** Creates the missing groups of these entries, up to the limit. */
async function createMissingGroups(
  tx: Tx,
  personKey: number,
  { entries, icons }: Pick<ParsedFile, 'entries' | 'icons'>,
  newGroupId: () => string,
): Promise<{ idsByNameKey: ReadonlyMap<string, string>; added: number; leftOut: number }> {
  const groupsBefore = await groupsOf(tx, personKey)
  const idsByNameKey = new Map(groupsBefore.map(({ nameKey, id }) => [nameKey, id]))
  // The groups that the file lists come first, in its order; then those that only its avatars name.
  const usedNames = new Set(entries.flatMap(({ group }) => group ?? []))
  const orderedNames = new Set([...icons.keys()].filter(iconName => usedNames.has(iconName))).union(usedNames)
  const leftOutKeys = new Set<string>()
  for (const name of orderedNames) {
    const reading = readName(name, MAX_GROUP_NAME_LENGTH)
    const nameKey = nameKeyInFile(name)
    if (idsByNameKey.has(nameKey)) continue
    if (reading.kind === 'problem' || idsByNameKey.size >= MAX_GROUPS) leftOutKeys.add(nameKey)
    else {
      const group = { id: newGroupId(), name: reading.name, icon: iconOf(icons.get(name)) }
      await insertGroup(tx, personKey, group)
      idsByNameKey.set(nameKey, group.id)
    }
  }
  return { idsByNameKey, added: idsByNameKey.size - groupsBefore.length, leftOut: leftOutKeys.size }
}

function nameKeyInFile(name: string): string {
  return groupNameKey(name.normalize('NFC').trim())
}

function iconOf(text: string | undefined): GroupIcon {
  return GROUP_ICONS.find(icon => icon === text) ?? 'folder'
}
