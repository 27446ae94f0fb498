import { MAX_TRENDING_AVATARS } from '@avatary/contract/catalog'
import { BROWSE, type CatalogView } from '../../avatars/index.ts'
import { CachedValue } from '../../kernel/cached-value.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { TrendingAvatars } from '../catalog/index.ts'

const WINDOW_DAYS = 7
const FRESH_MS = 2000

/** The slots of up to `limit` listed avatars with views in the last days including today, most viewed first. */
export type MostViewed = (days: number, limit: number) => Promise<readonly number[]>

/**
 * Trending avatars: by views in the last 7 days, then by lifetime views. The ranking is computed at most once every two
 * seconds.
 */
export class TrendingRanking implements TrendingAvatars {
  readonly #view: CatalogView
  readonly #ranking: CachedValue<readonly number[]>

  constructor({ mostViewed, view, clock }: { mostViewed: MostViewed; view: CatalogView; clock: Clock }) {
    this.#view = view
    const load = () => mostViewed(WINDOW_DAYS, MAX_TRENDING_AVATARS * 2)
    this.#ranking = new CachedValue({ clock, freshMs: FRESH_MS, load })
  }

  async top(limit: number): Promise<number[]> {
    const view = this.#view
    const viewedSlots = (await this.#ranking.get()).filter(slot => view.isListed(slot))
    if (viewedSlots.length >= limit) return viewedSlots.slice(0, limit)
    const seenSlots = new Set(viewedSlots)
    const { slots } = view.search({ ...BROWSE, sort: 'popular', limit: limit + seenSlots.size })
    return [...viewedSlots, ...slots.filter(slot => !seenSlots.has(slot))].slice(0, limit)
  }
}
