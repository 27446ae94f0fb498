import { currentLocale } from './locale.ts'

const locale = currentLocale()
const whole = new Intl.NumberFormat(locale)
const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 2 })
const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const shortDate = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
const rate = new Intl.NumberFormat(locale, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const list = new Intl.ListFormat(locale, { type: 'conjunction' })

/** 83,057 */
export const formatCount = (count: number): string => whole.format(count)

/** 83K, for places where the exact number does not fit. */
export const formatShort = (count: number): string =>
  count < 1000 ? whole.format(count) : short.format(count)

/** Jul 13, 2026 */
export const formatDate = (time: string): string => date.format(new Date(time))

/** Jul 13, of a UTC day. */
export const formatDay = (day: string): string => shortDate.format(new Date(`${day}T00:00Z`))

/** @param value 1 is 100 %. */
export const formatPercent = (value: number): string => percent.format(value)

/** 9.8 %, of a share whose small differences count. @param value 1 is 100 %. */
export const formatRate = (value: number): string => rate.format(value)

/** The parts of "a, b and c", so that each item can be an element. */
export const listParts = (items: readonly string[]) => list.formatToParts(items)
