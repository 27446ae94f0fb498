import type { InsightsRowSchema } from '@avatary/contract/insights'
import type { Static } from 'typebox'
import { AVATAR_SHAPE, type CatalogView } from '../../avatars/index.ts'
import type { JsonWriter } from '../../kernel/json-writer.ts'
import { type ActiveDay, byCounter, type Counts, counterIndex, NO_COUNTS } from './counts.ts'
import { type Histories, type History, NO_HISTORY } from './histories.ts'
import {
  compareWindows,
  type DailyCounters,
  type DayRange,
  datesOf,
  ratesOf,
  seriesOf,
  sparklineDays,
  windowsOf,
} from './rules.ts'

/** The numbers of one avatar (spec, `GET /insights/avatars`). */
export type InsightsRow = Pick<
  Static<typeof InsightsRowSchema>,
  'lifetime' | 'window' | 'previous' | 'trend' | 'rates' | 'sparkline'
>

const VIEWS_INDEX = counterIndex('views')

export interface InsightsRowByDay extends InsightsRow {
  series: DailyCounters[]
}

/** Makes rows for slots, listed or not, over a window that ends today. @throws when the histories are not in memory. */
export interface CurrentInsights {
  /** The days of the window as `YYYY-MM-DD`, oldest first. */
  dates(days: number): string[]
  rows(slots: readonly number[], days: number): InsightsRow[]
  rowsByDay(slots: readonly number[], days: number): InsightsRowByDay[]
}

/** Appends the avatar's JSON, with more properties. */
export function writeAvatarWith(
  view: Pick<CatalogView, 'write'>,
  slot: number,
  properties: object,
  out: JsonWriter,
): void {
  view.write(AVATAR_SHAPE, slot, out)
  out.removeLast(1).ascii(',').text(JSON.stringify(properties).slice(1))
}

/** Makes rows of avatars from their histories and from the counters of the catalog. */
export class InsightsRows {
  readonly #histories: Histories
  readonly #view: CatalogView

  constructor({ histories, view }: { histories: Histories; view: CatalogView }) {
    this.#histories = histories
    this.#view = view
  }

  rowOf(slot: number, today: number, days: number): InsightsRow {
    const { window, previous } = windowsOf(today, days)
    const [previousCounts, counts] = this.#countsBetween(slot, previous.from, window.from, window.to + 1)
    return {
      lifetime: this.#lifetimeOf(slot),
      ...compareWindows(counts, previousCounts),
      rates: ratesOf(counts),
      sparkline: this.#viewsByDay(slot, sparklineDays(today)),
    }
  }

  rowsByDay(slots: readonly number[], today: number, days: number): InsightsRowByDay[] {
    const { window } = windowsOf(today, days)
    const dates = datesOf(window)
    return slots.map(slot => ({
      ...this.rowOf(slot, today, days),
      series: this.seriesOf(slot, window).map(({ counts }, i) => ({ date: dates[i]!, ...byCounter(counts) })),
    }))
  }

  seriesOf(slot: number, days: DayRange): ActiveDay[] {
    return seriesOf(this.historyOf(slot).days, days)
  }

  historyOf(slot: number): History {
    const place = this.#placeOf(slot)
    return place === -1 ? NO_HISTORY : this.#histories.historyOf(place)
  }

  /** Appends the avatars of an array with their rows. */
  writeAll(slots: readonly number[], today: number, days: number, out: JsonWriter): void {
    for (const [i, slot] of slots.entries()) {
      if (i > 0) out.ascii(',')
      writeAvatarWith(this.#view, slot, this.rowOf(slot, today, days), out)
    }
  }

  #viewsByDay(slot: number, { from, to }: DayRange): number[] {
    const place = this.#placeOf(slot)
    const views = (day: number) => (place === -1 ? 0 : this.#histories.countOn(place, VIEWS_INDEX, day))
    return Array.from({ length: to - from + 1 }, (_, i) => views(from + i))
  }

  #countsBetween(slot: number, firstDay: number, middleDay: number, endDay: number): [Counts, Counts] {
    const place = this.#placeOf(slot)
    if (place === -1) return [NO_COUNTS, NO_COUNTS]
    const [before, after] = this.#histories.countsBetween(place, [firstDay, middleDay, endDay])
    return [before!, after!]
  }

  /** Views and likes come from the catalog, because they include imported ones, which are in no day. */
  #lifetimeOf(slot: number): InsightsRow['lifetime'] {
    const place = this.#placeOf(slot)
    const totals = place === -1 ? NO_COUNTS : this.#histories.totalsOf(place)
    const { views, likes } = this.#view.countersOf(slot)
    return { ...byCounter(totals.map(count => Math.max(0, count))), views, likes }
  }

  #placeOf(slot: number): number {
    return this.#histories.placeOf(this.#view.keyOf(slot))
  }
}
