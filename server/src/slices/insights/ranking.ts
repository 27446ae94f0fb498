import { isDeepStrictEqual } from 'node:util'
import type { Counter, InsightSort } from '@avatary/contract/insights'
import type { CatalogQuery, CatalogSort, CatalogView, DividedSearch } from '../../avatars/index.ts'
import { VersionedCache } from '../../kernel/versioned-cache.ts'
import { BROWSE } from '../catalog/index.ts'
import { counterIndex } from './counts.ts'
import type { Histories } from './histories.ts'
import { windowsOf } from './rules.ts'
import { indexesOfLargest, sortRange } from './sort-range.ts'
import { type SlotsView, type Tracked, TrackedAvatars } from './tracked-avatars.ts'

export interface InsightsView extends CatalogView, DividedSearch, SlotsView {
  viewsOf(slot: number): number
}

/** The metrics by which avatars are ranked, largest first: the sorts of the interface, and those of leaderboards. */
export type Metric = InsightSort | 'clickThrough'

/** Up to this many avatars, reading each one is cheaper than computing a column for all. */
const FEW_AVATARS = 100
/** Avatars with fewer views in the window have no click-through rate: a single click would put them first. */
const MIN_VIEWS = 10

/** Returns a function that gives one counter over a window for a place. */
type CounterReader = (counter: number, window: 'window' | 'previous') => (place: number) => number
type MetricRule = (read: CounterReader) => (place: number) => number

const counted =
  (counter: Counter): MetricRule =>
  read =>
    read(counterIndex(counter), 'window')

function ratio(part: Counter, whole: Counter, least = 1): MetricRule {
  return read => {
    const parts = read(counterIndex(part), 'window')
    const wholes = read(counterIndex(whole), 'window')
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
  clickThrough: ratio('outbound', 'views', MIN_VIEWS),
  trending: read => {
    const now = read(counterIndex('views'), 'window')
    const before = read(counterIndex('views'), 'previous')
    return place => now(place) - before(place)
  },
}

export const EVERYTHING: CatalogQuery = { ...BROWSE, sort: 'recent', limit: 0 }

export interface RankedPage {
  total: number
  tracked: number
  slots: readonly number[]
}

interface Matching {
  total: number
  /** When the matches were added; only read for the order that needs it. */
  addedAt?: Float64Array
  /** All avatars with activity, and those of them that match. */
  all: Tracked
  matches: Tracked
}

/** The values by which avatars are ordered, largest first, and the catalog's order for ties. */
interface Order {
  values: Float64Array
  ties: CatalogSort
}

/** Number of filters without text whose matches are cached, at 8 bytes per avatar with activity. */
const QUERIES_KEPT = 8

/**
 * Ranks the whole catalog by counts. Ties are in the catalog's order `popular`: by views of all time, then likes, then
 * newest.
 */
export class Ranking {
  readonly #histories: Histories
  readonly #view: InsightsView
  readonly #tracked: TrackedAvatars
  readonly #matchingCache: VersionedCache<Matching>
  #values = new Float64Array()

  constructor({ histories, view }: { histories: Histories; view: InsightsView }) {
    this.#histories = histories
    this.#view = view
    this.#tracked = new TrackedAvatars({ histories, view })
    const version = () => `${view.matchesVersion} ${histories.activeVersion}`
    this.#matchingCache = new VersionedCache(version, { max: QUERIES_KEPT })
  }

  /**
   * Returns a page of `GET /insights/avatars` (spec): avatars with activity in the chosen order, then the rest, newest
   * first.
   * @param query its `sort` is ignored.
   */
  page(query: CatalogQuery, sort: InsightSort, today: number, days: number): RankedPage {
    const { offset, limit } = query
    const matching = this.#matching(query)
    const { total, all, matches } = matching
    const tracked = matches.slots.length
    const end = Math.min(offset + limit, tracked)
    const order = this.#orderOf(sort, matching, today, days)
    const places = indexesOfLargest(order.values, end)
    sortRange(places, offset, end, this.#comparing(matches, order))
    const slots = Array.from(places.subarray(offset, Math.max(offset, end)), i => matches.slots[i]!)
    if (slots.length === limit) return { total, tracked, slots }
    const rest = { offset: Math.max(0, offset - tracked), limit: limit - slots.length }
    const others = this.#view.without({ ...query, ...rest, sort: 'recent' }, all.slots)
    return { total, tracked, slots: [...slots, ...others.slots] }
  }

  /** The slots of the first `limit` avatars whose metric is above 0. */
  top(metric: Exclude<Metric, 'newest'>, today: number, days: number, limit: number): number[] {
    const matching = this.#matching(EVERYTHING)
    const { matches } = matching
    const order = this.#orderOf(metric, matching, today, days)
    const places = indexesOfLargest(order.values, limit).filter(i => order.values[i]! > 0)
    sortRange(places, 0, limit, this.#comparing(matches, order))
    return Array.from(places.subarray(0, limit), i => matches.slots[i]!)
  }

  /** The rank of an avatar by views among listed avatars with activity, from 1; null when it has no activity. */
  rankOf(slot: number, today: number, days: number): { rank: number | null; of: number } {
    const matching = this.#matching(EVERYTHING)
    const { matches } = matching
    const of = matches.slots.length
    const own = matches.slots.indexOf(slot)
    if (own === -1) return { rank: null, of }
    const compare = this.#comparing(matches, this.#orderOf('views', matching, today, days))
    let rank = 1
    for (let i = 0; i < of; i++) if (compare(i, own) < 0) rank++
    return { rank, of }
  }

  /** Cached by the versions of matches and of activity, which change less often than counters. */
  #matching(query: CatalogQuery): Matching {
    if (query.text !== BROWSE.text && !isDeepStrictEqual(query.text, BROWSE.text)) return this.#match(query)
    const name = JSON.stringify([query.author, query.platform, query.tags])
    return this.#matchingCache.get(name, () => this.#match(query))
  }

  #match(query: CatalogQuery): Matching {
    const all = this.#tracked.current()
    const { total, places } = this.#view.among(query, all.slots)
    const matches = { slots: places.map(i => all.slots[i]!), places: places.map(i => all.places[i]!) }
    return { total, all, matches }
  }

  /** The array of values is reused by the next call. */
  #orderOf(metric: Metric, matching: Matching, today: number, days: number): Order {
    const { slots, places } = matching.matches
    if (metric === 'newest') {
      matching.addedAt ??= this.#view.addedAtOf(slots)
      return { values: matching.addedAt, ties: 'recent' }
    }
    const windows = windowsOf(today, days)
    const value = METRICS[metric]((counter, which) => {
      const { from, to } = windows[which]
      if (places.length <= FEW_AVATARS) return place => this.#histories.countsOf(place, from, to)[counter]!
      const since = this.#histories.sumsSince(counter, from)
      const after = this.#histories.sumsSince(counter, to + 1)
      return place => since[place]! - after[place]!
    })
    if (places.length > this.#values.length) this.#values = new Float64Array(places.length * 2)
    const values = this.#values
    for (let i = 0; i < places.length; i++) values[i] = value(places[i]!)
    return { values: values.subarray(0, places.length), ties: 'popular' }
  }

  #comparing({ slots }: Tracked, { values, ties }: Order): (a: number, b: number) => number {
    const view = this.#view
    const comparingTies = (a: number, b: number) =>
      (ties === 'popular' && view.viewsOf(b) - view.viewsOf(a)) || view.compare(ties, a, b)
    return (a, b) => values[b]! - values[a]! || comparingTies(slots[a]!, slots[b]!)
  }
}
