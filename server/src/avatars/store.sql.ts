import type { Transaction } from 'kysely'
import type { Database } from '../kernel/database.ts'
import { Store } from '../kernel/store.ts'
import type { WrittenDay } from './activity.sql.ts'
import { ChangeLog } from './changes.sql.ts'
import { CounterStore } from './counters.sql.ts'
import { selectRecords } from './read.sql.ts'
import type { CatalogRecord } from './record.ts'
import { rederiveAiTags } from './rederive.sql.ts'
import { type AiTagging, RECORD_COLUMNS, toRecord } from './row.ts'
import { AvatarSaver } from './save.sql.ts'
import type { AvatarPatch, CounterDelta, SaveOutcome } from './store.ts'
import type { CatalogTables } from './tables.sql.ts'

type Tx = Transaction<CatalogTables>

/** A batch of rows of the catalog; their order is not specified. */
export interface RowBatch {
  /** Input of `recordsOf`, in an `ArrayBuffer` that holds nothing else, so that it can be transferred. */
  rows: Uint8Array<ArrayBuffer>
  count: number
}

/**
 * The catalog in the database. Each write is one transaction that includes its change log rows, durable when it
 * resolves.
 */
export class CatalogStore extends Store<CatalogTables, { db: Database } & AiTagging> {
  readonly changes = new ChangeLog(this.deps)
  readonly #counters = new CounterStore(this.deps)
  readonly #saver = new AvatarSaver(this.deps)
  /** Reads only lifetime counters, for changes of kind `counts`. */
  readonly countersByKeys = this.sql.compiledRead((reader, keys: readonly number[]) =>
    reader
      .selectFrom('avatar_counters')
      .select(['avatar_key as key', 'views', 'likes'])
      .where(eb => this.sql.dialect.isIn(eb.ref('avatar_key'), keys)),
  )
  readonly #byKeys = this.sql.compiledRead((reader, keys: readonly number[]) =>
    selectRecords(reader)
      .where(eb => this.sql.dialect.isIn(eb.ref('key'), keys))
      .orderBy('avatars.key'),
  )

  /** Reads all records in the order of (addedAtMs, key), in batches of at most `batchSize`; memory use is one batch. */
  async *readAll(batchSize: number): AsyncGenerator<CatalogRecord[]> {
    const read = (last?: { added_at_ms: number; key: number }) => {
      const query = selectRecords(this.sql.reader).orderBy('added_at_ms').orderBy('key').limit(batchSize)
      if (last === undefined) return query.execute()
      return query
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('added_at_ms', 'key'), '>', tuple(last.added_at_ms, last.key)),
        )
        .execute()
    }
    for await (const rows of readInBatches(batchSize, read)) yield rows.map(toRecord)
  }

  /** Like `readAll`, but in the order of keys, which is that on disk: takes half the time. */
  async *readByKey(batchSize: number): AsyncGenerator<CatalogRecord[]> {
    const read = (last?: { key: number }) =>
      selectRecords(this.sql.reader)
        .where('avatars.key', '>', last?.key ?? 0)
        .orderBy('avatars.key')
        .limit(batchSize)
        .execute()
    for await (const rows of readInBatches(batchSize, read)) yield rows.map(toRecord)
  }

  /** Like `readByKey`, but returns JSON bytes for `recordsOf`, which can be transferred to other threads. */
  async *readAsJson(batchSize: number): AsyncGenerator<RowBatch> {
    const { dialect } = this.sql
    for (let lastKey = 0; ; ) {
      const { rows, count, greatestKey } = await this.sql.reader
        .selectFrom(
          selectRecords(this.sql.reader)
            .where('avatars.key', '>', lastKey)
            .orderBy('avatars.key')
            .limit(batchSize)
            .as('batch'),
        )
        .select(({ ref, fn }) => [
          dialect
            .bytes(dialect.list(dialect.array(RECORD_COLUMNS.map(column => ref(`batch.${column}`)))))
            .as('rows'),
          fn.countAll<number>().as('count'),
          fn.max<number | null>('batch.key').as('greatestKey'),
        ])
        .executeTakeFirstOrThrow()
      if (greatestKey === null) return
      yield { rows: rows.length === rows.buffer.byteLength ? rows : new Uint8Array(rows), count }
      if (count < batchSize) return
      lastKey = greatestKey
    }
  }

  async byKeys(keys: readonly number[]): Promise<CatalogRecord[]> {
    return (await this.#byKeys(keys)).map(toRecord)
  }

  async byIds(ids: readonly string[]): Promise<CatalogRecord[]> {
    const rows = await selectRecords(this.sql.reader)
      .where(eb => this.sql.dialect.isIn(eb.ref('id'), ids))
      .orderBy('avatars.key')
      .execute()
    return rows.map(toRecord)
  }

  /** Reads all lifetime counters in the order of keys, in batches of at most `batchSize`. */
  readCounters(batchSize: number): AsyncGenerator<{ key: number; views: number; likes: number }[]> {
    return readInBatches(batchSize, last =>
      this.sql.scanner
        .selectFrom('avatar_counters')
        .select(['avatar_key as key', 'views', 'likes'])
        .where('avatar_key', '>', last?.key ?? 0)
        .orderBy('avatar_key')
        .limit(batchSize)
        .execute(),
    )
  }

  /** Counts all rows, and the rows of avatars that the platform still serves publicly. */
  async countRows(): Promise<{ indexed: number; active: number }> {
    const { indexed, active } = await this.sql.scanner
      .selectFrom('avatars')
      .select(({ fn }) => [
        fn.countAll<number>().as('indexed'),
        fn.sum<number | null>('is_active').as('active'),
      ])
      .executeTakeFirstOrThrow()
    return { indexed, active: active ?? 0 }
  }

  /** Identifies this database: a snapshot made from another one must not be used. */
  async databaseId(): Promise<string> {
    const row = await this.sql.reader
      .selectFrom('meta')
      .select('value')
      .where('name', '=', 'database_id')
      .executeTakeFirstOrThrow()
    return row.value
  }

  /** Returns one outcome per patch, in order. A later patch of the same avatar sees the effect of earlier ones. */
  async saveMany(patches: readonly AvatarPatch[], nowMs: number): Promise<SaveOutcome[]> {
    return await this.sql.transact(tx => this.saveWithin(tx, patches, nowMs))
  }

  /**
   * Like `saveMany`, inside the caller's transaction. It leaves the change log locked: afterwards the transaction may
   * only write to rows that it has locked already.
   */
  async saveWithin(tx: Tx, patches: readonly AvatarPatch[], nowMs: number): Promise<SaveOutcome[]> {
    return await this.#saver.saveWithin(tx, patches, nowMs)
  }

  /** Records that the platform has just answered a lookup of an avatar, inside the caller's transaction. */
  async noteVerified(tx: Tx, id: string, nowMs: number): Promise<void> {
    await tx.updateTable('avatars').set({ verified_at_ms: nowMs }).where('id', '=', id).execute()
  }

  /**
   * Adds to the counts per day (of each avatar and of the site) and to lifetime counters, which never fall below 0.
   * Logs one `counts` change per avatar whose views or likes changed, and one activity row per day.
   * @returns what it added to the days.
   */
  async saveCounters(deltas: readonly CounterDelta[], nowMs: number): Promise<WrittenDay[]> {
    if (deltas.length === 0) return []
    return await this.sql.transact(tx => this.saveCountersWithin(tx, deltas, nowMs))
  }

  /** Like `saveCounters`, inside the caller's transaction; see `saveWithin`. */
  async saveCountersWithin(tx: Tx, deltas: readonly CounterDelta[], nowMs: number): Promise<WrittenDay[]> {
    return await this.#counters.saveWithin(tx, deltas, nowMs)
  }

  /**
   * Derives tags again for at most `limit` avatars whose tags come from an older vocabulary. Returns how many were
   * examined (0 when all are up to date) and how many got other tags.
   */
  async rederiveAiTags(limit: number, nowMs: number): Promise<{ examined: number; changed: number }> {
    return await rederiveAiTags({ sql: this.sql, log: this.changes, tagging: this.deps }, limit, nowMs)
  }
}

/**
 * Reads rows in batches. @param read returns at most `batchSize` rows, those after the last one of the batch before.
 */
async function* readInBatches<Row>(
  batchSize: number,
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let lastRow: Row | undefined
  do {
    const rows = await read(lastRow)
    lastRow = rows.length < batchSize ? undefined : rows.at(-1)
    if (rows.length > 0) yield rows
  } while (lastRow !== undefined)
}

export type CatalogReader = Pick<
  CatalogStore,
  | 'readAll'
  | 'readByKey'
  | 'readAsJson'
  | 'byKeys'
  | 'byIds'
  | 'countersByKeys'
  | 'readCounters'
  | 'countRows'
  | 'databaseId'
> & { readonly changes: Pick<ChangeLog, 'after' | 'bounds' | 'countsDeletedTo'> }

/** Saves avatars in a transaction of another slice, which must not commit without them. */
export type CatalogSaver = Pick<CatalogStore, 'saveWithin' | 'noteVerified'>

/** Counts events in a transaction of another slice, which must not commit without them. */
export type CounterSaver = Pick<CatalogStore, 'saveCountersWithin'>
