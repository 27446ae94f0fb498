import type { SystemDeps } from '../../../kernel/system-deps.ts'
import type { Upstream } from '../../../kernel/upstream.ts'
import { askForProfiles } from './ask.ts'
import { failurePauseMs, nextDueMs, requestPauseMs } from './schedule.ts'
import type { AuthorProfileStore } from './store.sql.ts'

/** Maximum number of steps of the scan for new authors in a run, which cover some 40,000 avatars. */
const STEPS_PER_RUN = 20

export interface AuthorProfilesDeps extends Pick<SystemDeps, 'clock' | 'random'> {
  readonly store: AuthorProfileStore
  readonly upstream: Pick<Upstream, 'get'>
}

/**
 * Keeps `authorVrclUrl`, an author's page at the community site, up to date, for a few authors at a time (spec,
 * "Avatar").
 */
export class AuthorProfiles {
  readonly #deps: AuthorProfilesDeps

  constructor(deps: AuthorProfilesDeps) {
    this.#deps = deps
  }

  /** Adds authors whom the catalog has and the store does not. */
  async findNew(signal?: AbortSignal): Promise<void> {
    const { store, clock } = this.#deps
    for (let step = 0; step < STEPS_PER_RUN && !signal?.aborted; step++)
      if (!(await store.findNewAuthors(clock.now()))) return
  }

  /** Asks for the profiles of due authors. A failure changes nothing: the same authors are asked for later. */
  async ask(signal?: AbortSignal): Promise<{ kind: 'asked' | 'unavailable' | 'not_due' }> {
    const { store, upstream, clock, random } = this.#deps
    const authorIds = await store.takeDueAuthors(requestPauseMs(random()), clock.now())
    if (authorIds.length === 0) return { kind: 'not_due' }
    const answer = await askForProfiles(upstream, authorIds, signal)
    const nowMs = clock.now()
    if (answer.kind === 'unavailable') {
      await store.pauseUntil(nowMs + failurePauseMs(answer.retryAfterMs, random()))
      return { kind: 'unavailable' }
    }
    const checkedProfiles = answer.profiles.map(profile => ({
      ...profile,
      dueAtMs: nextDueMs(profile, nowMs, random()),
    }))
    await store.saveChecked(checkedProfiles, nowMs)
    return { kind: 'asked' }
  }
}
