import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/** Packed histories read in one batch: a second of work if each has 200 days. */
const BATCH = 500

/** Unpacks the counts of each avatar into plain rows: one per recent day, and one sum for the days before. */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { int8, keyedTable } = columnTypes(engine)
  await sql`create table avatar_earlier (
    avatar_key ${int8} primary key not null references avatars (key),
    active_days integer not null,
    first_day integer not null,
    last_day integer not null,
    impressions ${int8} not null,
    views ${int8} not null,
    outbound ${int8} not null,
    wears ${int8} not null,
    likes ${int8} not null,
    favorites ${int8} not null
  ) ${keyedTable}`.execute(tx)
  for (let key = 0; ; ) {
    const { rows } = await sql<{ key: number; history: Uint8Array }>`
      select avatar_key as key, history from avatar_histories
      where avatar_key > ${key} order by avatar_key limit ${BATCH}`.execute(tx)
    if (rows.length === 0) break
    key = rows.at(-1)!.key
    const days = rows.flatMap(row => daysOf(row.key, Buffer.from(row.history)))
    const earlierRows = rows.flatMap(row => earlierOf(row.key, Buffer.from(row.history)))
    await sql`insert into avatar_days
        (day, avatar_key, impressions, views, outbound, wears, likes, favorites)
      ${select(engine, days, 8)}
      on conflict (day, avatar_key) do update set
        impressions = avatar_days.impressions + excluded.impressions,
        views = avatar_days.views + excluded.views,
        outbound = avatar_days.outbound + excluded.outbound,
        wears = avatar_days.wears + excluded.wears,
        likes = avatar_days.likes + excluded.likes,
        favorites = avatar_days.favorites + excluded.favorites`.execute(tx)
    await sql`insert into avatar_earlier
        (avatar_key, active_days, first_day, last_day, impressions, views, outbound, wears, likes, favorites)
      ${select(engine, earlierRows, 10)}`.execute(tx)
  }
  await sql`drop table avatar_histories`.execute(tx)
}

/** Passes rows of numbers as a single parameter. */
function select(engine: Engine, rows: readonly (readonly number[])[], width: number) {
  const elements =
    engine === 'sqlite'
      ? sql`json_each(${JSON.stringify(rows)})`
      : sql`json_array_elements(${JSON.stringify(rows)}::json) as rows (value)`
  const columns = Array.from({ length: width }, (_, i) => sql`cast(value ->> ${sql.lit(i)} as bigint)`)
  return sql`select ${sql.join(columns)} from ${elements} where true`
}

/*
 * A packed history, lowest byte first: format (1), room for days (1), days in use (1), widths of columns as two bits
 * each (2), the day that offsets count from (2), earlier days with activity (2), the first of those (2), their totals
 * (4 a counter); then an offset a day (1), and a column a counter with sums since the first day.
 */
const HEAD = 35
const BYTES_OF_WIDTH = [0, 1, 2, 4]
/** Likes and favorites can decrease, so they are signed. */
const SIGNED = [false, false, false, false, true, true]

function daysOf(key: number, bytes: Buffer): number[][] {
  const room = bytes[1]!
  const widths = bytes.readUInt16LE(3)
  const rows = Array.from({ length: bytes[2]! }, (_, i) => [bytes.readUInt16LE(5) + bytes[HEAD + i]!, key])
  let column = HEAD + room
  for (const [counter, isSigned] of SIGNED.entries()) {
    const size = BYTES_OF_WIDTH[(widths >>> (2 * counter)) & 3]!
    let before = 0
    for (const [i, row] of rows.entries()) {
      const sum = numberAt(bytes, column + i * size, size, isSigned)
      row.push(sum - before)
      before = sum
    }
    column += room * size
  }
  return rows
}

/** The last of the earlier days is neither stored nor needed: all kept days are later. */
function earlierOf(key: number, bytes: Buffer): number[][] {
  const days = bytes.readUInt16LE(7)
  if (days === 0) return []
  const firstDay = bytes.readUInt16LE(9)
  const counts = SIGNED.map((isSigned, counter) => numberAt(bytes, 11 + 4 * counter, 4, isSigned))
  return [[key, days, firstDay, firstDay, ...counts]]
}

function numberAt(bytes: Buffer, at: number, size: number, isSigned: boolean): number {
  if (size === 0) return 0
  return isSigned ? bytes.readIntLE(at, size) : bytes.readUIntLE(at, size)
}
