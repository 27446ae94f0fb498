import { formatIn } from './format.ts'
import { currentLocale } from './locale.ts'

const dateFormat = formatIn(locale => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
const momentFormat = formatIn(
  locale => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
)
const timeFormat = formatIn(locale => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }))
const dayFormat = formatIn(
  locale => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
)
const agoFormat = formatIn(locale => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))

/** Jul 13, 2026 */
export const formatDate = (at: string): string => dateFormat().format(new Date(at))

/** Jul 13, 2026, 2:20 PM */
export const formatMoment = (at: string): string => momentFormat().format(new Date(at))

/** 2:20 PM */
export const formatTime = (at: string): string => timeFormat().format(new Date(at))

/** Jul 13, for a UTC day. */
export const formatDay = (utcDate: string): string => dayFormat().format(new Date(`${utcDate}T00:00Z`))

/** 5 minutes ago: the age of a moment in the largest fitting unit up to days. */
export function formatAgo(at: string, nowMs = Date.now()): string {
  const minutes = Math.max(0, Math.round((nowMs - Date.parse(at)) / 60_000))
  // In Korean, "this minute" would be worded as one of the clock.
  if (minutes === 0 && currentLocale() === 'ko') return agoFormat().format(0, 'second')
  if (minutes < 60) return agoFormat().format(-minutes, 'minute')
  const hours = Math.round(minutes / 60)
  if (hours < 48) return agoFormat().format(-hours, 'hour')
  return agoFormat().format(-Math.round(hours / 24), 'day')
}
