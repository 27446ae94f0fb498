import type { Clock } from '../../../kernel/clock.ts'
import type { Upstream } from '../../../kernel/upstream.ts'
import { askForProfiles } from './ask.ts'
import { dueAfter, nextQuestionMs, restMs } from './rules.ts'
import type { AuthorProfileStore } from './store.sql.ts'

/** Steps of the walk in one run: some 40,000 avatars. */
const STEPS = 20

export interface AuthorProfilesDeps {
  readonly store: AuthorProfileStore
  readonly upstream: Pick<Upstream, 'get'>
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
}

/** Keeps `authorVrclUrl` what the community site says (spec, "Avatar"), by asking it slowly and for ever. */
export class AuthorProfiles {
  readonly #deps: AuthorProfilesDeps

  constructor(deps: AuthorProfilesDeps) {
    this.#deps = deps
  }

  /** Goes on with the walk that finds authors. */
  async find(signal?: AbortSignal): Promise<void> {
    const { store, clock } = this.#deps
    for (let step = 0; step < STEPS && !signal?.aborted; step++)
      if (!(await store.findAuthors(clock.now()))) return
  }

  /**
   * Asks one question, if it is time to and somebody is due. What fails changes nothing: who was asked for is asked
   * for again.
   */
  async ask(signal?: AbortSignal): Promise<'asked' | 'silent' | 'not due'> {
    const { store, upstream, clock, random } = this.#deps
    const authorIds = await store.take(nextQuestionMs(random()), clock.now())
    if (authorIds.length === 0) return 'not due'
    const told = await askForProfiles(upstream, authorIds, signal)
    const nowMs = clock.now()
    if (told.kind === 'silent') {
      await store.rest(nowMs + restMs(told.retryAfterMs, random()))
      return 'silent'
    }
    const settled = told.profiles.map(profile => ({
      ...profile,
      dueAtMs: dueAfter(profile, nowMs, random()),
    }))
    await store.settle(settled, nowMs)
    return 'asked'
  }
}
