import { type AuthorFilter, authorNameKey } from '../../avatars/index.ts'
import { type PreparedAnswer, prepared } from '../../kernel/answer.ts'
import type { JsonWriter } from '../../kernel/json-writer.ts'
import { audienceOf, type TrackingStore } from '../tracking/index.ts'
import { seriesDownload, VARY_BY_ACCEPT } from './download.ts'
import { type InsightsRows, writeAvatarWith } from './insights-rows.ts'
import { type InsightsView, type Ranking, WHOLE_CATALOG } from './ranking.ts'
import { activityOf, dailyCounters, dateOf, peaksOf, percentileOf, seriesOf, windowsOf } from './rules.ts'

export interface DetailDeps {
  view: InsightsView
  ranking: Ranking
  rows: InsightsRows
  audience: Pick<TrackingStore, 'audienceOf'>
}

export function detailCsv(
  { view, rows }: DetailDeps,
  slot: number,
  today: number,
  days: number,
): PreparedAnswer {
  const { window } = windowsOf(today, days)
  const series = rows.seriesOf(slot, window)
  return seriesDownload(series, `${view.idOf(slot)}-${dateOf(window.from)}-${dateOf(window.to)}`)
}

/**
 * Answers `GET /insights/avatars/{id}` (spec). Everything except the audience is read at the same moment.
 * @returns null when the avatar was hidden in the meantime.
 */
export async function detailAnswer(
  deps: DetailDeps,
  slot: number,
  today: number,
  days: number,
  out: JsonWriter,
): Promise<PreparedAnswer | null> {
  const { view, ranking, rows } = deps
  const { window } = windowsOf(today, days)
  const cells = await deps.audience.audienceOf(view.keyOf(slot), window.from, window.to)
  if (!view.isListed(slot)) return null
  const row = rows.rowOf(slot, today, days)
  const history = rows.historyOf(slot)
  const series = seriesOf(history.days, window)
  const { rank, count } = ranking.rankOf(slot, today, days)
  out.reset()
  writeAvatarWith(
    view,
    slot,
    {
      ...row,
      days,
      series: series.map(dailyCounters),
      audience: {
        views: audienceOf(cells, 'view', row.window.views),
        outbound: audienceOf(cells, 'outbound', row.window.outbound),
      },
      rank,
      percentile: rank === null ? null : percentileOf(rank, count),
      peaks: peaksOf(series).map(dailyCounters),
      activity: activityOf(history),
      creatorAvatars: creatorAvatars(view, slot),
    },
    out,
  )
  return prepared({ body: out.toBuffer(), headers: VARY_BY_ACCEPT })
}

const AUTHOR = ['authorId', 'authorName'] as const

/** Counts the listed avatars of the same author, including this one: by id, or by name when the id is unknown. */
function creatorAvatars(view: InsightsView, slot: number): number {
  const { authorId: id, authorName } = view.read(AUTHOR, slot)
  const foldedName = authorNameKey(authorName)
  if (id === '' && foldedName === '') return 1
  const author: AuthorFilter = id === '' ? { kind: 'name', foldedName } : { kind: 'id', id }
  return view.search({ ...WHOLE_CATALOG, author }).total
}
