import { COUNTERS } from '@avatary/contract/insights'
import { type Counts, isNothing, NET, NOTHING, sum } from './counts.ts'

/**
 * What was counted of one avatar, by UTC day, in bytes that are the same in the system of record and in memory:
 *
 *     0   format (1)
 *     1   room: days that it has place for
 *     2   days in use
 *     3   width of each column, two bits each: 0, 1, 2 or 4 bytes a value
 *     5   the day that offsets count from
 *     7   days with activity before the first of these, and the first day ever with any
 *     11  totals of the time before the first of these days, 4 bytes a counter
 *     35  days as offsets, ascending, 1 byte each; then a column a counter
 *
 * A column holds sums since the first of these days, so that what happened in a window is the difference of two
 * values. Numbers have their lowest byte first; columns of counters that can go down are signed. A day without any
 * activity is not in it.
 */
const FORMAT = 1
const ROOM = 1
const USED = 2
const WIDTHS = 3
const ORIGIN = 5
const DAYS_BEFORE = 7
const FIRST_DAY = 9
const BEFORE = 11
const HEAD = BEFORE + 4 * COUNTERS.length

/** Days of which counts are kept one by one: two of the longest windows (spec, "Limits"), and some to spare. */
export const DAYS_KEPT = 200

const BYTES_OF_WIDTH = [0, 1, 2, 4] as const

/** Days that a history gets room for when it is packed: adding one takes no new bytes then. */
export const SPARE_DAYS = 8

/** One day with activity. */
export interface ActiveDay {
  day: number
  counts: Counts
}

/** The same as objects, to be changed. */
export interface History {
  /** Totals of the days that are not kept one by one, how many of them had activity, and the first day of all. */
  before: { counts: Counts; days: number; firstDay: number | null }
  /** Ascending. */
  days: readonly ActiveDay[]
}

export const NO_HISTORY: History = { before: { counts: NOTHING, days: 0, firstDay: null }, days: [] }

/** Adds counts to days, in any order and also several times to the same. */
export function addDays({ before, days }: History, added: readonly ActiveDay[]): History {
  const sums = new Map(days.map(({ day, counts }) => [day, counts]))
  for (const { day, counts } of added) {
    const known = sums.get(day)
    sums.set(day, known === undefined ? counts : sum(known, counts))
  }
  const all = Array.from(sums, ([day, counts]) => ({ day, counts })).filter(
    ({ counts }) => !isNothing(counts),
  )
  return { before, days: all.sort((a, b) => a.day - b.day) }
}

/** Says what was counted on a day, whatever was known of it. */
export function setDay({ before, days }: History, day: number, counts: Counts): History {
  const later = days.findLastIndex(one => one.day <= day) + 1
  const isKnown = days[later - 1]?.day === day
  const put = isNothing(counts) ? [] : [{ day, counts }]
  return { before, days: [...days.slice(0, isKnown ? later - 1 : later), ...put, ...days.slice(later)] }
}

/**
 * The bytes of a history; days that are more than `DAYS_KEPT` before the last become part of what was before.
 *
 * @param spare days that can be added in place.
 */
export function packHistory(history: History, spare = SPARE_DAYS): Uint8Array {
  const { before, days } = folded(history)
  const room = Math.min(days.length + spare, 255)
  const sums = cumulated(days)
  const widths = COUNTERS.map((_, counter) => widthFor(sums, counter))
  const bytes = new Uint8Array(HEAD + room * rowBytes(widths))
  bytes[0] = FORMAT
  bytes[ROOM] = room
  bytes[USED] = days.length
  write(bytes, WIDTHS, 2, packWidths(widths))
  const origin = days[0]?.day ?? 0
  write(bytes, ORIGIN, 2, origin)
  write(bytes, DAYS_BEFORE, 2, before.days)
  write(bytes, FIRST_DAY, 2, before.firstDay ?? 0)
  for (const [counter, count] of before.counts.entries()) write(bytes, BEFORE + 4 * counter, 4, count)
  for (const [i, { day }] of days.entries()) bytes[HEAD + i] = day - origin
  let column = HEAD + room
  for (const [counter, width] of widths.entries()) {
    const size = BYTES_OF_WIDTH[width]!
    for (const [i, counts] of sums.entries()) write(bytes, column + i * size, size, counts[counter]!)
    column += room * size
  }
  return bytes
}

/** The inverse of `packHistory`, of the bytes that begin at `start`. */
export function unpackHistory(bytes: Uint8Array, start = 0): History {
  if (bytes[start] !== FORMAT) throw new Error(`A history of format ${bytes[start]} cannot be read`)
  const used = bytes[start + USED]!
  const origin = read(bytes, start + ORIGIN, 2, false)
  const firstDay = read(bytes, start + FIRST_DAY, 2, false)
  const before = {
    counts: totalsBefore(bytes, start),
    days: read(bytes, start + DAYS_BEFORE, 2, false),
    firstDay: firstDay === 0 ? null : firstDay,
  }
  const days: ActiveDay[] = []
  let previous: Counts = NOTHING
  for (let i = 0; i < used; i++) {
    const until = sumsAt(bytes, start, i + 1)
    days.push({
      day: origin + bytes[start + HEAD + i]!,
      counts: until.map((value, c) => value - previous[c]!),
    })
    previous = until
  }
  return { before, days }
}

