import { MAX_WORLD_PAGE_SIZE } from '@avatary/contract/world'
import type { CatalogView } from '../../avatars/index.ts'
import { CachedValue } from '../../kernel/cached-value.ts'
import type { Clock } from '../../kernel/clock.ts'

const WINDOW_DAYS = 7
const FRESH_MS = 10_000
/** Additional avatars, to replace those hidden before the next ranking. */
const SPARE_AVATARS = 100

/**
 * Returns at most `limit` slots of listed avatars whose views have grown between two windows of `days`, fastest first.
 */
export type RisingRanking = (days: number, limit: number) => Promise<readonly number[]>

/**
 * Rising avatars: growth of views in the last seven days including today, over the seven days before. The ranking is
 * computed at most once every ten seconds.
 */
export class RisingAvatars {
  readonly #view: Pick<CatalogView, 'isListed'>
  readonly #ranking: CachedValue<readonly number[]>

  constructor(deps: { fastestRising: RisingRanking; view: Pick<CatalogView, 'isListed'>; clock: Clock }) {
    const { fastestRising, view, clock } = deps
    this.#view = view
    const load = () => fastestRising(WINDOW_DAYS, MAX_WORLD_PAGE_SIZE + SPARE_AVATARS)
    this.#ranking = new CachedValue({ clock, freshMs: FRESH_MS, load })
  }

  /** Slots, fastest growth first, at most the longest page. */
  async slots(): Promise<number[]> {
    const rankedSlots = await this.#ranking.get()
    return rankedSlots.filter(slot => this.#view.isListed(slot)).slice(0, MAX_WORLD_PAGE_SIZE)
  }
}
