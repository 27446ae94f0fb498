import { DAY_MS } from './days.ts'

/** Number of bytes that `writeIso` writes. */
export const ISO_LENGTH = 24

const MIN_MS = Date.parse('0000-01-01T00:00:00.000Z')
const MAX_MS = Date.parse('9999-12-31T23:59:59.999Z')

/** Forty years of months whose first day and text are known, from 2012 on: platform and avatars are younger. */
const FIRST_YEAR = 2012
const MONTH_STARTS_MS = Array.from({ length: 480 }, (_, month) => Date.UTC(FIRST_YEAR, month))
const MONTH_START_DAYS = Int32Array.from(MONTH_STARTS_MS, ms => ms / DAY_MS)
const FIRST_DAY = MONTH_START_DAYS[0]!
const END_DAY = MONTH_START_DAYS.at(-1)!
/** `YYYY-MM-` of each month. */
const MONTH_TEXTS = Buffer.from(MONTH_STARTS_MS.map(ms => new Date(ms).toISOString().slice(0, 8)).join(''))
const MONTH_TEXT_LENGTH = 8
const DAYS_PER_MONTH = 365.2425 / 12

const LETTER_T = 0x54
const LETTER_Z = 0x5a
const COLON = 0x3a
const POINT = 0x2e
const ZERO = 0x30

/**
 * Writes a moment in the format of `Date.toISOString`, ten times as fast if it is in one of the known months. A moment
 * before the year 0000 or after 9999 is clamped.
 */
export function writeIso(bytes: Buffer, offset: number, ms: number): void {
  const clampedMs = Math.min(Math.max(ms, MIN_MS), MAX_MS)
  const day = Math.floor(clampedMs / DAY_MS)
  if (day < FIRST_DAY || day >= END_DAY) {
    bytes.write(new Date(clampedMs).toISOString(), offset, 'latin1')
    return
  }
  writeDay(bytes, offset, day)
  bytes[offset + 10] = LETTER_T
  const msOfDay = (clampedMs - day * DAY_MS) | 0
  const second = truncate(msOfDay / 1000)
  const minute = truncate(second / 60)
  const hour = truncate(minute / 60)
  writeTwoDigits(bytes, offset + 11, hour)
  bytes[offset + 13] = COLON
  writeTwoDigits(bytes, offset + 14, minute - hour * 60)
  bytes[offset + 16] = COLON
  writeTwoDigits(bytes, offset + 17, second - minute * 60)
  bytes[offset + 19] = POINT
  const hundredths = truncate((msOfDay - second * 1000) / 10)
  writeTwoDigits(bytes, offset + 20, hundredths)
  bytes[offset + 22] = ZERO + msOfDay - second * 1000 - hundredths * 10
  bytes[offset + 23] = LETTER_Z
}

/** @param day days since 1970-01-01. */
function writeDay(bytes: Buffer, offset: number, day: number): void {
  let month = truncate((day - FIRST_DAY) / DAYS_PER_MONTH)
  if (day < MONTH_START_DAYS[month]!) month--
  else if (day >= MONTH_START_DAYS[month + 1]!) month++
  const textStart = month * MONTH_TEXT_LENGTH
  for (let i = 0; i < MONTH_TEXT_LENGTH; i++) bytes[offset + i] = MONTH_TEXTS[textStart + i]!
  writeTwoDigits(bytes, offset + MONTH_TEXT_LENGTH, day - MONTH_START_DAYS[month]! + 1)
}

function writeTwoDigits(bytes: Buffer, offset: number, value: number): void {
  const tens = truncate(value / 10)
  bytes[offset] = ZERO + tens
  bytes[offset + 1] = ZERO + value - tens * 10
}

/** Truncates to a 32-bit integer, which lets V8 use integer division. */
function truncate(value: number): number {
  return value | 0
}
