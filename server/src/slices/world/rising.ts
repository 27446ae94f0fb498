import { WORLD_PAGE } from '@avatary/contract/world'
import type { Clock } from '../../kernel/clock.ts'
import { utcDay } from '../../kernel/days.ts'
import { Fresh } from '../../kernel/fresh.ts'
import type { CatalogReader } from '../catalog/store.ts'
import type { CatalogView } from '../catalog/view.ts'

const WINDOW_DAYS = 7
const FRESH_MS = 60_000
/** Ranked beyond the longest page, for those that are hidden before the ranking is asked for again. */
const SPARE = 100

/**
 * Rising this week: growth of views, the last seven days (today included) over the seven before (design, "Lists").
 * Whatever did not grow is not in it. The system of record is asked once a minute at most.
 */
export class Rising {
  readonly #view: Pick<CatalogView, 'slotOfKey' | 'isListed'>
  readonly #ranking: Fresh<readonly number[]>

  constructor(deps: {
    store: Pick<CatalogReader, 'fastestRising'>
    view: Pick<CatalogView, 'slotOfKey' | 'isListed'>
    clock: Clock
  }) {
    const { store, view, clock } = deps
    this.#view = view
    const ask = () => {
      const since = utcDay(clock.now()) - (WINDOW_DAYS - 1)
      return store.fastestRising(since - WINDOW_DAYS, since, WORLD_PAGE + SPARE)
    }
    this.#ranking = new Fresh({ clock, freshMs: FRESH_MS, ask })
  }

  /** Slots, fastest first, as many as the longest page has. */
  async slots(): Promise<number[]> {
    const ranked = await this.#ranking.get()
    return ranked
      .map(key => this.#view.slotOfKey(key))
      .filter(slot => this.#view.isListed(slot))
      .slice(0, WORLD_PAGE)
  }
}
