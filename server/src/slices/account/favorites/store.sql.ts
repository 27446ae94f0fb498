import { MAX_SAVED } from '@avatary/contract/account'
import type { Transaction } from 'kysely'
import { FLAG_COLUMNS, isListed, toListingState, unpackPlatforms } from '../../../avatars/index.ts'
import type { AvatarId } from '../../../kernel/avatar-id.ts'
import { utcDay } from '../../../kernel/days.ts'
import { Store } from '../../../kernel/store.ts'
import { transactForPerson } from '../../identity/index.ts'
import { findAvatars } from '../find-avatars.sql.ts'
import { groupsOf } from '../groups/store.sql.ts'
import type { AccountStoreDeps, AccountTables } from '../tables.sql.ts'
import { deltasOf, FavoriteRows } from './rows.sql.ts'
import type { LastKnown } from './unlisted.ts'

type Tx = Transaction<AccountTables>

/** A saved avatar, identified by its row key. */
export interface SavedFavorite {
  readonly avatarKey: number
  readonly groupId: string | null
  readonly savedAtMs: number
  readonly place: number | null
}

/** The texts in which people search for a saved avatar. */
export interface SavedTexts {
  readonly name: string
  readonly authorName: string
  readonly tags: string
  readonly isListed: boolean
  readonly isBlocked: boolean
}

type SaveOutcome = { readonly kind: 'done' | 'not_listed' | 'limit_reached' }
type MoveOutcome = { readonly kind: 'done' | 'not_saved' | 'unknown_group' }

/** All commands are idempotent, and change rows and counters in one transaction. */
export class FavoriteStore extends Store<AccountTables, AccountStoreDeps> {
  readonly #rows = new FavoriteRows(this.deps)

  async save(personKey: number, id: AvatarId, nowMs: number): Promise<SaveOutcome> {
    return await transactForPerson(this.sql, personKey, async tx => {
      const avatar = (await findAvatars(this.sql, tx, [id])).get(id)
      if (!avatar?.isListed) return { kind: 'not_listed' }
      if (await isSaved(tx, personKey, avatar.key)) return { kind: 'done' }
      const totals = await savedTotalsOf(tx, personKey)
      if (totals.saved >= MAX_SAVED) return { kind: 'limit_reached' }
      // Preserves the order of saving if the clock was set back.
      const saved_at_ms = Math.max(nowMs, totals.latestMs + 1)
      const values = { group_id: null, day: utcDay(nowMs), saved_at_ms }
      const row = { user_key: personKey, avatar_key: avatar.key, ...values }
      await tx.insertInto('favorites').values(row).execute()
      await this.deps.counters.saveCountersWithin(tx, deltasOf([row], 1), nowMs)
      return { kind: 'done' }
    })
  }

  async remove(personKey: number, id: AvatarId, nowMs: number): Promise<void> {
    await transactForPerson(this.sql, personKey, async tx => {
      const avatar = (await findAvatars(this.sql, tx, [id])).get(id)
      if (avatar !== undefined) await this.#rows.remove(tx, personKey, [avatar.key], nowMs)
    })
  }

