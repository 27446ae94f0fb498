import type { Prepared } from '../../kernel/answer.ts'
import type { Clock } from '../../kernel/clock.ts'
import { VersionedCache } from '../../kernel/versioned-cache.ts'
import { secondOf } from './now.ts'

/** An answer with the avatars that it shows. */
export interface SharedAnswer {
  answer: Prepared
  slots: readonly number[]
}

/** Answers kept at a time; at 500 avatars each some 20 MB. */
const MOST = 100

/**
 * Answers that everybody gets who asks the same within one second of one version of the catalog: when a world opens,
 * all its visitors ask at once.
 */
export class SharedAnswers {
  readonly #answers: VersionedCache<Promise<SharedAnswer>>

  constructor({ view, clock }: { view: { readonly version: number }; clock: Clock }) {
    this.#answers = new VersionedCache(() => `${view.version} ${secondOf(clock)}`, { max: MOST })
  }

  /** @param name of the question; a failure is not kept. */
  get(name: string, make: () => Promise<SharedAnswer>): Promise<SharedAnswer> {
    return this.#answers.get(name, () => {
      const made = make()
      made.catch(() => this.#answers.delete(name))
      return made
    })
  }
}
