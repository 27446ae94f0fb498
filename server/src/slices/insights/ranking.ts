import { isDeepStrictEqual } from 'node:util'
import type { Counter, InsightSort } from '@avatary/contract/insights'
import type { CatalogQuery, CatalogSort, CatalogView, PartedSearch } from '../../avatars/index.ts'
import { VersionedCache } from '../../kernel/versioned-cache.ts'
import { BROWSE } from '../catalog/index.ts'
import { counterIndex } from './counts.ts'
import type { Histories } from './histories.ts'
import { windowsOf } from './rules.ts'
import { sortRange } from './sort-range.ts'

export interface InsightsView extends CatalogView, PartedSearch {
  /** Grows whenever a query may match other avatars than before: not with counters alone. */
  readonly matchesVersion: number
  /** Views of all time. */
  viewsOf(slot: number): number
}

/** What avatars are ranked by, larger first: the orders of the interface, and what a leaderboard goes by. */
export type Metric = InsightSort | 'clickThrough'

/** Of so few avatars a number each is cheaper than a column of all. */
const FEW_AVATARS = 100
/** With fewer views in the window no click-through is told of: one click would lead the board. */
const LEAST_VIEWS = 10

/** One counter over a window, by place. */
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
  clickThrough: ratio('outbound', 'views', LEAST_VIEWS),
  trending: read => {
    const now = read(counterIndex('views'), 'window')
    const before = read(counterIndex('views'), 'previous')
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

interface Matching {
  total: number
  /** When they were added; asked for by the one order that needs it. */
  addedAt?: Float64Array
  /** All that have activity, and those of them that match. */
  all: Tracked
  matches: Tracked
}

/** What avatars are ordered by, larger first, and the catalog's order for those that are equal in it. */
interface Order {
  values: Float64Array
  ties: CatalogSort
}

/** Filters without text whose matches are kept: 8 bytes an avatar with activity. */
const QUERIES_KEPT = 8

/**
 * Orders of the whole catalog by what was counted. Ties stand as in the catalog's order `popular`: by views of all
 * time, then likes, then newest.
 */
export class Ranking {
  readonly #histories: Histories
  readonly #view: InsightsView
  readonly #kept: VersionedCache<Matching>
  #values = new Float64Array()
  #indexes = new Uint32Array()

  constructor({ histories, view }: { histories: Histories; view: InsightsView }) {
    this.#histories = histories
    this.#view = view
    const version = () => `${view.matchesVersion} ${histories.activeVersion}`
    this.#kept = new VersionedCache(version, { max: QUERIES_KEPT })
  }

  /**
   * Spec, `GET /insights/avatars`: those with recorded activity first in the chosen order, the rest newest first.
   *
   * @param query `sort` is not looked at.
   */
  page(query: CatalogQuery, sort: InsightSort, today: number, days: number): RankedPage {
    const { offset, limit } = query
    const matching = this.#matching(query)
    const { total, all, matches } = matching
    const tracked = matches.slots.length
    const places = this.#indexesBelow(tracked)
    const end = Math.min(offset + limit, tracked)
    sortRange(places, offset, end, this.#comparing(matches, this.#orderOf(sort, matching, today, days)))
    const slots = Array.from(places.subarray(offset, Math.max(offset, end)), i => matches.slots[i]!)
    if (slots.length === limit) return { total, tracked, slots }
    const rest = { offset: Math.max(0, offset - tracked), limit: limit - slots.length }
    const others = this.#view.without({ ...query, ...rest, sort: 'recent' }, all.slots)
    return { total, tracked, slots: [...slots, ...others.slots] }
  }

  /** Slots of the first `limit` of those whose metric is above 0. */
  top(metric: Exclude<Metric, 'newest'>, today: number, days: number, limit: number): number[] {
    const matching = this.#matching(EVERYTHING)
    const { matches } = matching
    const order = this.#orderOf(metric, matching, today, days)
    const places = this.#indexesBelow(matches.slots.length).filter(i => order.values[i]! > 0)
    sortRange(places, 0, limit, this.#comparing(matches, order))
    return Array.from(places.subarray(0, limit), i => matches.slots[i]!)
  }

  /** The place of an avatar by views among the listed ones with activity, from 1; null when it has none. */
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

  /** Who matches is the same as long as neither rows nor who has activity change, which is less often than counters. */
  #matching(query: CatalogQuery): Matching {
    if (query.text !== BROWSE.text && !isDeepStrictEqual(query.text, BROWSE.text)) return this.#match(query)
    const name = JSON.stringify([query.author, query.platform, query.tag])
    return this.#kept.get(name, () => this.#match(query))
  }

  #match(query: CatalogQuery): Matching {
    const all = this.#tracked()
    const { total, places } = this.#view.among(query, all.slots)
    const matches = { slots: places.map(i => all.slots[i]!), places: places.map(i => all.places[i]!) }
    return { total, all, matches }
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

  /** Its values stand in space that the next order is put in, too. */
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
    this.#values = withCapacity(this.#values, places.length)
    const values = this.#values
    for (let i = 0; i < places.length; i++) values[i] = value(places[i]!)
    return { values, ties: 'popular' }
  }

  /** In space that the next list is put in, too. */
  #indexesBelow(count: number): Uint32Array {
    if (this.#indexes.length < count) this.#indexes = new Uint32Array(count * 2)
    const numbers = this.#indexes.subarray(0, count)
    for (let i = 0; i < count; i++) numbers[i] = i
    return numbers
  }

  #comparing({ slots }: Tracked, { values, ties }: Order): (a: number, b: number) => number {
    const view = this.#view
    const comparingTies = (a: number, b: number) =>
      (ties === 'popular' && view.viewsOf(b) - view.viewsOf(a)) || view.compare(ties, a, b)
    return (a, b) => values[b]! - values[a]! || comparingTies(slots[a]!, slots[b]!)
  }
}

function withCapacity(values: Float64Array<ArrayBuffer>, count: number): Float64Array<ArrayBuffer> {
  return count <= values.length ? values : new Float64Array(count * 2)
}
