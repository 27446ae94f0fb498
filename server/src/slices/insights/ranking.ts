import { isDeepStrictEqual } from 'node:util'
import type { Counter, InsightSort } from '@avatary/contract/insights'
import { type CatalogQuery, type CatalogView, type DividedSearch, EMPTY_QUERY } from '../../avatars/index.ts'
import { concatNumbers } from '../../kernel/concat-numbers.ts'
import { VersionedCache } from '../../kernel/versioned-cache.ts'
import { counterIndex } from './counts.ts'
import type { Histories } from './histories.ts'
import { type ItemOrder, Pages } from './pages.ts'
import { windowsOf } from './rules.ts'
import { type SlotsView, TrackedAvatars, type TrackedSlots } from './tracked-avatars.ts'

export interface InsightsView extends CatalogView, DividedSearch, SlotsView {
  viewsOf(slot: number): number
}

/** The metrics by which avatars are ranked, largest first: the sorts of the interface, and those of leaderboards. */
export type Metric = InsightSort | 'clickThrough'

/** Reading the counts of so many avatars one by one is cheaper than computing a column for all. */
const MAX_AVATARS_READ_SINGLY = 100
/** Avatars with fewer views in the window have no click-through rate: a single click would put them first. */
const MIN_VIEWS = 10

/** Returns a function that gives one counter over a window for a place. */
type CounterReader = (counter: number, window: 'window' | 'previous') => (place: number) => number
type MetricRule = (read: CounterReader) => (place: number) => number

const rankBy =
  (counter: Counter): MetricRule =>
  read =>
    read(counterIndex(counter), 'window')

function ratio(part: Counter, whole: Counter, minWhole = 1): MetricRule {
  return read => {
    const parts = read(counterIndex(part), 'window')
    const wholes = read(counterIndex(whole), 'window')
    return place => (wholes(place) < minWhole ? 0 : parts(place) / wholes(place))
  }
}

const METRICS: Readonly<Record<Exclude<Metric, 'newest'>, MetricRule>> = {
  views: rankBy('views'),
  impressions: rankBy('impressions'),
  outbound: rankBy('outbound'),
  likes: rankBy('likes'),
  favorites: rankBy('favorites'),
  ctr: ratio('views', 'impressions'),
  clickThrough: ratio('outbound', 'views', MIN_VIEWS),
  trending: read => {
    const now = read(counterIndex('views'), 'window')
    const before = read(counterIndex('views'), 'previous')
    return place => now(place) - before(place)
  },
}

export const WHOLE_CATALOG: CatalogQuery = { ...EMPTY_QUERY, sort: 'recent', limit: 0 }

export interface RankedPage {
  total: number
  tracked: number
  slots: readonly number[]
}

interface MatchingAvatars {
  total: number
  /** `addedAtMs` of the matches; null until an order needs them. */
  addedAt: Float64Array | null
  /** All avatars with activity, and those of them that match. */
  allTracked: TrackedSlots
  matches: Pick<TrackedSlots, 'slots' | 'places'>
}

/** Maximum number of queries without text whose matches are cached, at 8 bytes per avatar with activity. */
const MAX_CACHED_QUERIES = 8

/**
 * Ranks the whole catalog by counts. Ties are in the catalog's order `popular`: by views of all time, then likes, then
 * newest.
 */
export class Ranking {
  readonly #histories: Histories
  readonly #view: InsightsView
  readonly #tracked: TrackedAvatars
  readonly #matchingCache: VersionedCache<MatchingAvatars>
  readonly #pages = new Pages()
  #values = new Float64Array()

  constructor({ histories, view }: { histories: Histories; view: InsightsView }) {
    this.#histories = histories
    this.#view = view
    this.#tracked = new TrackedAvatars({ histories, view })
    const version = () => `${view.matchesVersion} ${this.#tracked.current().version}`
    this.#matchingCache = new VersionedCache(version, { max: MAX_CACHED_QUERIES })
  }

  /**
   * Returns a page of `GET /insights/avatars` (spec): avatars with activity in the chosen order, then the rest, newest
   * first.
   * @param query its `sort` is ignored.
   */
  page(query: CatalogQuery, sort: InsightSort, today: number, days: number): RankedPage {
    const { offset, limit } = query
    const matchingAvatars = this.#matching(query)
    const { total, allTracked, matches } = matchingAvatars
    const trackedTotal = matches.slots.length
    const order = this.#orderOf(sort, matchingAvatars, today, days)
    const rankedPlaces = this.#pages.pageOf(trackedTotal, order, offset, offset + limit)
    const slots = rankedPlaces.map(i => matches.slots[i]!)
    if (slots.length === limit) return { total, tracked: trackedTotal, slots }
    const pageOfOthers = { offset: Math.max(0, offset - trackedTotal), limit: limit - slots.length }
    const others = this.#view.searchWithout({ ...query, ...pageOfOthers, sort: 'recent' }, allTracked.slots)
    return { total, tracked: trackedTotal, slots: [...slots, ...others.slots] }
  }

