import { type CatalogSaver, readWithheld } from '../../avatars/index.ts'
import type { AvatarId } from '../../kernel/avatar-id.ts'
import type { Database, SqlAccess } from '../../kernel/database.ts'
import { readBudget } from './budget.sql.ts'
import { decide, postpone, release } from './decide.sql.ts'
import { LookupQueue, queueOf } from './queue.sql.ts'
import type { LookupStore } from './store.ts'
import { type LookupTables, PRIORITY } from './tables.sql.ts'
import { take } from './take.sql.ts'

/** Most finds that may wait; re-verification reaches the others, as it begins with avatars never verified. */
const MOST_FINDS = 5000

export function createLookupStore({ db, catalog }: { db: Database; catalog: CatalogSaver }): LookupStore {
  const sql = db.tables<LookupTables>()
  const queue = new LookupQueue(sql)
  return {
    take: (options, nowMs) => take(sql, options, nowMs),
    decide: (lookup, verdict, nowMs) => decide({ sql, catalog }, lookup, verdict, nowMs),
    postpone: (lookup, postponement, nowMs) => postpone(sql, lookup, postponement, nowMs),
    release: lookup => release(sql, lookup),
    enqueueFinds: (ids, nowMs) => enqueueFinds({ sql, queue }, ids, nowMs),
    budget: () => readBudget(sql.reader),
    lookupsSince: ms => lookupsSince(sql, ms),
    endRefusalRest: account => endRefusalRest(sql, account),
  }
}

async function enqueueFinds(
  { sql, queue }: { sql: SqlAccess<LookupTables>; queue: LookupQueue },
  ids: readonly AvatarId[],
  nowMs: number,
): Promise<number> {
  return await sql.transact(async tx => {
    const { isIn, lock } = sql.dialect
    await lock(tx, 'lookups')
    const known = await tx
      .selectFrom('avatars')
      .select(['id', 'author_id', 'verified_at_ms'])
      .where(eb => isIn(eb.ref('id'), ids))
      .execute()
    const waiting = await tx
      .selectFrom('lookups')
      .select('avatar_id')
      .where(eb => isIn(eb.ref('avatar_id'), ids))
      .execute()
    const verified = known.filter(({ verified_at_ms }) => verified_at_ms !== null).map(({ id }) => id)
    const passed = new Set([...verified, ...waiting.map(({ avatar_id }) => avatar_id)])
    const authors = new Map(known.map(({ id, author_id }) => [id, author_id]))
    const owned = [...new Set(ids)].map(id => ({ id, authorId: authors.get(id) ?? '' }))
    const withheldOf = await readWithheld(tx, sql.dialect, owned)
    const found = owned.filter(avatar => !passed.has(avatar.id) && !withheldOf(avatar).isBlocked)
    const { waiting: finds, last } = await queueOf(tx, PRIORITY.find)
    const added = found.slice(0, Math.max(0, MOST_FINDS - finds)).map(({ id }) => id)
    await queue.add(tx, added, { priority: PRIORITY.find, after: last }, nowMs)
    return added.length
  })
}

async function lookupsSince(sql: SqlAccess<LookupTables>, ms: number) {
  const rows = await sql.reader
    .selectFrom('begun_lookups')
    .select(['at_ms', 'is_decided'])
    .where('at_ms', '>=', ms)
    .orderBy('at_ms', 'desc')
    .limit(200)
    .execute()
  return rows.map(({ at_ms, is_decided }) => ({
    atMs: at_ms,
    isDecided: is_decided === null ? null : is_decided === 1,
  }))
}

async function endRefusalRest(sql: SqlAccess<LookupTables>, account: string): Promise<boolean> {
  const changed = await sql.transact(tx =>
    tx
      .updateTable('platform_budget')
      .set({ rest_until_ms: 0, rest_reason: null, failures: 0, account })
      .where('rest_reason', '=', 'refused')
      .where(eb => eb.or([eb('account', 'is', null), eb('account', '!=', account)]))
      .returning('name')
      .execute(),
  )
  return changed.length > 0
}
