import { sql as raw } from 'kysely'
import type { CounterSaver, WrittenDay } from '../../avatars/index.ts'
import { chunks } from '../../kernel/chunks.ts'
import type { Database } from '../../kernel/database.ts'
import { Store } from '../../kernel/store.ts'
import { AudienceArchive } from './archive.sql.ts'
import { CellSum, unpackCells } from './packed-cells.ts'
import { hasOnlyImpressions, packImpressions, sumImpressions } from './packed-impressions.ts'
import type { AudienceCell, Flush } from './store.ts'
import type { AudienceCellTable, TrackingTables, WaitingImpressionsTable } from './tables.sql.ts'

/** Impressions of so many avatars are added at once; between two additions the event loop is free. */
const AVATARS_PER_ADDITION = 500

interface TrackingStoreDeps {
  db: Database
  /** Writes the counters of the catalog and of insights. */
  counters: CounterSaver
}

/** Writes pending counts, and reads and archives audiences. */
export class TrackingStore extends Store<TrackingTables, TrackingStoreDeps> {
  readonly archive = new AudienceArchive(this.deps)
  readonly #addCells = this.sql.upsert<AudienceCellTable>('audience_cells', {
    key: ['day', 'avatar_key', 'cell', 'term'],
    add: ['views', 'outbound'],
  })
  readonly #insertImpressions = this.sql.bulk<WaitingImpressionsTable>(
    ['part', 'day', 'impressions'],
    (tx, rows) => tx.insertInto('waiting_impressions').values(rows),
  )

  /** Assigns a writer number to a process that will write. */
  async openWriter(nowMs: number): Promise<number> {
    return await this.sql.transact(async tx => {
      const { id } = await tx
        .insertInto('tracking_writers')
        .values({ last_flush: 0, at_ms: nowMs })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    })
  }

  /**
   * Adds a flush to counters and audiences in one transaction, with its changes in the log. Avatars that have nothing
   * but impressions wait for `addImpressions`. A retried flush is added only once, unless its writer was deleted in the
   * meantime.
   * @returns what it added to the days.
   */
  async save({ writer, number, counters, cells }: Flush, nowMs: number): Promise<WrittenDay[]> {
    const rows = cells.map(({ key, ...cell }) => ({ ...cell, avatar_key: key }))
    return await this.sql.transact(async tx => {
      const writerRow = await tx
        .insertInto('tracking_writers')
        .values({ id: writer, last_flush: number, at_ms: nowMs })
        .onConflict(conflict =>
          conflict
            .column('id')
            .doUpdateSet({ last_flush: number, at_ms: nowMs })
            .where('tracking_writers.last_flush', '<', number),
        )
        .returning('id')
        .executeTakeFirst()
      if (writerRow === undefined) return []
      await this.#addCells.run(tx, rows)
      const otherDeltas = counters.filter(delta => !hasOnlyImpressions(delta))
      await this.#insertImpressions.run(tx, packImpressions(counters.filter(hasOnlyImpressions)))
      return await this.deps.counters.saveCountersWithin(tx, otherDeltas, nowMs)
    })
  }

  /**
   * Adds the waiting impressions to the days of their avatars, those of other processes, too.
   * @returns what each of several transactions added.
   */
  async *addImpressions(nowMs: number): AsyncGenerator<WrittenDay[]> {
    const parts = await this.sql.reader
      .selectFrom('waiting_impressions')
      .select('part')
      .distinct()
      .orderBy('part')
      .execute()
    for (const { part } of parts) yield await this.#addPart(part, nowMs)
  }

  async #addPart(part: number, nowMs: number): Promise<WrittenDay[]> {
    return await this.sql.transact(async tx => {
      const waitingRows = await tx
        .deleteFrom('waiting_impressions')
        .where('part', '=', part)
        .returning(['part', 'day', 'impressions'])
        .execute()
      const writtenDays: WrittenDay[] = []
      for (const chunk of chunks(sumImpressions(waitingRows), AVATARS_PER_ADDITION))
        writtenDays.push(...(await this.deps.counters.saveCountersWithin(tx, chunk, nowMs)))
      return writtenDays
    })
  }

  /** Deletes writers that wrote nothing since `beforeMs`; their flushes stay counted. @returns their number. */
  async deleteWriters(beforeMs: number): Promise<number> {
    return await this.sql.deleteBelow('tracking_writers', { key: ['id'], column: 'at_ms', below: beforeMs })
  }

  /**
   * Reads the audience of an avatar on the UTC days `firstDay` to `lastDay`, inclusive, unordered. A single statement,
   * so that concurrent packing neither hides nor doubles a bucket.
   */
  async audienceOf(key: number, firstDay: number, lastDay: number): Promise<AudienceCell[]> {
    const { reader, dialect } = this.sql
    const days = Array.from({ length: lastDay - firstDay + 1 }, (_, i) => firstDay + i)
    const rows = await reader
      .selectFrom('audience_cells')
      .select(['cell', 'term', 'views', 'outbound', noBytes.as('cells')])
      .where('avatar_key', '=', key)
      .where(eb => dialect.isIn(eb.ref('day'), days))
      .unionAll(
        reader
          .selectFrom('audience_days')
          .select([zero.as('cell'), noTerm.as('term'), zero.as('views'), zero.as('outbound')])
          .select(eb => eb.ref('cells').$castTo<Uint8Array | null>().as('cells'))
          .where('avatar_key', '=', key)
          .where(eb => dialect.isIn(eb.ref('day'), days)),
      )
      .execute()
    const sum = new CellSum()
    for (const { cells, ...cell } of rows) sum.add(cells === null ? [cell] : unpackCells(cells))
    return sum.cells()
  }
}

const zero = raw<number>`0`
const noTerm = raw<string>`''`
const noBytes = raw<Uint8Array | null>`cast(null as bytea)`