  /** The slots of the first `limit` avatars whose metric is above 0. */
  top(metric: Exclude<Metric, 'newest'>, today: number, days: number, limit: number): number[] {
    const matchingAvatars = this.#matching(WHOLE_CATALOG)
    const { matches } = matchingAvatars
    const order = this.#orderOf(metric, matchingAvatars, today, days)
    const leaders = this.#pages.pageOf(matches.slots.length, order, 0, limit)
    return leaders.filter(i => order.keys[0](i) > 0).map(i => matches.slots[i]!)
  }

  /** The rank of an avatar by views among listed avatars with activity, from 1; null when it has no activity. */
  rankOf(slot: number, today: number, days: number): { rank: number | null; count: number } {
    const matchingAvatars = this.#matching(WHOLE_CATALOG)
    const { matches } = matchingAvatars
    const count = matches.slots.length
    const ownIndex = matches.slots.indexOf(slot)
    if (ownIndex === -1) return { rank: null, count }
    const { compare } = this.#orderOf('views', matchingAvatars, today, days)
    let rank = 1
    for (let i = 0; i < count; i++) if (compare(i, ownIndex) < 0) rank++
    return { rank, count }
  }

  /** Cached, because counters change more often than the avatars that match or have activity. */
  #matching(query: CatalogQuery): MatchingAvatars {
    if (!isDeepStrictEqual(query.text, EMPTY_QUERY.text)) return this.#match(query)
    const cacheKey = JSON.stringify([query.author, query.platform, query.tags])
    const matchingAvatars = this.#matchingCache.get(cacheKey, () => this.#match(query))
    const allTracked = this.#tracked.current()
    if (matchingAvatars.allTracked !== allTracked) this.#addNew(matchingAvatars, query, allTracked)
    return matchingAvatars
  }

  #match(query: CatalogQuery): MatchingAvatars {
    const allTracked = this.#tracked.current()
    return { allTracked, addedAt: null, ...this.#matchesFrom(0, query, allTracked) }
  }

  /** Adds the matches among the avatars that `allTracked` has in addition. */
  #addNew(matchingAvatars: MatchingAvatars, query: CatalogQuery, allTracked: TrackedSlots): void {
    const { matches } = this.#matchesFrom(matchingAvatars.allTracked.slots.length, query, allTracked)
    matchingAvatars.matches = {
      slots: concatNumbers(matchingAvatars.matches.slots, matches.slots),
      places: concatNumbers(matchingAvatars.matches.places, matches.places),
    }
    matchingAvatars.allTracked = allTracked
    matchingAvatars.addedAt = null
  }

  /** The matches among all avatars with activity but the first `start`. */
  #matchesFrom(
    start: number,
    query: CatalogQuery,
    allTracked: TrackedSlots,
  ): Pick<MatchingAvatars, 'total' | 'matches'> {
    const [slots, places] = [allTracked.slots.subarray(start), allTracked.places.subarray(start)]
    const { total, places: foundPlaces } = this.#view.matchesAmong(query, slots)
    return {
      total,
      matches: { slots: foundPlaces.map(i => slots[i]!), places: foundPlaces.map(i => places[i]!) },
    }
  }

  /** The order is valid until the next call, which reuses its values. */
  #orderOf(metric: Metric, matchingAvatars: MatchingAvatars, today: number, days: number): ItemOrder {
    const view = this.#view
    const { slots, places } = matchingAvatars.matches
    if (metric === 'newest') {
      matchingAvatars.addedAt ??= view.addedAtOf(slots)
      return orderBy(matchingAvatars.addedAt, (a, b) => view.compare('recent', slots[a]!, slots[b]!))
    }
    const windows = windowsOf(today, days)
    const metricOf = METRICS[metric]((counter, window) => {
      const { from, to } = windows[window]
      if (places.length <= MAX_AVATARS_READ_SINGLY)
        return place => this.#histories.countsOf(place, from, to)[counter]!
      const sumsFrom = this.#histories.sumsSince(counter, from)
      const sumsAfter = this.#histories.sumsSince(counter, to + 1)
      return place => sumsFrom[place]! - sumsAfter[place]!
    })
    if (places.length > this.#values.length) this.#values = new Float64Array(places.length * 2)
    const values = this.#values
    for (let i = 0; i < places.length; i++) values[i] = metricOf(places[i]!)
    const viewsOf = (i: number) => view.viewsOf(slots[i]!)
    return orderBy(
      values,
      (a, b) => viewsOf(b) - viewsOf(a) || view.compare('popular', slots[a]!, slots[b]!),
      viewsOf,
    )
  }
}

/** Orders by value, largest first, then by `compareTies`. @param secondKey the first criterion of `compareTies`. */
function orderBy(
  values: Float64Array,
  compareTies: ItemOrder['compare'],
  ...secondKey: ((i: number) => number)[]
): ItemOrder {
  return {
    keys: [i => values[i]!, ...secondKey],
    compare: (a, b) => values[b]! - values[a]! || compareTies(a, b),
  }
}
