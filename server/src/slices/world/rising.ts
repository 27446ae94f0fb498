import { WORLD_PAGE } from '@avatary/contract/world'
import type { CatalogView } from '../../avatars/index.ts'
import { CachedValue } from '../../kernel/cached-value.ts'
import type { Clock } from '../../kernel/clock.ts'

const WINDOW_DAYS = 7
const FRESH_MS = 10_000
/** Ranked beyond the longest page, for those that are hidden before the ranking is asked for again. */
const SPARE = 100

/** Slots of listed avatars by how many more views they had in the last days than in as many before: of those with more. */
export type FastestRising = (days: number, limit: number) => readonly number[] | Promise<readonly number[]>

/**
 * Rising this week: growth of views, the last seven days (today included) over the seven before (design, "Lists").
 * Whatever did not grow is not in it. The ranking is asked for every ten seconds at most.
 */
export class Rising {
  readonly #view: Pick<CatalogView, 'isListed'>
  readonly #ranking: CachedValue<readonly number[]>

  constructor(deps: { fastestRising: FastestRising; view: Pick<CatalogView, 'isListed'>; clock: Clock }) {
    const { fastestRising, view, clock } = deps
    this.#view = view
    const ask = async () => fastestRising(WINDOW_DAYS, WORLD_PAGE + SPARE)
    this.#ranking = new CachedValue({ clock, freshMs: FRESH_MS, ask })
  }

  /** Slots, fastest first, as many as the longest page has. */
  async slots(): Promise<number[]> {
    const ranked = await this.#ranking.get()
    return ranked.filter(slot => this.#view.isListed(slot)).slice(0, WORLD_PAGE)
  }
}
