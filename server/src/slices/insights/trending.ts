import { MAX_TRENDING_AVATARS } from '@avatary/contract/catalog'
import { type CatalogView, EMPTY_QUERY } from '../../avatars/index.ts'
import { CachedValue } from '../../kernel/cached-value.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { TrendingAvatars } from '../catalog/index.ts'

const WINDOW_DAYS = 7
const FRESH_MS = 2000

/** The slots of up to `limit` listed avatars with views in the last days including today, most viewed first. */
export type MostViewed = (days: number, limit: number) => Promise<readonly number[]>

/**
 * Trending avatars: the most viewed in the last 7 days, followed, if they are too few, by the most viewed of all time.
 * The sort `trending` of insights is another. The ranking is computed at most once every two seconds.
 */
export class TrendingRanking implements TrendingAvatars {
  readonly #view: CatalogView
  readonly #ranking: CachedValue<readonly number[]>

  constructor({ mostViewed, view, clock }: { mostViewed: MostViewed; view: CatalogView; clock: Clock }) {
    this.#view = view
    // Spares replace avatars that are hidden before the next load.
    const load = () => mostViewed(WINDOW_DAYS, MAX_TRENDING_AVATARS * 2)
    this.#ranking = new CachedValue({ clock, freshMs: FRESH_MS, load })
  }

  async top(limit: number): Promise<number[]> {
    const viewedSlots = (await this.#ranking.get()).filter(slot => this.#view.isListed(slot))
    if (viewedSlots.length >= limit) return viewedSlots.slice(0, limit)
    const seenSlots = new Set(viewedSlots)
    const { slots } = this.#view.search({ ...EMPTY_QUERY, sort: 'popular', limit: limit + seenSlots.size })
    return [...viewedSlots, ...slots.filter(slot => !seenSlots.has(slot))].slice(0, limit)
  }
}
