import MiniSearch from 'minisearch'
import { type Engine, normalise, RESULT_COUNT } from './engine.ts'
import type { AvatarTexts } from './texts.ts'

/**
 * MiniSearch as its guide recommends: boosted fields, prefixes and fuzzy words; any word suffices when not all match.
 */
const SETTINGS = { prefix: true, fuzzy: 0.2, boost: { name: 10, author: 4, tags: 4 } }

export class MiniSearchEngine implements Engine {
  readonly title = 'MiniSearch'
  readonly #index = new MiniSearch({
    fields: ['name', 'author', 'description', 'tags'],
    processTerm: normalise,
    tokenize: text => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [],
  })

  async add(avatars: readonly AvatarTexts[]): Promise<void> {
    this.#index.addAll(
      avatars.map(({ tags, aiTags, ...texts }) => ({ ...texts, tags: [...tags, ...aiTags].join(' ') })),
    )
  }

  async best(q: string): Promise<string[]> {
    const strictResults = this.#index.search(q, { ...SETTINGS, combineWith: 'AND' })
    const results = strictResults.length > 0 ? strictResults : this.#index.search(q, SETTINGS)
    return results.slice(0, RESULT_COUNT).map(({ id }) => String(id))
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}
