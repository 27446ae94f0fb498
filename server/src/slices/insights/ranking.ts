import type { Counter, InsightSort } from '@avatary/contract/insights'
import { BROWSE } from '../catalog/browse.ts'
import type { CatalogQuery, PartedSearch } from '../catalog/search-port.ts'
import type { CatalogView } from '../catalog/view.ts'
import { placeOf } from './counts.ts'
import type { Histories } from './histories.ts'
import { windowsOf } from './rules.ts'
import { sortRange } from './sort-range.ts'

export type InsightsView = CatalogView & PartedSearch

/** What avatars are ranked by, larger first: the orders of the interface, and what a leaderboard goes by. */
export type Metric = InsightSort | 'clickThrough'

/** Of so few avatars a number each is cheaper than a column of all. */
const FEW = 2000
/** With fewer views in the window no click-through is told of: one click would lead the board. */
const LEAST_VIEWS = 10

/** One counter over a window, by place. */
type Read = (counter: number, window: 'window' | 'previous') => (place: number) => number
type MetricRule = (read: Read) => (place: number) => number

const counted =
  (counter: Counter): MetricRule =>
  read =>
    read(placeOf(counter), 'window')

function ratio(part: Counter, whole: Counter, least = 1): MetricRule {
  return read => {
    const parts = read(placeOf(part), 'window')
    const wholes = read(placeOf(whole), 'window')
    return place => (wholes(place) < least ? 0 : parts(place) / wholes(place))
  }
}

const METRICS: Readonly<Record<Exclude<Metric, 'newest'>, MetricRule>> = {
  views: counted('views'),
  impressions: counted('impressions'),
  outbound: counted('outbound'),
  likes: counted('likes'),
  favorites: counted('favorites'),
  ctr: ratio('views', 'impressions'),
  clickThrough: ratio('outbound', 'views', LEAST_VIEWS),
  trending: read => {
    const now = read(placeOf('views'), 'window')
    const before = read(placeOf('views'), 'previous')
    return place => now(place) - before(place)
  },
}

/** Every listed avatar. */
export const EVERYTHING: CatalogQuery = { ...BROWSE, sort: 'recent', offset: 0, limit: 0 }

export interface RankedPage {
  total: number
  /** Matches with any recorded activity. */
  tracked: number
  slots: readonly number[]
}

/** Avatars that some history is of, side by side: their slots, and their places among the histories. */
interface Tracked {
  slots: Uint32Array
  places: Uint32Array
}

/**
 * Orders of the whole catalog by what was counted. Ties stand as in the catalog's order `popular`: by views of all
 * time, then likes, then newest.
 */
export class Ranking {
  readonly #histories: Histories
  readonly #view: InsightsView

  constructor({ histories, view }: { histories: Histories; view: InsightsView }) {
    this.#histories = histories
    this.#view = view
  }

  /**
   * Spec, `GET /insights/avatars`: those with recorded activity first in the chosen order, the rest newest first.
   *
   * @param query `sort` is not looked at.
   */
  page(query: CatalogQuery, sort: InsightSort, today: number, days: number): RankedPage {
    const { offset, limit } = query
    const tracked = this.#tracked()
    const { total, places: matches } = this.#view.among(query, tracked.slots)
    const order = matches.slice()
    const end = Math.min(offset + limit, order.length)
    sortRange(order, offset, end, this.#comparing(sort, tracked, order, today, days))
    const slots = Array.from(order.subarray(offset, Math.max(offset, end)), i => tracked.slots[i]!)
    if (slots.length === limit) return { total, tracked: matches.length, slots }
    const rest = { offset: Math.max(0, offset - matches.length), limit: limit - slots.length }
    const others = this.#view.without({ ...query, ...rest, sort: 'recent' }, tracked.slots)
    return { total, tracked: matches.length, slots: [...slots, ...others.slots] }
  }

  /** Slots of the first `limit` of those whose metric is above 0. */
  top(metric: Exclude<Metric, 'newest'>, today: number, days: number, limit: number): number[] {
    const tracked = this.#tracked()
    const { places: matches } = this.#view.among(EVERYTHING, tracked.slots)
    const values = this.#values(metric, tracked, matches, today, days)
    const order = matches.filter(i => values(i) > 0)
    sortRange(order, 0, limit, this.#comparingBy(values, tracked))
    return Array.from(order.subarray(0, limit), i => tracked.slots[i]!)
  }

  /** The place of an avatar by views among the listed ones with activity, from 1; null when it has none. */
  rankOf(slot: number, today: number, days: number): { rank: number | null; of: number } {
    const tracked = this.#tracked()
    const own = tracked.slots.indexOf(slot)
    const { places: matches } = this.#view.among(EVERYTHING, tracked.slots)
    if (own === -1) return { rank: null, of: matches.length }
    const compare = this.#comparing('views', tracked, matches, today, days)
    const ahead = matches.reduce((count, i) => count + Number(compare(i, own) < 0), 0)
    return { rank: ahead + 1, of: matches.length }
  }

  /** Histories of avatars that this process knows. */
  #tracked(): Tracked {
    const { keys } = this.#histories
    const slots = new Uint32Array(keys.length)
    const places = new Uint32Array(keys.length)
    let n = 0
    for (let place = 0; place < keys.length; place++) {
      if (!this.#histories.isActive(place)) continue
      const slot = this.#view.slotOfKey(keys[place]!)
      if (slot === -1) continue
      slots[n] = slot
      places[n++] = place
    }
    return { slots: slots.subarray(0, n), places: places.subarray(0, n) }
  }

  #comparing(metric: Metric, tracked: Tracked, matches: Uint32Array, today: number, days: number) {
    if (metric === 'newest') {
      const { slots } = tracked
      return (a: number, b: number) => this.#view.compare('recent', slots[a]!, slots[b]!)
    }
    return this.#comparingBy(this.#values(metric, tracked, matches, today, days), tracked)
  }

  #comparingBy(values: (i: number) => number, { slots }: Tracked) {
    const view = this.#view
    return (a: number, b: number) => values(b) - values(a) || view.compare('popular', slots[a]!, slots[b]!)
  }

  /** The metric of each of `matches`, by its place in `tracked`. */
  #values(
    metric: Exclude<Metric, 'newest'>,
    { slots, places }: Tracked,
    matches: Uint32Array,
    today: number,
    days: number,
  ): (i: number) => number {
    const windows = windowsOf(today, days)
    const value = METRICS[metric]((counter, which) => {
      const { from, to } = windows[which]
      if (matches.length <= FEW) return place => this.#histories.countOf(place, counter, from, to)
      const until = this.#histories.sumsUntil(counter, to)
      const before = this.#histories.sumsUntil(counter, from - 1)
      return place => until[place]! - before[place]!
    })
    const values = new Float64Array(slots.length)
    for (const i of matches) values[i] = value(places[i]!)
    return i => values[i]!
  }
}
