import { COUNTERS } from '@avatary/contract/insights'
import { type PreparedAnswer, prepared } from '../../kernel/answer.ts'
import { toCsv } from '../../kernel/csv.ts'
import type { ActiveDay } from './counts.ts'
import { dailyCounters } from './rules.ts'

/** A header of every answer that exists as JSON and CSV, so that caches keep both apart. */
export const VARY_BY_ACCEPT = { Vary: 'Accept' }

const MEDIA_RANGE = /^\s*([^;\s]+)\s*(?:;.*?\bq=([\d.]+))?/i

/** True when a client prefers CSV to JSON (RFC 9110, section 12.5.1). JSON is the default. */
export function prefersCsv(accept: string | undefined): boolean {
  const weights = new Map<string, number>()
  for (const part of (accept ?? '').split(',')) {
    const [, range, weight] = MEDIA_RANGE.exec(part) ?? []
    if (range !== undefined) weights.set(range.toLowerCase(), weight === undefined ? 1 : Number(weight))
  }
  const csv = weights.get('text/csv') ?? 0
  const json = weights.get('application/json') ?? weights.get('application/*') ?? 0
  return csv > 0 && csv > json
}

export function seriesDownload(series: readonly ActiveDay[], name: string): PreparedAnswer {
  const csv = toCsv(series.map(dailyCounters), ['date', ...COUNTERS])
  return prepared({
    body: Buffer.from(csv),
    contentType: 'text/csv; charset=utf-8; header=present',
    headers: { ...VARY_BY_ACCEPT, 'Content-Disposition': `attachment; filename="avatary-${name}.csv"` },
  })
}
