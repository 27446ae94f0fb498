import type { Transaction } from 'kysely'
import type { CounterDelta } from '../../../avatars/index.ts'
import type { SqlAccess } from '../../../kernel/database.ts'
import { Store } from '../../../kernel/store.ts'
import type { AccountStoreDeps, AccountTables, FavoriteTable, RemovedFavoriteTable } from '../tables.sql.ts'
import type { SavedRow } from './acts.ts'

type Tx = Transaction<AccountTables>

const KEY_COLUMNS = ['user_key', 'avatar_key'] as const
const REPLACED_COLUMNS = ['group_id', 'saved_at_ms', 'day', 'place'] as const

/** Writes many favorites of a person at once, and updates counters. */
export class FavoriteWriter extends Store<AccountTables, AccountStoreDeps> {
  readonly #upsert = this.sql.upsert<FavoriteTable>('favorites', {
    key: KEY_COLUMNS,
    replace: REPLACED_COLUMNS,
  })
  readonly #removedUpsert = this.sql.upsert<RemovedFavoriteTable>('removed_favorites', {
    key: KEY_COLUMNS,
    replace: [...REPLACED_COLUMNS, 'removed_at_ms'],
  })

  /** Adds favorites that are not there yet. */
  async add(tx: Tx, rows: readonly FavoriteTable[], nowMs: number): Promise<void> {
    await this.#upsert.run(tx, rows)
    await this.deps.counters.saveCountersWithin(tx, deltasOf(rows, 1), nowMs)
  }

  /** Deletes favorites, takes them off the counters, and keeps them for `restore`. */
  async remove(
    tx: Tx,
    personKey: number,
    avatarKeys: readonly number[] | 'all',
    nowMs: number,
  ): Promise<void> {
    const rows = await deleteFavorites(this.sql, tx, personKey, avatarKeys)
    await this.#removedUpsert.run(
      tx,
      rows.map(row => ({ ...row, removed_at_ms: nowMs })),
    )
    await this.deps.counters.saveCountersWithin(tx, deltasOf(rows, -1), nowMs)
  }

  /** Writes the differences between two states of favorites. */
  async replace(
    tx: Tx,
    personKey: number,
    rowsBefore: readonly SavedRow[],
    rowsAfter: ReadonlyMap<number, SavedRow>,
    nowMs: number,
  ): Promise<void> {
    const rowsBeforeByKey = new Map(rowsBefore.map(row => [row.avatarKey, row]))
    const removedKeys = rowsBefore
      .filter(({ avatarKey }) => !rowsAfter.has(avatarKey))
      .map(({ avatarKey }) => avatarKey)
    if (removedKeys.length > 0) await this.remove(tx, personKey, removedKeys, nowMs)
    const changedRows = [...rowsAfter.values()].filter(row => rowsBeforeByKey.get(row.avatarKey) !== row)
    const isSavedAgain = ({ avatarKey, savedAtMs }: SavedRow) =>
      rowsBeforeByKey.get(avatarKey)?.savedAtMs !== savedAtMs
    const resavedRows = changedRows.filter(isSavedAgain)
    const replacedRows = resavedRows.flatMap(({ avatarKey }) => rowsBeforeByKey.get(avatarKey) ?? [])
    const toTable = (row: SavedRow) => toRow(personKey, row)
    await this.#upsert.run(tx, changedRows.map(toTable))
    const deltas = [...deltasOf(resavedRows.map(toTable), 1), ...deltasOf(replacedRows.map(toTable), -1)]
    await this.deps.counters.saveCountersWithin(tx, deltas, nowMs)
  }
}

/** Deletes favorites of a person. @returns the deleted rows. */
export async function deleteFavorites(
  { dialect }: SqlAccess<AccountTables>,
  tx: Tx,
  personKey: number,
  avatarKeys: readonly number[] | 'all',
): Promise<FavoriteTable[]> {
  const all = tx.deleteFrom('favorites').where('user_key', '=', personKey)
  const query = avatarKeys === 'all' ? all : all.where(eb => dialect.isIn(eb.ref('avatar_key'), avatarKeys))
  return await query.returningAll().execute()
}

export function deltasOf(
  rows: readonly Pick<FavoriteTable, 'avatar_key' | 'day'>[],
  change: 1 | -1,
): CounterDelta[] {
  return rows.map(({ avatar_key, day }) => ({ key: avatar_key, day, favorites: change }))
}

/** Favorites of a person, in no particular order. */
export async function rowsOf(
  { dialect }: SqlAccess<AccountTables>,
  tx: Tx,
  personKey: number,
  avatarKeys: readonly number[] | 'all',
): Promise<SavedRow[]> {
  const all = tx
    .selectFrom('favorites')
    .select(['avatar_key as avatarKey', 'group_id as groupId', 'saved_at_ms as savedAtMs', 'day', 'place'])
    .where('user_key', '=', personKey)
  const query = avatarKeys === 'all' ? all : all.where(eb => dialect.isIn(eb.ref('avatar_key'), avatarKeys))
  return await query.execute()
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

function toRow(personKey: number, { avatarKey, groupId, savedAtMs, day, place }: SavedRow): FavoriteTable {
  return {
    user_key: personKey,
    avatar_key: avatarKey,
    group_id: groupId,
    saved_at_ms: savedAtMs,
    day,
    place,
  }
}
