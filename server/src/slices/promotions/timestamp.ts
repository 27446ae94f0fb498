/** A date and time as in RFC 3339; time, seconds and zone are optional. */
const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/i

/**
 * Parses a date and time to milliseconds since the epoch; the default zone is UTC, the default time midnight. Null for
 * anything else.
 */
export function parseTimestamp(text: string): number | null {
  const parts = TIMESTAMP.exec(text.trim())
  if (parts === null) return null
  const [, day, time = '00:00', seconds = ':00', zone = 'Z'] = parts
  const ms = Date.parse(`${day}T${time}${seconds}${zone.toUpperCase()}`)
  return Number.isNaN(ms) || !isDay(day!) ? null : ms
}

/** Validates the day, because `Date.parse` accepts the 31st of every month. */
function isDay(day: string): boolean {
  const [, month, date] = day.split('-').map(Number)
  const parsedDate = new Date(`${day}T00:00:00Z`)
  return parsedDate.getUTCMonth() + 1 === month && parsedDate.getUTCDate() === date
}
