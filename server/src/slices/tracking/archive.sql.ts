import { sql, type Transaction } from 'kysely'
import { DAY_MS } from '../../kernel/days.ts'
import { getOrInsert } from '../../kernel/get-or-insert.ts'
import { Store } from '../../kernel/store.ts'
import { CellSum, packCells, unpackCells } from './packed-cells.ts'
import type { AudienceCell } from './store.ts'
import type { AudienceDayTable, AudienceMonthTable, TrackingTables } from './tables.sql.ts'

type Tx = Transaction<TrackingTables>

/** Maximum numbers of buckets, and of packed days, handled in one transaction, which takes some milliseconds. */
const MAX_CELLS = 4000
const MAX_PACKED_DAYS = 500

/**
 * Keeps audiences small: packs the buckets of a day into one row, and adds days that no window reaches to their month.
 * Rows move between tables in one transaction, so a step may be interrupted or repeated. A lock serialises the
 * processes, because each replaces rows that it has read.
 */
export class AudienceArchive extends Store<TrackingTables> {
  readonly #putDays = this.sql.upsert<AudienceDayTable>('audience_days', {
    key: ['day', 'avatar_key'],
    replace: ['cells'],
  })
  readonly #putMonths = this.sql.upsert<AudienceMonthTable>('audience_months', {
    key: ['avatar_key', 'month'],
    replace: ['cells'],
  })

  /** Packs at most some thousand buckets before `day`. @returns their number; 0 when none is left. */
  async packBefore(day: number): Promise<number> {
    return await this.transactLocked('audience', async tx => {
      const takenCells = await takeCells(tx, day)
      const sums = new PeriodSums()
      for (const { day, avatar_key, ...cell } of takenCells) sums.sumOf(day, avatar_key).add([cell])
      for (const [day, rows] of Map.groupBy(takenCells, ({ day }) => day)) {
        const packedRows = await tx
          .selectFrom('audience_days')
          .select(['avatar_key', 'cells'])
          .where('day', '=', day)
          .where(eb => this.sql.dialect.isIn(eb.ref('avatar_key'), avatarKeysOf(rows)))
          .execute()
        for (const { avatar_key, cells } of packedRows) sums.sumOf(day, avatar_key).add(unpackCells(cells))
      }
      await this.#putDays.run(
        tx,
        sums.packedRows().map(({ period: day, ...row }) => ({ day, ...row })),
      )
      return takenCells.length
    })
  }

  /** Adds at most some hundred packed days before `day` to their months. @returns their number; 0 when none is left. */
  async rollUpBefore(day: number): Promise<number> {
    return await this.transactLocked('audience', async tx => {
      const takenDays = await takeDays(tx, day)
      const sums = new PeriodSums()
      for (const { day, avatar_key, cells } of takenDays)
        sums.sumOf(monthOfDay(day), avatar_key).add(unpackCells(cells))
      for (const [month, rows] of Map.groupBy(takenDays, ({ day }) => monthOfDay(day))) {
        const packedRows = await tx
          .selectFrom('audience_months')
          .select(['avatar_key', 'cells'])
          .where('month', '=', month)
          .where(eb => this.sql.dialect.isIn(eb.ref('avatar_key'), avatarKeysOf(rows)))
          .execute()
        for (const { avatar_key, cells } of packedRows) sums.sumOf(month, avatar_key).add(unpackCells(cells))
      }
      await this.#putMonths.run(
        tx,
        sums.packedRows().map(({ period: month, ...row }) => ({ month, ...row })),
      )
      return takenDays.length
    })
  }
}

/** Sums of the audiences of avatars in days or months. */
class PeriodSums {
  readonly #sums = new Map<string, { period: number; avatar_key: number; sum: CellSum }>()

  sumOf(period: number, avatar_key: number): CellSum {
    const make = () => ({ period, avatar_key, sum: new CellSum() })
    return getOrInsert(this.#sums, `${period} ${avatar_key}`, make).sum
  }

  packedRows(): { period: number; avatar_key: number; cells: Uint8Array }[] {
    return Array.from(this.#sums.values(), ({ sum, ...row }) => ({ ...row, cells: packCells(sum.cells()) }))
  }
}

/**
 * Deletes and returns the oldest buckets in one statement, so that concurrent additions are either returned or stay.
 */
async function takeCells(
  tx: Tx,
  day: number,
): Promise<(AudienceCell & { day: number; avatar_key: number })[]> {
  const lastRow = await tx
    .selectFrom('audience_cells')
    .select(['day', 'avatar_key', 'cell', 'term'])
    .where('day', '<', day)
    .orderBy('day')
    .orderBy('avatar_key')
    .orderBy('cell')
    .orderBy('term')
    .offset(MAX_CELLS - 1)
    .limit(1)
    .executeTakeFirst()
  const olderRows = tx.deleteFrom('audience_cells').where('day', '<', day)
  const deletion =
    lastRow === undefined
      ? olderRows
      : olderRows.where(
          sql<boolean>`(day, avatar_key, cell, term) <= (${lastRow.day}, ${lastRow.avatar_key}, ${lastRow.cell}, ${lastRow.term})`,
        )
  return await deletion.returning(['day', 'avatar_key', 'cell', 'term', 'views', 'outbound']).execute()
}

async function takeDays(tx: Tx, day: number): Promise<AudienceDayTable[]> {
  const lastRow = await tx
    .selectFrom('audience_days')
    .select(['day', 'avatar_key'])
    .where('day', '<', day)
    .orderBy('day')
    .orderBy('avatar_key')
    .offset(MAX_PACKED_DAYS - 1)
    .limit(1)
    .executeTakeFirst()
  const olderRows = tx.deleteFrom('audience_days').where('day', '<', day)
  const deletion =
    lastRow === undefined
      ? olderRows
      : olderRows.where(sql<boolean>`(day, avatar_key) <= (${lastRow.day}, ${lastRow.avatar_key})`)
  return await deletion.returning(['day', 'avatar_key', 'cells']).execute()
}

/** The number of the month of a UTC day; consecutive months differ by one. */
function monthOfDay(day: number): number {
  const date = new Date(day * DAY_MS)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

function avatarKeysOf(rows: readonly { avatar_key: number }[]): number[] {
  return [...new Set(rows.map(({ avatar_key }) => avatar_key))]
}
