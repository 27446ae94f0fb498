import { MAX_SAVED_AVATARS } from '@avatary/contract/account'
import type { Transaction } from 'kysely'
import type { AvatarId } from '../../../kernel/avatar-id.ts'
import { Store } from '../../../kernel/store.ts'
import { transactForPerson } from '../../identity/index.ts'
import { findAvatars } from '../find-avatars.sql.ts'
import { groupsOf } from '../groups/store.sql.ts'
import type { AccountStoreDeps, AccountTables, RemovedFavoriteTable } from '../tables.sql.ts'
import { type Act, type ActOutcome, applyActs } from './acts.ts'
import { FavoriteWriter, rowsOf, savedTotalsOf } from './rows.sql.ts'

type Tx = Transaction<AccountTables>

/** Changes favorites, and restores removed ones. All commands change rows and counters in one transaction. */
export class FavoriteActStore extends Store<AccountTables, AccountStoreDeps> {
  readonly #writer = new FavoriteWriter(this.deps)

  async do(personKey: number, act: Act, nowMs: number): Promise<ActOutcome> {
    const [outcome] = await this.doActs(personKey, [act], nowMs)
    return outcome!
  }

  /** Applies acts in order, in one transaction. A refused act changes nothing. */
  async doActs(personKey: number, acts: readonly Act[], nowMs: number): Promise<ActOutcome[]> {
    const ids = acts.flatMap(act => [act.id, act.act === 'order' ? act.successorId : null])
    const namedIds = [...new Set(ids.filter(id => typeof id === 'string'))]
    return await transactForPerson(this.sql, personKey, async tx => {
      const avatars = await findAvatars(this.sql, tx, namedIds)
      const hasAct = (name: Act['act']) => acts.some(({ act }) => act === name)
      const avatarKeys = hasAct('order') ? 'all' : Array.from(avatars.values(), ({ key }) => key)
      const rowsBefore = await rowsOf(this.sql, tx, personKey, avatarKeys)
      const namesGroup = acts.some(act => 'groupId' in act && act.groupId)
      const ownGroups = namesGroup ? await groupsOf(tx, personKey) : []
      const groupIds = new Set(ownGroups.map(({ id }) => id))
      const totals = hasAct('save') ? await savedTotalsOf(tx, personKey) : { saved: 0, latestMs: 0 }
      const { outcomes, rows } = applyActs(rowsBefore, acts, { avatars, groupIds, totals, nowMs })
      await this.#writer.replace(tx, personKey, rowsBefore, rows, nowMs)
      return outcomes
    })
  }

  async clear(personKey: number, nowMs: number): Promise<void> {
    await transactForPerson(this.sql, personKey, async tx => this.#writer.remove(tx, personKey, 'all', nowMs))
  }

  /**
   * Restores removed favorites as they were, even if they are no longer listed. Avatars saved since keep their new
   * state.
   *
   * @param ids `latest` restores what the latest request removed.
   * @returns how many were restored.
   */
  async restore(personKey: number, ids: readonly AvatarId[] | 'latest', nowMs: number): Promise<number> {
    return await transactForPerson(this.sql, personKey, async tx => {
      const removedRows = await this.#removedRows(tx, personKey, ids)
      const savedKeys = new Set(
        (await rowsOf(this.sql, tx, personKey, 'all')).map(({ avatarKey }) => avatarKey),
      )
      const groupIds = new Set((await groupsOf(tx, personKey)).map(({ id }) => id))
      const rows = removedRows
        .filter(({ avatar_key }) => !savedKeys.has(avatar_key))
        .slice(0, MAX_SAVED_AVATARS - savedKeys.size)
        .map(({ removed_at_ms: _, ...row }) => ({
          ...row,
          group_id: groupIds.has(row.group_id ?? '') ? row.group_id : null,
        }))
      await this.#writer.add(tx, rows, nowMs)
      const restoredKeys = rows.map(({ avatar_key }) => avatar_key)
      await tx
        .deleteFrom('removed_favorites')
        .where('user_key', '=', personKey)
        .where(eb => this.sql.dialect.isIn(eb.ref('avatar_key'), restoredKeys))
        .execute()
      return rows.length
    })
  }

  /** Ordered by the time they had been saved, newest first. */
  async #removedRows(
    tx: Tx,
    personKey: number,
    ids: readonly AvatarId[] | 'latest',
  ): Promise<RemovedFavoriteTable[]> {
    const ownRows = tx.selectFrom('removed_favorites').selectAll().where('user_key', '=', personKey)
    const latestRemoval = tx
      .selectFrom('removed_favorites')
      .select(({ fn }) => fn.max('removed_at_ms').as('latest'))
      .where('user_key', '=', personKey)
    const avatars = ids === 'latest' ? null : await findAvatars(this.sql, tx, ids)
    const avatarKeys = avatars && Array.from(avatars.values(), ({ key }) => key)
    const chosenRows =
      avatarKeys === null
        ? ownRows.where('removed_at_ms', '=', latestRemoval)
        : ownRows.where(eb => this.sql.dialect.isIn(eb.ref('avatar_key'), avatarKeys))
    return await chosenRows.orderBy('saved_at_ms', 'desc').orderBy('avatar_key', 'desc').execute()
  }

  /** Ids of removed favorites that can still be restored, with the time of removal. */
  async removedOf(personKey: number): Promise<{ id: string; removedAtMs: number }[]> {
    return await this.sql.scanner
      .selectFrom('removed_favorites')
      .innerJoin('avatars', 'avatars.key', 'removed_favorites.avatar_key')
      .select(['avatars.id', 'removed_favorites.removed_at_ms as removedAtMs'])
      .where('removed_favorites.user_key', '=', personKey)
      .orderBy('removed_favorites.removed_at_ms', 'desc')
      .orderBy('removed_favorites.avatar_key')
      .execute()
  }

  /** Deletes favorites removed before a moment, which can then no longer be restored. */
  async deleteRemovedBefore(ms: number): Promise<void> {
    const key = ['user_key', 'avatar_key'] as const
    await this.sql.deleteBelow('removed_favorites', { key, column: 'removed_at_ms', below: ms })
  }
}
