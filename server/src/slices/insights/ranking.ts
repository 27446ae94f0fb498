import { isDeepStrictEqual } from 'node:util'
import type { Counter, InsightSort } from '@avatary/contract/insights'
import { BROWSE, type CatalogQuery, type CatalogView, type DividedSearch } from '../../avatars/index.ts'
import { joined } from '../../kernel/joined.ts'
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

/** Up to this many avatars, reading each one is cheaper than computing a column for all. */
const FEW_AVATARS = 100
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

export const EVERYTHING: CatalogQuery = { ...BROWSE, sort: 'recent', limit: 0 }

export interface RankedPage {
  total: number
  tracked: number
  slots: readonly number[]
}

interface MatchingAvatars {
  total: number
  /** When the matches were added; only read for the order that needs it. */
  addedAt: Float64Array | null
  /** All avatars with activity, and those of them that match. */
  allTracked: TrackedSlots
  matches: Pick<TrackedSlots, 'slots' | 'places'>
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
  readonly #matchingCache: VersionedCache<MatchingAvatars>
  readonly #pages = new Pages()
  #values = new Float64Array()

  constructor({ histories, view }: { histories: Histories; view: InsightsView }) {
    this.#histories = histories
    this.#view = view
    this.#tracked = new TrackedAvatars({ histories, view })
    const version = () => `${view.matchesVersion} ${this.#tracked.current().version}`
    this.#matchingCache = new VersionedCache(version, { max: QUERIES_KEPT })
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
    const rankedPlaces = this.#pages.of(trackedTotal, order, offset, offset + limit)
    const slots = rankedPlaces.map(i => matches.slots[i]!)
    if (slots.length === limit) return { total, tracked: trackedTotal, slots }
    const rest = { offset: Math.max(0, offset - trackedTotal), limit: limit - slots.length }
    const others = this.#view.without({ ...query, ...rest, sort: 'recent' }, allTracked.slots)
    return { total, tracked: trackedTotal, slots: [...slots, ...others.slots] }
  }

  /** The slots of the first `limit` avatars whose metric is above 0. */
  top(metric: Exclude<Metric, 'newest'>, today: number, days: number, limit: number): number[] {
    const matchingAvatars = this.#matching(EVERYTHING)
    const { matches } = matchingAvatars
    const order = this.#orderOf(metric, matchingAvatars, today, days)
    const leaders = this.#pages.of(matches.slots.length, order, 0, limit)
    return leaders.filter(i => order.keys[0](i) > 0).map(i => matches.slots[i]!)
  }

  /** The rank of an avatar by views among listed avatars with activity, from 1; null when it has no activity. */
  rankOf(slot: number, today: number, days: number): { rank: number | null; of: number } {
    const matchingAvatars = this.#matching(EVERYTHING)
    const { matches } = matchingAvatars
    const of = matches.slots.length
    const ownIndex = matches.slots.indexOf(slot)
    if (ownIndex === -1) return { rank: null, of }
    const { compare } = this.#orderOf('views', matchingAvatars, today, days)
    let rank = 1
    for (let i = 0; i < of; i++) if (compare(i, ownIndex) < 0) rank++
    return { rank, of }
  }

  /** Cached, because counters change more often than the avatars that match or have activity. */
  #matching(query: CatalogQuery): MatchingAvatars {
    if (query.text !== BROWSE.text && !isDeepStrictEqual(query.text, BROWSE.text)) return this.#match(query)
    const name = JSON.stringify([query.author, query.platform, query.tags])
    const matching = this.#matchingCache.get(name, () => this.#match(query))
    const all = this.#tracked.current()
    if (matching.allTracked !== all) this.#addNew(matching, query, all)
    return matching
  }

  #match(query: CatalogQuery): MatchingAvatars {
    const allTracked = this.#tracked.current()
    return { allTracked, addedAt: null, ...this.#matchesFrom(0, query, allTracked) }
  }

  /** Adds the matches among the avatars that were added to `all`. */
  #addNew(matching: MatchingAvatars, query: CatalogQuery, allTracked: TrackedSlots): void {
    const { matches } = this.#matchesFrom(matching.allTracked.slots.length, query, allTracked)
    matching.matches = {
      slots: joined(matching.matches.slots, matches.slots),
      places: joined(matching.matches.places, matches.places),
    }
    matching.allTracked = allTracked
    matching.addedAt = null
  }

  /** The matches among all avatars with activity but the first `start`. */
  #matchesFrom(
    start: number,
    query: CatalogQuery,
    allTracked: TrackedSlots,
  ): Pick<MatchingAvatars, 'total' | 'matches'> {
    const [slots, places] = [allTracked.slots.subarray(start), allTracked.places.subarray(start)]
    const { total, places: foundPlaces } = this.#view.among(query, slots)
    return {
      total,
      matches: { slots: foundPlaces.map(i => slots[i]!), places: foundPlaces.map(i => places[i]!) },
    }
  }

  /** The order is valid until the next call, which reuses its values. */
  #orderOf(metric: Metric, matching: MatchingAvatars, today: number, days: number): ItemOrder {
    const view = this.#view
    const { slots, places } = matching.matches
    if (metric === 'newest') {
      matching.addedAt ??= view.addedAtOf(slots)
      return orderBy(matching.addedAt, (a, b) => view.compare('recent', slots[a]!, slots[b]!))
    }
    const windows = windowsOf(today, days)
    const value = METRICS[metric]((counter, which) => {
      const { from, to } = windows[which]
      if (places.length <= FEW_AVATARS) return place => this.#histories.countsOf(place, from, to)[counter]!
      const sums = this.#histories.sumsSince(counter, from)
      const after = this.#histories.sumsSince(counter, to + 1)
      return place => sums[place]! - after[place]!
    })
    if (places.length > this.#values.length) this.#values = new Float64Array(places.length * 2)
    const values = this.#values
    for (let i = 0; i < places.length; i++) values[i] = value(places[i]!)
    const viewsOf = (i: number) => view.viewsOf(slots[i]!)
    return orderBy(
      values,
      (a, b) => viewsOf(b) - viewsOf(a) || view.compare('popular', slots[a]!, slots[b]!),
      viewsOf,
    )
  }
}

/** Orders by value, largest first, then by `compareTies`, which orders by `second`, largest first, before all else. */
function orderBy(
  values: Float64Array,
  compareTies: ItemOrder['compare'],
  ...second: ((i: number) => number)[]
): ItemOrder {
  return {
    keys: [i => values[i]!, ...second],
    compare: (a, b) => values[b]! - values[a]! || compareTies(a, b),
  }
}
