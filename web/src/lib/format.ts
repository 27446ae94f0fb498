import { currentLocale, type Locale } from './locale.ts'

const made = new Map<Locale, ReturnType<typeof formatsOf>>()

function formatsOf(locale: Locale) {
  return {
    whole: new Intl.NumberFormat(locale),
    short: new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 2 }),
    date: new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }),
    moment: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
    time: new Intl.DateTimeFormat(locale, { timeStyle: 'short' }),
    megabytes: new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: 'megabyte',
      maximumSignificantDigits: 3,
    }),
    gigabytes: new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: 'gigabyte',
      maximumSignificantDigits: 3,
    }),
    day: new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
    percent: new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }),
    rate: new Intl.NumberFormat(locale, {
      style: 'percent',
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    }),
    ago: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
    list: new Intl.ListFormat(locale, { type: 'conjunction' }),
    countries: new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }),
  }
}

/** The formats of the page's language. */
function formats() {
  const locale = currentLocale()
  const formats = made.get(locale) ?? formatsOf(locale)
  made.set(locale, formats)
  return formats
}

/** 83,057 */
export const formatCount = (count: number): string => formats().whole.format(count)

/** 83K, for places where the exact number does not fit. */
export const formatShort = (count: number): string =>
  count < 1000 ? formatCount(count) : formats().short.format(count)

/** Jul 13, 2026 */
export const formatDate = (time: string): string => formats().date.format(new Date(time))

/** Jul 13, 2026, 2:20 PM */
export const formatMoment = (time: string): string => formats().moment.format(new Date(time))

/** 2:20 PM */
export const formatTime = (time: string): string => formats().time.format(new Date(time))

/** 5 minutes ago: the age of a moment in the largest unit that fits. */
export function formatAgo(time: string, nowMs = Date.now()): string {
  const minutes = Math.max(0, Math.round((nowMs - Date.parse(time)) / 60_000))
  if (minutes < 60) return formats().ago.format(-minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 48
    ? formats().ago.format(-hours, 'hour')
    : formats().ago.format(-Math.round(hours / 24), 'day')
}

/** 12.3 MB or 4.56 GB, of bytes. */
export const formatBytes = (bytes: number): string =>
  bytes < 1e9 ? formats().megabytes.format(bytes / 1e6) : formats().gigabytes.format(bytes / 1e9)

/** Jul 13, of a UTC day. */
export const formatDay = (day: string): string => formats().day.format(new Date(`${day}T00:00Z`))

/** @param value 1 is 100 %. */
export const formatPercent = (value: number): string => formats().percent.format(value)

/** 9.8 %, of a share whose small differences count. @param value 1 is 100 %. */
export const formatRate = (value: number): string => formats().rate.format(value)

/** The parts of "a, b and c", so that each item can be an element. */
export const listParts = (items: readonly string[]) => formats().list.formatToParts(items)

/** @param code of two letters (ISO 3166-1). */
export const formatCountry = (code: string): string => formats().countries.of(code) ?? code