/** How many bytes the history that begins at `start` has. */
export function historyLength(bytes: Uint8Array, start: number): number {
  return HEAD + bytes[start + ROOM]! * rowBytes(widthsOf(bytes, start))
}

/** Whether anything was ever counted. */
export function hasActivity(bytes: Uint8Array, start: number): boolean {
  return bytes[start + USED]! > 0 || read(bytes, start + DAYS_BEFORE, 2, false) > 0
}

/** How many of the days kept are not after `day`; where every day had activity there is nothing to search. */
export function daysUntil(bytes: Uint8Array, start: number, day: number): number {
  const offset = day - (bytes[start + ORIGIN]! | (bytes[start + ORIGIN + 1]! << 8))
  let low = 0
  let high = bytes[start + USED]!
  if (high === 0 || offset < 0) return 0
  const last = bytes[start + HEAD + high - 1]!
  if (offset >= last) return high
  if (last === high - 1) return offset + 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (bytes[start + HEAD + middle]! <= offset) low = middle + 1
    else high = middle
  }
  return low
}

/** Where a counter's column is: its first byte from `start`, times 8, and the bytes of a value. */
export function columnOf(bytes: Uint8Array, start: number, counter: number): number {
  const widths = bytes[start + WIDTHS]! | (bytes[start + WIDTHS + 1]! << 8)
  let rows = 1
  for (let c = 0; c < counter; c++) rows += BYTES_OF_WIDTH[(widths >>> (2 * c)) & 3]!
  return (HEAD + bytes[start + ROOM]! * rows) * 8 + BYTES_OF_WIDTH[(widths >>> (2 * counter)) & 3]!
}

/** The sum of a column's first `days` days. */
export function sumAt(
  bytes: Uint8Array,
  start: number,
  column: number,
  counter: number,
  days: number,
): number {
  const size = column & 7
  if (days === 0 || size === 0) return 0
  return read(bytes, start + (column >>> 3) + (days - 1) * size, size, NET[counter]!)
}

/** Words of a head, in the order of `writeHead`. */
export const HEAD_WORDS = 2

/**
 * What of the first bytes tells where a sum stands, for very many histories side by side: the day that offsets count
 * from, days in use, and whether they have no gap; then room, and widths of columns.
 */
export function writeHead(bytes: Uint8Array, start: number, heads: Uint32Array, at: number): void {
  const used = bytes[start + USED]!
  const isDense = used > 0 && bytes[start + HEAD + used - 1] === used - 1
  heads[at] = read(bytes, start + ORIGIN, 2, false) | (used << 16) | (Number(isDense) << 24)
  heads[at + 1] = bytes[start + ROOM]! | (read(bytes, start + WIDTHS, 2, false) << 8)
}

/** A counter until the end of a day, since the first of the days kept; by what `writeHead` wrote of the history. */
export function sumUntil(
  bytes: Uint8Array,
  start: number,
  head: number,
  shape: number,
  counter: number,
  day: number,
): number {
  const offset = day - (head & 0xffff)
  const size = BYTES_OF_WIDTH[(shape >>> (8 + 2 * counter)) & 3]!
  if (offset < 0 || size === 0) return 0
  const used = (head >>> 16) & 0xff
  const days = head >>> 24 === 1 ? Math.min(offset + 1, used) : daysUntil(bytes, start, day)
  if (days === 0) return 0
  let rows = 1
  for (let c = 0; c < counter; c++) rows += BYTES_OF_WIDTH[(shape >>> (8 + 2 * c)) & 3]!
  return read(bytes, start + HEAD + (shape & 0xff) * rows + (days - 1) * size, size, NET[counter]!)
}

/** The sums of all columns' first `days` days. */
export function sumsAt(bytes: Uint8Array, start: number, days: number): number[] {
  return COUNTERS.map((_, counter) => sumAt(bytes, start, columnOf(bytes, start, counter), counter, days))
}

export function totalsBefore(bytes: Uint8Array, start: number): number[] {
  return COUNTERS.map((_, counter) => read(bytes, start + BEFORE + 4 * counter, 4, NET[counter]!))
}

/**
 * Sets the counts of the last day, or of one after it, in place.
 *
 * @returns false, and changes nothing, when that takes other bytes: there is no room, a value does not fit, the day is
 *   not the last, or nothing is left of it.
 */
