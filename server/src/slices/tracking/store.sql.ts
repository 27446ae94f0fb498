import { sql as raw } from 'kysely'
import type { CounterSaver } from '../../avatars/index.ts'
import type { Database, SqlAccess } from '../../kernel/database.ts'
import { AudienceArchive } from './archive.sql.ts'
import { CellSum, unpackCells } from './packed-cells.ts'
import type { AudienceCell, Flush, TrackingStore } from './store.ts'
import type { AudienceCellTable, TrackingTables } from './tables.sql.ts'

type Sql = SqlAccess<TrackingTables>

/** @param deps.counters writes the counters of the catalog and of insights. */
export function createTrackingStore({
  db,
  counters,
}: {
  db: Database
  counters: CounterSaver
}): TrackingStore {
  const sql = db.tables<TrackingTables>()
  const archive = new AudienceArchive(sql)
  return {
    openWriter: nowMs => openWriter(sql, nowMs),
    save: flushSaver(sql, counters),
    audienceOf: (key, from, to) => audienceOf(sql, key, from, to),
    packBefore: day => archive.packBefore(day),
    rollUpBefore: day => archive.rollUpBefore(day),
  }
}

async function openWriter(sql: Sql, nowMs: number): Promise<number> {
  return await sql.transact(async tx => {
    const { id } = await tx
      .insertInto('tracking_writers')
      .values({ last_flush: 0, at_ms: nowMs })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

function flushSaver(sql: Sql, counters: CounterSaver): TrackingStore['save'] {
  const addCells = sql.upsert<AudienceCellTable>('audience_cells', {
    key: ['day', 'avatar_key', 'cell', 'term'],
    add: ['views', 'outbound'],
  })
  return async ({ writer, number, counters: deltas, cells }: Flush, nowMs) => {
    const rows = cells.map(({ key, ...cell }) => ({ ...cell, avatar_key: key }))
    await sql.transact(async tx => {
      const isNew = await tx
        .updateTable('tracking_writers')
        .set({ last_flush: number, at_ms: nowMs })
        .where('id', '=', writer)
        .where('last_flush', '<', number)
        .returning('id')
        .executeTakeFirst()
      if (isNew === undefined) return
      await addCells.run(tx, rows)
      await counters.saveCountersWithin(tx, deltas, nowMs)
    })
  }
}

/** It is one statement, so that concurrent packing neither hides nor doubles a bucket. */
async function audienceOf(sql: Sql, key: number, from: number, to: number): Promise<AudienceCell[]> {
  const days = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  const rows = await sql.reader
    .selectFrom('audience_cells')
    .select(['cell', 'term', 'views', 'outbound', noBytes.as('cells')])
    .where('avatar_key', '=', key)
    .where(eb => sql.dialect.isIn(eb.ref('day'), days))
    .unionAll(
      sql.reader
        .selectFrom('audience_days')
        .select([zero.as('cell'), noTerm.as('term'), zero.as('views'), zero.as('outbound')])
        .select(eb => eb.ref('cells').$castTo<Uint8Array | null>().as('cells'))
        .where('avatar_key', '=', key)
        .where(eb => sql.dialect.isIn(eb.ref('day'), days)),
    )
    .execute()
  const sum = new CellSum()
  for (const { cells, ...cell } of rows) sum.add(cells === null ? [cell] : unpackCells(cells))
  return sum.cells()
}

const zero = raw<number>`0`
const noTerm = raw<string>`''`
const noBytes = raw<Uint8Array | null>`cast(null as bytea)`
