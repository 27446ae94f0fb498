import { formatIn } from './format.ts'
import { currentLocale } from './locale.ts'

const date = formatIn(locale => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
const moment = formatIn(
  locale => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
)
const time = formatIn(locale => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }))
const day = formatIn(
  locale => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
)
const ago = formatIn(locale => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))

/** Jul 13, 2026 */
export const formatDate = (at: string): string => date().format(new Date(at))

/** Jul 13, 2026, 2:20 PM */
export const formatMoment = (at: string): string => moment().format(new Date(at))

/** 2:20 PM */
export const formatTime = (at: string): string => time().format(new Date(at))

/** Jul 13, for a UTC day. */
export const formatDay = (utcDate: string): string => day().format(new Date(`${utcDate}T00:00Z`))

/** 5 minutes ago: the age of a moment in the largest fitting unit. */
export function formatAgo(at: string, nowMs = Date.now()): string {
  const minutes = Math.max(0, Math.round((nowMs - Date.parse(at)) / 60_000))
  // In Korean, "this minute" would be worded as one of the clock.
  if (minutes === 0 && currentLocale() === 'ko') return ago().format(0, 'second')
  if (minutes < 60) return ago().format(-minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 48 ? ago().format(-hours, 'hour') : ago().format(-Math.round(hours / 24), 'day')
}
