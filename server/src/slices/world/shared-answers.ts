import type { Prepared } from '../../kernel/answer.ts'
import type { Clock } from '../../kernel/clock.ts'
import { VersionedCache } from '../../kernel/versioned-cache.ts'
import { secondOf } from './now.ts'

/** Maximum number of cached answers; at 500 avatars each they take some 20 MB. */
const MAX_ANSWERS = 100

/**
 * Shares answers to equal requests within one second and one version of the catalog: when a world opens, all its
 * visitors send the same requests.
 */
export class SharedAnswers {
  readonly #answers: VersionedCache<Promise<Prepared>>

  constructor({ view, clock }: { view: { readonly version: number }; clock: Clock }) {
    this.#answers = new VersionedCache(() => `${view.version} ${secondOf(clock)}`, { max: MAX_ANSWERS })
  }

  /** @param name the cache key. Failures are not cached. */
  get(name: string, make: () => Promise<Prepared>): Promise<Prepared> {
    return this.#answers.get(name, () => {
      const made = make()
      made.catch(() => this.#answers.delete(name))
      return made
    })
  }
}
