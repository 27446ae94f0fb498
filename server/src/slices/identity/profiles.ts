import type { Clock } from '../../kernel/clock.ts'
import { getOrInsert } from '../../kernel/get-or-insert.ts'
import type { Sealer } from '../../kernel/sealer.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import type { Community } from './community.ts'
import type { IdentityStore } from './store.sql.ts'
import type { ProfileState, StoredPerson } from './store.ts'

/**
 * For how long, from the request on, an answer of the community site gives rights (spec, "Authentication", rule 5).
 * Creators, authorization codes and userinfo need an answer that is not older.
 */
export const FRESH_MS = 10 * MINUTE_MS
/** The pause before the site is asked again after it did not answer. */
export const RETRY_MS = MINUTE_MS

export type FreshProfile =
  | {
      readonly kind: 'fresh'
      readonly person: StoredPerson
      /** When this answer was requested. */
      readonly checkedAtMs: number
    }
  | { readonly kind: 'gone' }
  /**
   * The community site does not know the person, or cannot be asked, because the token has expired and no platform
   * account is linked. The person must sign in again.
   */
  | { readonly kind: 'unconfirmed'; readonly checkedAtMs: number }
  | { readonly kind: 'unavailable' }

/** `unknown`: the site does not know the person, or cannot be asked in this way. */
type Check = 'confirmed' | 'unavailable' | 'unknown'

type Store = Pick<
  IdentityStore,
  'readProfileState' | 'confirmProfile' | 'confirmLink' | 'dropLink' | 'noteFailedCheck' | 'dropToken'
>

export interface ProfilesDeps {
  readonly store: Store
  /** Null when none is configured. */
  readonly community: Pick<Community, 'profileOfToken' | 'checkLink'> | null
  readonly tokenSealer: Pick<Sealer, 'open'>
  readonly clock: Clock
}

/** Asks the community site about people again before an old answer would give rights. */
export class Profiles {
  readonly #deps: ProfilesDeps
  readonly #answersByPerson = new Map<number, Promise<FreshProfile>>()

  constructor(deps: ProfilesDeps) {
    this.#deps = deps
  }

  /** @param personKey row key in `users`. Simultaneous calls for one person share a request. */
  async freshProfile(personKey: number): Promise<FreshProfile> {
    const { store, clock } = this.#deps
    const nowMs = clock.now()
    const profileState = await store.readProfileState(personKey, nowMs)
    if (profileState === null) return { kind: 'gone' }
    if (nowMs - profileState.checkedAtMs < FRESH_MS) return toFreshProfile(profileState)
    if (nowMs - profileState.failedAtMs < RETRY_MS) return { kind: 'unavailable' }
    return await getOrInsert(this.#answersByPerson, personKey, () =>
      this.#ask(profileState).finally(() => this.#answersByPerson.delete(personKey)),
    )
  }

  async #ask(profileState: ProfileState): Promise<FreshProfile> {
    const { store, clock } = this.#deps
    const { key } = profileState.person
    const askedAtMs = clock.now()
    const tokenCheck = await this.#askByToken(profileState, askedAtMs)
    const check = tokenCheck === 'unknown' ? await this.#askByLink(profileState, askedAtMs) : tokenCheck
    if (check === 'unavailable') {
      await store.noteFailedCheck(key, askedAtMs)
      return { kind: 'unavailable' }
    }
    const stateAfter = await store.readProfileState(key, clock.now())
    if (stateAfter === null) return { kind: 'gone' }
    const { checkedAtMs } = stateAfter
    return check === 'confirmed' ? toFreshProfile(stateAfter) : { kind: 'unconfirmed', checkedAtMs }
  }

  /** Asks with the person's access token, and deletes the token if it is refused. */
  async #askByToken({ person, sealedToken }: ProfileState, askedAtMs: number): Promise<Check> {
    const { store, community, tokenSealer } = this.#deps
    if (community === null || sealedToken === null) return 'unknown'
    const token = tokenSealer.open(sealedToken, associatedDataOf(person.key))
    const answer = token === null ? ({ kind: 'refused' } as const) : await community.profileOfToken(token)
    if (answer.kind === 'unavailable') return 'unavailable'
    if (answer.kind === 'refused' || answer.profile.id !== person.id) {
      await store.dropToken(person.key, sealedToken)
      return 'unknown'
    }
    await store.confirmProfile(person.key, answer.profile, askedAtMs)
    return 'confirmed'
  }

  /**
   * Asks whether the platform account is still linked. A removed link says nothing about the person's account itself.
   */
  async #askByLink({ person }: ProfileState, askedAtMs: number): Promise<Check> {
    const { store, community } = this.#deps
    const { key, platformAccount, profile } = person
    if (platformAccount === null) return 'unknown'
    if (community === null) return 'unavailable'
    const isLinked = profile === null ? false : await community.checkLink(platformAccount.id, profile)
    if (isLinked === null) return 'unavailable'
    if (isLinked) await store.confirmLink(key, askedAtMs)
    else await store.dropLink(key, askedAtMs)
    return isLinked ? 'confirmed' : 'unknown'
  }
}

/** The context to which a person's sealed access token is bound. */
export function associatedDataOf(personKey: number): string {
  return `community token of ${personKey}`
}

function toFreshProfile({ person, checkedAtMs }: ProfileState): FreshProfile {
  return { kind: 'fresh', person, checkedAtMs }
}
