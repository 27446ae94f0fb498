import type { Transaction } from 'kysely'
import type { CounterDelta } from '../../../avatars/index.ts'
import type { AvatarId } from '../../../kernel/avatar-id.ts'
import { utcDay } from '../../../kernel/days.ts'
import { type Page, type PageRange, readPage } from '../../../kernel/row-page.sql.ts'
import { Store } from '../../../kernel/store.ts'
import { transactForPerson } from '../../identity/index.ts'
import { findAvatars, type StoredAvatar } from '../find-avatars.sql.ts'
import type { AccountStoreDeps, AccountTables } from '../tables.sql.ts'

type Tx = Transaction<AccountTables>

/** `likes` is the avatar's lifetime counter after the command. */
type LikeOutcome = { readonly kind: 'done'; readonly likes: number } | { readonly kind: 'not_listed' }

/** All commands are idempotent, and change rows and counters in one transaction. */
export class LikeStore extends Store<AccountTables, AccountStoreDeps> {
  async like(personKey: number, id: AvatarId, nowMs: number): Promise<LikeOutcome> {
    return await transactForPerson(this.sql, personKey, async tx => {
      const avatar = (await findAvatars(this.sql, tx, [id])).get(id)
      if (!avatar?.isListed) return { kind: 'not_listed' }
      const row = { user_key: personKey, avatar_key: avatar.key, liked_at_ms: nowMs, day: utcDay(nowMs) }
      const insertedRow = await tx
        .insertInto('likes')
        .values(row)
        .onConflict(oc => oc.columns(['user_key', 'avatar_key']).doNothing())
        .returning('day')
        .executeTakeFirst()
      if (insertedRow !== undefined)
        await this.#saveDelta(tx, { key: avatar.key, day: insertedRow.day, likes: 1 }, nowMs)
      return { kind: 'done', likes: await likeCountOf(tx, avatar) }
    })
  }

  /** @returns the avatar's lifetime counter afterwards; 0 for a hidden avatar. */
  async unlike(personKey: number, id: AvatarId, nowMs: number): Promise<number> {
    return await transactForPerson(this.sql, personKey, async tx => {
      const avatar = (await findAvatars(this.sql, tx, [id])).get(id)
      if (avatar === undefined) return 0
      const deletedRow = await tx
        .deleteFrom('likes')
        .where('user_key', '=', personKey)
        .where('avatar_key', '=', avatar.key)
        .returning('day')
        .executeTakeFirst()
      if (deletedRow !== undefined)
        await this.#saveDelta(tx, { key: avatar.key, day: deletedRow.day, likes: -1 }, nowMs)
      return await likeCountOf(tx, avatar)
    })
  }

  /** Newest first. */
  async listOf(personKey: number): Promise<{ id: string; likedAtMs: number }[]> {
    return await this.sql.scanner
      .selectFrom('likes')
      .innerJoin('avatars', 'avatars.key', 'likes.avatar_key')
      .select(['avatars.id', 'likes.liked_at_ms as likedAtMs'])
      .where('likes.user_key', '=', personKey)
      .orderBy('likes.liked_at_ms', 'desc')
      .orderBy('likes.avatar_key', 'desc')
      .execute()
  }

  /** One page of likes, newest first, with the total number. */
  async pageOf(personKey: number, range: PageRange): Promise<Page<{ avatarKey: number; likedAtMs: number }>> {
    const likesOfPerson = this.sql.scanner.selectFrom('likes').where('user_key', '=', personKey)
    const likedAvatars = likesOfPerson
      .select(['avatar_key as avatarKey', 'liked_at_ms as likedAtMs'])
      .orderBy('liked_at_ms', 'desc')
      .orderBy('avatar_key', 'desc')
    return await readPage(likedAvatars, range, likesOfPerson)
  }

  /** Ids, newest first. */
  async idsOf(personKey: number): Promise<string[]> {
    return (await this.listOf(personKey)).map(({ id }) => id)
  }

  async #saveDelta(tx: Tx, delta: CounterDelta, nowMs: number): Promise<void> {
    await this.deps.counters.saveCountersWithin(tx, [delta], nowMs)
  }
}

/** Deletes all likes of a person. @returns the changes of counters. */
export async function deleteLikes(tx: Tx, personKey: number): Promise<CounterDelta[]> {
  const query = tx.deleteFrom('likes').where('user_key', '=', personKey)
  const rows = await query.returning(['avatar_key', 'day']).execute()
  return rows.map(({ avatar_key, day }) => ({ key: avatar_key, day, likes: -1 }))
}

/** A hidden avatar does not reveal its counter. */
async function likeCountOf(tx: Tx, { key, isListed }: StoredAvatar): Promise<number> {
  if (!isListed) return 0
  const query = tx.selectFrom('avatar_counters').select('likes').where('avatar_key', '=', key)
  return (await query.executeTakeFirst())?.likes ?? 0
}
