import { type PreparedAnswer, prepared } from '../../kernel/answer.ts'
import { CachedValue } from '../../kernel/cached-value.ts'
import type { Clock } from '../../kernel/clock.ts'
import { utcDay } from '../../kernel/days.ts'
import { getOrInsert } from '../../kernel/get-or-insert.ts'
import { JsonWriter } from '../../kernel/json-writer.ts'
import { seriesDownload, VARY_BY_ACCEPT } from './download.ts'
import type { InsightsRows } from './insights-rows.ts'
import type { InsightsView, Ranking } from './ranking.ts'
import { compareWindows, dailyCounters, dateOf, seriesOf, totalOf, windowsOf } from './rules.ts'
import type { InsightsReader } from './store.sql.ts'

/** Spec, "Limits": "insights overview cache". */
const FRESH_MS = 30_000
const LEADERBOARD_SIZE = 10
const LEADERBOARDS = ['views', 'trending', 'clickThrough', 'likes'] as const

export interface OverviewDeps {
  store: Pick<InsightsReader, 'siteDays'>
  ranking: Ranking
  rows: InsightsRows
  view: InsightsView
  clock: Clock
}

interface Overview {
  json: PreparedAnswer
  csv: PreparedAnswer
  freshUntilMs: number
}

/**
 * Answers `GET /insights/overview` (spec). For each window length, the answer is cached for 30 seconds, but dropped
 * when an avatar is hidden, which must disappear at once.
 */
export class Overviews {
  readonly #deps: OverviewDeps
  readonly #cache = new Map<number, CachedValue<Overview>>()

  constructor(deps: OverviewDeps) {
    this.#deps = deps
    deps.view.onHidden(() => this.#cache.clear())
  }

  async get(days: number): Promise<Overview> {
    const { clock } = this.#deps
    const load = () => this.#make(days)
    const cachedOverview = getOrInsert(
      this.#cache,
      days,
      () => new CachedValue({ clock, freshMs: FRESH_MS, load }),
    )
    return await cachedOverview.get()
  }

  async #make(days: number): Promise<Overview> {
    const { store, ranking, rows, clock } = this.#deps
    const nowMs = clock.now()
    const today = utcDay(nowMs)
    const { window, previous } = windowsOf(today, days)
    const activeDays = await store.siteDays(previous.from, window.to)
    const series = seriesOf(activeDays, window)
    const totals = compareWindows(totalOf(series), totalOf(seriesOf(activeDays, previous)))
    const out = new JsonWriter(128 * 1024)
    out.text(JSON.stringify({ days, ...totals, series: series.map(dailyCounters) })).removeLast(1)
    for (const [i, board] of LEADERBOARDS.entries()) {
      out.ascii(i === 0 ? ',"leaderboards":{' : ',').ascii(`"${board}":[`)
      rows.writeAll(ranking.top(board, today, days, LEADERBOARD_SIZE), today, days, out)
      out.ascii(']')
    }
    return {
      json: prepared({ body: out.ascii('}}').toBuffer(), headers: VARY_BY_ACCEPT }),
      csv: seriesDownload(series, `overview-${dateOf(window.from)}-${dateOf(window.to)}`),
      freshUntilMs: nowMs + FRESH_MS,
    }
  }
}
