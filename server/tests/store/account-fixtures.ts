import type { TestContext } from 'node:test'
import type { AvatarId } from '../../src/kernel/avatar-id.ts'
import type { Database } from '../../src/kernel/database.ts'
import type { Act } from '../../src/slices/account/favorites/acts.ts'
import { AccountStore } from '../../src/slices/account/store.sql.ts'
import type { AccountTables } from '../../src/slices/account/tables.sql.ts'
import { IdentityStore } from '../../src/slices/identity/store.sql.ts'
import type { TestEngine } from '../support/engines.ts'
import { newPerson } from '../support/people.ts'
import { catalogOver, fullPatch, idOf, NOW } from './fixtures.ts'

export function id(number: number): AvatarId {
  return idOf(number) as AvatarId
}

export function save(number: number): Act {
  return { act: 'save', id: id(number) }
}

export function remove(number: number): Act {
  return { act: 'remove', id: id(number) }
}

export function move(number: number, groupId: string | null): Act {
  return { act: 'move', id: id(number), groupId }
}

export function accountOver(db: Database) {
  const { personalData, ...stores } = new AccountStore({ db, counters: catalogOver(db) })
  const store = new IdentityStore({ db })
  return {
    ...stores,
    keys: store.keys,
    personalData: [personalData, store.personalData],
    deleteAccount: store.deleteAccount.bind(store),
  }
}

/** Accounts of two people over a catalog of `avatars`, whose numbers and row keys count from 1. */
export async function openAccounts(engine: TestEngine, t: TestContext, avatars = 5) {
  const url = await engine.createUrl(t)
  const db = await engine.open(t, url)
  const catalog = catalogOver(db)
  const patches = Array.from({ length: avatars }, (_, i) => fullPatch(i + 1))
  await catalog.saveMany(patches, NOW)
  const anna = (await newPerson(db, 'anna')).key
  const boris = (await newPerson(db, 'boris')).key
  return { url, db, catalog, ...accountOver(db), anna, boris }
}

type Flag = 'is_active' | 'is_unlisted' | 'is_blocked' | 'is_opted_out'

export async function setFlag(db: Database, number: number, flag: Flag, value: 0 | 1): Promise<void> {
  await db.tables<AccountTables>().transact(async tx => {
    await tx
      .updateTable('avatars')
      .set({ [flag]: value })
      .where('id', '=', idOf(number))
      .execute()
  })
}

/** The counters of likes and favorites, and the numbers of rows, of avatars that have any. */
export async function countsOf(db: Database) {
  const { reader } = db.tables<AccountTables>()
  const counts = new Map<
    number,
    { lifetimeLikes: number; likes: number; liked: number; favorites: number; saved: number }
  >()
  const ofAvatar = (key: number) => {
    const known = counts.get(key) ?? { lifetimeLikes: 0, likes: 0, liked: 0, favorites: 0, saved: 0 }
    counts.set(key, known)
    return known
  }
  for (const row of await reader.selectFrom('avatar_counters').selectAll().execute())
    ofAvatar(row.avatar_key).lifetimeLikes = row.likes
  for (const row of await reader.selectFrom('avatar_days').selectAll().execute()) {
    ofAvatar(row.avatar_key).likes += row.likes
    ofAvatar(row.avatar_key).favorites += row.favorites
    if (row.likes < 0 || row.favorites < 0) throw new Error(`A day of avatar ${row.avatar_key} is below zero`)
  }
  for (const row of await reader.selectFrom('likes').selectAll().execute()) ofAvatar(row.avatar_key).liked++
  for (const row of await reader.selectFrom('favorites').selectAll().execute())
    ofAvatar(row.avatar_key).saved++
  return counts
}

/** Asserts that counters equal the numbers of rows, for every avatar and the site. */
export async function assertCountersMatchRows(db: Database): Promise<void> {
  const counts = await countsOf(db)
  for (const [key, { lifetimeLikes, likes, liked, favorites, saved }] of counts) {
    const details = `of avatar ${key}: ${JSON.stringify(counts.get(key))}`
    if (lifetimeLikes !== liked || likes !== liked) throw new Error(`Likes and their rows differ, ${details}`)
    if (favorites !== saved) throw new Error(`Favorites and their rows differ, ${details}`)
  }
  const site = await db.tables<AccountTables>().reader.selectFrom('site_days').selectAll().execute()
  const sum = (counter: 'likes' | 'favorites') => site.reduce((total, day) => total + day[counter], 0)
  const rows = (table: 'liked' | 'saved') =>
    [...counts.values()].reduce((total, avatar) => total + avatar[table], 0)
  if (sum('likes') !== rows('liked') || sum('favorites') !== rows('saved'))
    throw new Error('The days of the site and the rows differ')
}
