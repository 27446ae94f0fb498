import { analyse } from '../../../server/src/avatars/analyse.ts'
import { runSync } from '../../../server/src/kernel/run-in-turns.ts'
import { createLiveIndex } from '../../../server/src/platform/search/live-index.ts'
import { corrections } from '../../../server/src/slices/catalog/corrections.ts'
import { catalogQuery } from '../../../server/src/slices/catalog/search.ts'
import { recordWith } from '../../../server/tests/support/blank-avatar.ts'
import { type Engine, RESULT_COUNT } from './engine.ts'
import type { AvatarTexts } from './texts.ts'

const SORT = 'relevance'

/** Our index as the site uses it: an empty result is replaced by that of its first suggestion. */
export class AvataryEngine implements Engine {
  readonly title = `Avatary, ${SORT}`
  readonly #index = createLiveIndex()
  readonly #ids: string[] = []

  async add(avatars: readonly AvatarTexts[]): Promise<void> {
    for (const { author, ...texts } of avatars) {
      const slot = this.#ids.push(texts.id) - 1
      const record = recordWith({ ...texts, authorName: author, addedAtMs: slot })
      this.#index.put(slot, analyse(record))
    }
    await this.#index.mergeAll()
  }

  async best(q: string): Promise<string[]> {
    const ids = this.#page(q)
    if (ids.length > 0) return ids
    const [correction] = runSync(corrections(this.#index, q))
    return correction === undefined ? [] : this.#page(correction.q)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#index[Symbol.asyncDispose]()
  }

  #page(q: string): string[] {
    const { slots } = this.#index.search(catalogQuery({ q, sort: SORT, limit: RESULT_COUNT, offset: 0 }))
    return slots.map(slot => this.#ids[slot]!)
  }
}