  async clear(personKey: number, nowMs: number): Promise<void> {
    await transactForPerson(this.sql, personKey, async tx => this.#rows.remove(tx, personKey, 'all', nowMs))
  }

  /** @param groupId null removes the avatar from its group. */
  async move(personKey: number, id: AvatarId, groupId: string | null): Promise<MoveOutcome> {
    return await transactForPerson(this.sql, personKey, async tx => {
      const groups = groupId === null ? [] : await groupsOf(tx, personKey)
      if (groupId !== null && !groups.some(({ id }) => id === groupId)) return { kind: 'unknown_group' }
      const avatar = (await findAvatars(this.sql, tx, [id])).get(id)
      const movedRow = await tx
        .updateTable('favorites')
        .set({ group_id: groupId })
        .where('user_key', '=', personKey)
        .where('avatar_key', '=', avatar?.key ?? 0)
        .returning('avatar_key')
        .executeTakeFirst()
      return { kind: movedRow === undefined ? 'not_saved' : 'done' }
    })
  }

  /** Newest first. Uses the scanner, because reading ten thousand rows would block the event loop. */
  async listOf(personKey: number): Promise<SavedFavorite[]> {
    return await this.sql.scanner
      .selectFrom('favorites')
      .select(['avatar_key as avatarKey', 'group_id as groupId', 'saved_at_ms as savedAtMs', 'place'])
      .where('user_key', '=', personKey)
      .orderBy('saved_at_ms', 'desc')
      .orderBy('avatar_key', 'desc')
      .execute()
  }

  /** Ids of all favorites, newest first. */
  async idsOf(personKey: number): Promise<string[]> {
    const rows = await this.sql.scanner
      .selectFrom('favorites')
      .innerJoin('avatars', 'avatars.key', 'favorites.avatar_key')
      .select('avatars.id')
      .where('favorites.user_key', '=', personKey)
      .orderBy('favorites.saved_at_ms', 'desc')
      .orderBy('favorites.avatar_key', 'desc')
      .execute()
    return rows.map(({ id }) => id)
  }

  /** The searchable texts of a person's saved avatars, by row key. */
  async textsOf(personKey: number): Promise<Map<number, SavedTexts>> {
    const rows = await this.sql.scanner
      .selectFrom('favorites')
      .innerJoin('avatars', 'avatars.key', 'favorites.avatar_key')
      .select(['avatars.key', 'avatars.name', 'avatars.author_name', 'avatars.tags', 'avatars.ai_tags'])
      .select(FLAG_COLUMNS)
      .where('favorites.user_key', '=', personKey)
      .execute()
    return new Map(
      rows.map(({ key, name, author_name, tags, ai_tags, ...flags }) => {
        const state = toListingState(flags)
        const texts = { name, authorName: author_name, tags: `${tags} ${ai_tags}` }
        return [key, { ...texts, isListed: isListed(state), isBlocked: state.isBlocked }]
      }),
    )
  }

  /** Stored data of avatars that the read model does not list, by row key. */
  async lastKnown(keys: readonly number[]): Promise<Map<number, LastKnown>> {
    const rows = await this.sql.scanner
      .selectFrom('avatars')
      .select(['key', 'id', 'name', 'author_id', 'author_name', 'platforms', 'added_at_ms'])
      .select(FLAG_COLUMNS)
      .where(eb => this.sql.dialect.isIn(eb.ref('key'), keys))
      .execute()
    return new Map(
      rows.map(row => {
        const state = toListingState(row)
        const storedFields = {
          id: row.id,
          name: row.name,
          authorId: row.author_id,
          authorName: row.author_name,
          platforms: unpackPlatforms(row.platforms),
          addedAtMs: row.added_at_ms,
          isListed: isListed(state),
          isBlocked: state.isBlocked,
        }
        return [row.key, storedFields]
      }),
    )
  }
}

async function isSaved(tx: Tx, personKey: number, avatarKey: number): Promise<boolean> {
  const query = tx.selectFrom('favorites').select('day').where('user_key', '=', personKey)
  return (await query.where('avatar_key', '=', avatarKey).executeTakeFirst()) !== undefined
}

/** The number of a person's favorites, and the time of the newest one. */
export async function savedTotalsOf(tx: Tx, personKey: number): Promise<{ saved: number; latestMs: number }> {
  const { saved, latest } = await tx
    .selectFrom('favorites')
    .select(({ fn }) => [
      fn.countAll<number>().as('saved'),
      fn.max<number | null>('saved_at_ms').as('latest'),
    ])
    .where('user_key', '=', personKey)
    .executeTakeFirstOrThrow()
  return { saved, latestMs: latest ?? 0 }
}