export function setLastDay(bytes: Uint8Array, start: number, day: number, counts: Counts): boolean {
  const used = bytes[start + USED]!
  const room = bytes[start + ROOM]!
  const offset = day - read(bytes, start + ORIGIN, 2, false)
  const last = used === 0 ? -1 : bytes[start + HEAD + used - 1]!
  if (used === 0 || offset < last || offset > 255 || isNothing(counts)) return false
  const row = offset > last ? used : used - 1
  if (row === room || !hasSpace(bytes, start, row, counts)) return false
  const widths = read(bytes, start + WIDTHS, 2, false)
  let column = start + HEAD + room
  for (let counter = 0; counter < COUNTERS.length; counter++) {
    const size = BYTES_OF_WIDTH[(widths >>> (2 * counter)) & 3]!
    write(bytes, column + row * size, size, sumBefore(bytes, column, size, counter, row) + counts[counter]!)
    column += room * size
  }
  bytes[start + HEAD + row] = offset
  bytes[start + USED] = row + 1
  return true
}

/** Whether the sums of a row fit the columns as wide as they are. */
function hasSpace(bytes: Uint8Array, start: number, row: number, counts: Counts): boolean {
  const room = bytes[start + ROOM]!
  const widths = read(bytes, start + WIDTHS, 2, false)
  let column = start + HEAD + room
  for (let counter = 0; counter < COUNTERS.length; counter++) {
    const width = (widths >>> (2 * counter)) & 3
    const size = BYTES_OF_WIDTH[width]!
    const value = sumBefore(bytes, column, size, counter, row) + counts[counter]!
    if (!fits(value, width, NET[counter]!)) return false
    column += room * size
  }
  return true
}

function sumBefore(bytes: Uint8Array, column: number, size: number, counter: number, row: number): number {
  return row === 0 || size === 0 ? 0 : read(bytes, column + (row - 1) * size, size, NET[counter]!)
}

/**
 * A packed history with more days, ascending; what was counted on a day that it has already is added to that. The
 * bytes given may be changed, and may be those that are returned.
 */
export function mergeDays(
  bytes: Uint8Array | null,
  days: readonly ActiveDay[],
  spare = SPARE_DAYS,
): Uint8Array {
  let done = 0
  for (const { day, counts } of bytes === null ? [] : days) {
    if (daysUntil(bytes!, 0, day) !== bytes![USED] || hasDay(bytes!, day)) break
    if (!isNothing(counts) && !setLastDay(bytes!, 0, day, counts)) break
    done++
  }
  if (bytes !== null && done === days.length) return bytes
  const known = bytes === null ? NO_HISTORY : unpackHistory(bytes)
  return packHistory(addDays(known, days.slice(done)), spare)
}

function hasDay(bytes: Uint8Array, day: number): boolean {
  return daysUntil(bytes, 0, day) !== daysUntil(bytes, 0, day - 1)
}

function folded({ before, days }: History): History {
  const from = (days.at(-1)?.day ?? 0) - DAYS_KEPT
  const old = days.filter(({ day }) => day <= from)
  if (old.length === 0) return { before, days }
  const first = Math.min(old[0]!.day, before.firstDay ?? Number.POSITIVE_INFINITY)
  const counts = old.reduce((total, { counts }) => sum(total, counts), [...before.counts])
  return {
    before: { counts, days: before.days + old.length, firstDay: first },
    days: days.slice(old.length),
  }
}

function cumulated(days: readonly ActiveDay[]): number[][] {
  const sums: number[][] = []
  let total: Counts = NOTHING
  for (const { counts } of days) {
    const next = sum(total, counts)
    sums.push(next)
    total = next
  }
  return sums
}

function widthFor(sums: readonly Counts[], counter: number): number {
  return [0, 1, 2].find(width => sums.every(counts => fits(counts[counter]!, width, NET[counter]!))) ?? 3
}

function fits(value: number, width: number, isSigned: boolean): boolean {
  if (width === 0) return value === 0
  const span = 256 ** BYTES_OF_WIDTH[width]!
  return isSigned ? value >= -span / 2 && value < span / 2 : value >= 0 && value < span
}

function packWidths(widths: readonly number[]): number {
  return widths.reduce((packed, width, counter) => packed | (width << (2 * counter)), 0)
}

function widthsOf(bytes: Uint8Array, start: number): number[] {
  const packed = read(bytes, start + WIDTHS, 2, false)
  return COUNTERS.map((_, counter) => (packed >>> (2 * counter)) & 3)
}

/** Bytes of a day: its offset, and a value a column. */
function rowBytes(widths: readonly number[]): number {
  return widths.reduce((bytes, width) => bytes + BYTES_OF_WIDTH[width]!, 1)
}

function read(bytes: Uint8Array, at: number, size: number, isSigned: boolean): number {
  if (size === 1) return isSigned ? (bytes[at]! << 24) >> 24 : bytes[at]!
  if (size === 2) {
    const value = bytes[at]! | (bytes[at + 1]! << 8)
    return isSigned ? (value << 16) >> 16 : value
  }
  const value = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
  return isSigned ? value : value >>> 0
}

function write(bytes: Uint8Array, at: number, size: number, value: number): void {
  for (let i = 0; i < size; i++) bytes[at + i] = value >> (8 * i)
}
