import { MAX_SAVED } from '@avatary/contract/account'
import type { Transaction } from 'kysely'
import type { CounterDelta, CounterSaver } from '../../../avatars/index.ts'
import type { AvatarId } from '../../../kernel/avatar-id.ts'
import type { SqlAccess } from '../../../kernel/database.ts'
import { utcDay } from '../../../kernel/days.ts'
import { transactForPerson } from '../../identity/index.ts'
import { findAvatars } from '../find-avatars.sql.ts'
import { findGroup } from '../groups/find.sql.ts'
import type { AccountTables } from '../tables.sql.ts'

type Tx = Transaction<AccountTables>

/** A saved avatar, named by its row of `avatars`. */
export interface Saved {
  readonly avatarKey: number
  readonly groupId: string | null
  readonly savedAtMs: number
}

type SaveOutcome = { readonly kind: 'done' | 'not_listed' | 'limit_reached' }
type MoveOutcome = { readonly kind: 'done' | 'not_saved' | 'unknown_group' }

/** All commands are idempotent, and change rows and counters in one transaction. */
export interface FavoriteStore {
  save(userKey: number, id: AvatarId, nowMs: number): Promise<SaveOutcome>
  remove(userKey: number, id: AvatarId, nowMs: number): Promise<void>
  clear(userKey: number, nowMs: number): Promise<void>
  /** @param groupId null takes the avatar out of its group. */
  move(userKey: number, id: AvatarId, groupId: string | null): Promise<MoveOutcome>
  /** Newest saved first. */
  listOf(userKey: number): Promise<Saved[]>
  /** Ids, newest saved first. */
  idsOf(userKey: number): Promise<string[]>
}

export function createFavoriteStore(sql: SqlAccess<AccountTables>, counters: CounterSaver): FavoriteStore {
  return {
    save: (userKey, id, nowMs) =>
      transactForPerson(sql, userKey, async tx => {
        const avatar = (await findAvatars(sql, tx, [id])).get(id)
        if (!avatar?.isListed) return { kind: 'not_listed' }
        if (await isSaved(tx, userKey, avatar.key)) return { kind: 'done' }
        const { saved, latestMs } = await savedTotalsOf(tx, userKey)
        if (saved >= MAX_SAVED) return { kind: 'limit_reached' }
        const row = { user_key: userKey, avatar_key: avatar.key, group_id: null, day: utcDay(nowMs) }
        // Keeps the order of saving when the clock was set back.
        const saved_at_ms = Math.max(nowMs, latestMs + 1)
        await tx
          .insertInto('favorites')
          .values({ ...row, saved_at_ms })
          .execute()
        const delta = { key: avatar.key, day: row.day, favorites: 1 }
        await counters.saveCountersWithin(tx, [delta], nowMs)
        return { kind: 'done' }
      }),
    remove: (userKey, id, nowMs) =>
      transactForPerson(sql, userKey, async tx => {
        const avatar = (await findAvatars(sql, tx, [id])).get(id)
        if (avatar === undefined) return
        await counters.saveCountersWithin(tx, await deleteFavorites(tx, userKey, avatar.key), nowMs)
      }),
    clear: (userKey, nowMs) =>
      transactForPerson(sql, userKey, async tx =>
        counters.saveCountersWithin(tx, await deleteFavorites(tx, userKey), nowMs),
      ),
    move: (userKey, id, groupId) =>
      transactForPerson(sql, userKey, async tx => {
        if (groupId !== null && (await findGroup(tx, userKey, groupId)) === undefined)
          return { kind: 'unknown_group' }
        const avatar = (await findAvatars(sql, tx, [id])).get(id)
        const moved = await tx
          .updateTable('favorites')
          .set({ group_id: groupId })
          .where('user_key', '=', userKey)
          .where('avatar_key', '=', avatar?.key ?? 0)
          .returning('avatar_key')
          .executeTakeFirst()
        return { kind: moved === undefined ? 'not_saved' : 'done' }
      }),
    listOf: userKey => listOf(sql, userKey),
    idsOf: userKey => idsOf(sql, userKey),
  }
}

async function isSaved(tx: Tx, userKey: number, avatarKey: number): Promise<boolean> {
  const query = tx.selectFrom('favorites').select('day').where('user_key', '=', userKey)
  return (await query.where('avatar_key', '=', avatarKey).executeTakeFirst()) !== undefined
}

/**
 * Deletes the favorites of a person, or the one of a given avatar.
 *
 * @returns the deltas that lower the counters by them.
 */
export async function deleteFavorites(tx: Tx, userKey: number, avatarKey?: number): Promise<CounterDelta[]> {
  const all = tx.deleteFrom('favorites').where('user_key', '=', userKey)
  const query = avatarKey === undefined ? all : all.where('avatar_key', '=', avatarKey)
  const rows = await query.returning(['avatar_key', 'day']).execute()
  return rows.map(({ avatar_key, day }) => ({ key: avatar_key, day, favorites: -1 }))
}

/** Number of a person's favorites, and the time of the latest. */
export async function savedTotalsOf(tx: Tx, userKey: number): Promise<{ saved: number; latestMs: number }> {
  const { saved, latest } = await tx
    .selectFrom('favorites')
    .select(({ fn }) => [
      fn.countAll<number>().as('saved'),
      fn.max<number | null>('saved_at_ms').as('latest'),
    ])
    .where('user_key', '=', userKey)
    .executeTakeFirstOrThrow()
  return { saved, latestMs: latest ?? 0 }
}

/** Ten thousand rows hold the event loop where reads by key do not; so the scanner. */
async function listOf({ scanner }: SqlAccess<AccountTables>, userKey: number): Promise<Saved[]> {
  const rows = await scanner
    .selectFrom('favorites')
    .select(['avatar_key', 'group_id', 'saved_at_ms'])
    .where('user_key', '=', userKey)
    .orderBy('saved_at_ms', 'desc')
    .orderBy('avatar_key', 'desc')
    .execute()
  return rows.map(({ avatar_key, group_id, saved_at_ms }) => ({
    avatarKey: avatar_key,
    groupId: group_id,
    savedAtMs: saved_at_ms,
  }))
}

async function idsOf({ scanner }: SqlAccess<AccountTables>, userKey: number): Promise<string[]> {
  const rows = await scanner
    .selectFrom('favorites')
    .innerJoin('avatars', 'avatars.key', 'favorites.avatar_key')
    .select('avatars.id')
    .where('favorites.user_key', '=', userKey)
    .orderBy('favorites.saved_at_ms', 'desc')
    .orderBy('favorites.avatar_key', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}
