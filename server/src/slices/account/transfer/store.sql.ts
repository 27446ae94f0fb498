import { GROUP_ICONS, type GroupIcon, MAX_GROUP_NAME, MAX_GROUPS, MAX_SAVED } from '@avatary/contract/account'
import type { Transaction } from 'kysely'
import { FLAG_COLUMNS, isListed, toListingState } from '../../../avatars/index.ts'
import { utcDay } from '../../../kernel/days.ts'
import { Store } from '../../../kernel/store.ts'
import { readName } from '../../../kernel/text/name.ts'
import { transactForPerson } from '../../identity/index.ts'
import { FavoriteRows, savedTotalsOf } from '../favorites/rows.sql.ts'
import { findAvatars, type StoredAvatar } from '../find-avatars.sql.ts'
import { groupNameKey } from '../groups/name.ts'
import { groupsOf, insertGroup } from '../groups/store.sql.ts'
import type { AccountStoreDeps, AccountTables } from '../tables.sql.ts'
import type { FileEntry, FileReading } from './read-file.ts'

type Tx = Transaction<AccountTables>

/** Numbers of avatars and groups that an import added, found or skipped. */
export interface TransferOutcome {
  readonly added: number
  readonly already: number
  readonly overLimit: number
  readonly unknownIds: readonly string[]
  readonly groupsAdded: number
  readonly groupsLeftOut: number
}

/** A saved avatar as an export writes it. */
export interface SavedLine {
  readonly id: string
  readonly name: string
  readonly authorId: string
  readonly authorName: string
  readonly group: string | null
  readonly savedAtMs: number
  readonly isListed: boolean
}

export class TransferStore extends Store<AccountTables, AccountStoreDeps> {
  readonly #rows = new FavoriteRows(this.deps)

  /** @param newId returns a random id for a group. */
  async add(
    personKey: number,
    file: FileReading,
    newId: () => string,
    nowMs: number,
  ): Promise<TransferOutcome> {
    const ids = file.entries.map(({ id }) => id)
    // Read before the transaction, to keep it short for other writers.
    const stored = await findAvatars(this.sql, this.sql.scanner, ids)
    return await transactForPerson(this.sql, personKey, tx =>
      this.#addFile(tx, personKey, file, { stored, newId, nowMs }),
    )
  }

  async #addFile(
    tx: Tx,
    personKey: number,
    { entries, icons }: FileReading,
    {
      stored,
      newId,
      nowMs,
    }: { stored: ReadonlyMap<string, StoredAvatar>; newId: () => string; nowMs: number },
  ): Promise<TransferOutcome> {
    const keysBefore = await savedKeys(tx, personKey)
    const isSaved = (avatar: StoredAvatar | undefined) => avatar !== undefined && keysBefore.has(avatar.key)
    const already = entries.filter(({ id }) => isSaved(stored.get(id)))
    const newEntries = entries.filter(({ id }) => !isSaved(stored.get(id)))
    const listedEntries = newEntries.filter(({ id }) => stored.get(id)?.isListed === true)
    const unknownEntries = newEntries.filter(({ id }) => stored.get(id)?.isListed !== true)
    const addedEntries = listedEntries.slice(0, Math.max(0, MAX_SAVED - keysBefore.size))
    const groups = await makeGroups(tx, personKey, { entries: addedEntries, icons }, newId)
    const { latestMs } = await savedTotalsOf(tx, personKey)
    const dates = datesOf(addedEntries, latestMs, nowMs)
    const rows = addedEntries.map(({ id, group }, i) => ({
      user_key: personKey,
      avatar_key: stored.get(id)!.key,
      group_id: group === null ? null : (groups.idOf.get(keyOf(group)) ?? null),
      saved_at_ms: dates[i]!,
      day: utcDay(nowMs),
      place: null,
    }))
    await this.#rows.add(tx, rows, nowMs)
    return {
      added: addedEntries.length,
      already: already.length,
      overLimit: listedEntries.length - addedEntries.length,
      unknownIds: unknownEntries.map(({ id }) => id),
      groupsAdded: groups.added,
      groupsLeftOut: groups.leftOut,
    }
  }

  /** Newest first; blocked avatars only have their id. */
  async linesOf(personKey: number): Promise<SavedLine[]> {
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

async function savedKeys(tx: Tx, personKey: number): Promise<Set<number>> {
  const query = tx.selectFrom('favorites').select('avatar_key').where('user_key', '=', personKey)
  return new Set((await query.execute()).map(({ avatar_key }) => avatar_key))
}

/**
 * The times at which the entries count as saved: those in the file, but none in the future. Entries without a date
 * count as saved now, after everything saved before, in file order.
 */
function datesOf(entries: readonly FileEntry[], latestMs: number, nowMs: number): number[] {
  const newestMs = Math.max(nowMs, latestMs + entries.length)
  return entries.map(({ savedAtMs }, i) => (savedAtMs === null ? newestMs - i : Math.min(savedAtMs, nowMs)))
}

/** Creates the missing groups of these entries, up to the limit. */
async function makeGroups(
  tx: Tx,
  personKey: number,
  { entries, icons }: Pick<FileReading, 'entries' | 'icons'>,
  newId: () => string,
): Promise<{ idOf: ReadonlyMap<string, string>; added: number; leftOut: number }> {
  const groupsBefore = await groupsOf(tx, personKey)
  const idOf = new Map(groupsBefore.map(({ nameKey, id }) => [nameKey, id]))
  const usedNames = new Set(entries.flatMap(({ group }) => group ?? []))
  const inOrder = new Set([...icons.keys()].filter(name => usedNames.has(name))).union(usedNames)
  const leftOut = new Set<string>()
  for (const text of inOrder) {
    const reading = readName(text, MAX_GROUP_NAME)
    const nameKey = keyOf(text)
    if (idOf.has(nameKey)) continue
    if (reading.kind === 'problem' || idOf.size >= MAX_GROUPS) leftOut.add(nameKey)
    else {
      const group = { id: newId(), name: reading.name, icon: iconOf(icons.get(text)) }
      await insertGroup(tx, personKey, group)
      idOf.set(nameKey, group.id)
    }
  }
  return { idOf, added: idOf.size - groupsBefore.length, leftOut: leftOut.size }
}

/** The key of a group name as it is in the file. */
function keyOf(text: string): string {
  return groupNameKey(text.normalize('NFC').trim())
}

function iconOf(text: string | undefined): GroupIcon {
  return GROUP_ICONS.find(icon => icon === text) ?? 'folder'
}
