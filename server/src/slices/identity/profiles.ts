import type { Clock } from '../../kernel/clock.ts'
import type { Community } from './community.ts'
import type { Sealer } from './ports.ts'
import type { IdentityStore, Standing, StoredPerson } from './store.ts'

const MINUTE_MS = 60_000

/** An answer so old is asked for again before it gives rights (spec, "Authentication", rule 5). */
export const FRESH_MS = 10 * MINUTE_MS
/** While the community site does not answer, its last answer holds for so long. */
export const KEPT_MS = 6 * 60 * MINUTE_MS
/** After asking in vain. */
export const ASKED_AGAIN_MS = MINUTE_MS

/** A person by the community site's word, which is at most ten minutes old, or six hours while it does not answer. */
export type FreshProfile =
  | {
      readonly kind: 'fresh'
      readonly person: StoredPerson
      /** When the community site gave this answer. */
      readonly checkedAtMs: number
    }
  /** The account is gone. */
  | { readonly kind: 'gone' }
  /** The last answer is too old to go by, and there is no other. */
  | { readonly kind: 'unavailable' }

type Store = Pick<IdentityStore, 'standing' | 'confirm' | 'confirmLink' | 'noteAskedInVain' | 'dropToken'>

export interface ProfilesDeps {
  readonly store: Store
  /** Null when none is configured: then nothing is known but what is held. */
  readonly community: Pick<Community, 'whoHas' | 'isLinked'> | null
  readonly tokens: Pick<Sealer, 'open'>
  readonly clock: Clock
}

/** Keeps what the community site told about people from growing old where rights depend on it. */
export class Profiles {
  readonly #deps: ProfilesDeps
  readonly #asking = new Map<number, Promise<FreshProfile>>()

  constructor(deps: ProfilesDeps) {
    this.#deps = deps
  }

  /** @param userKey row of `users`. All who ask for the same person meanwhile share one question. */
  async fresh(userKey: number): Promise<FreshProfile> {
    const { store, clock } = this.#deps
    const nowMs = clock.now()
    const standing = await store.standing(userKey, nowMs)
    if (standing === null) return { kind: 'gone' }
    if (nowMs - standing.checkedAtMs < FRESH_MS) return freshOf(standing)
    if (nowMs - standing.askedAtMs < ASKED_AGAIN_MS) return lastAnswer(standing, nowMs)
    let asking = this.#asking.get(userKey)
    if (asking === undefined) {
      asking = this.#ask(standing).finally(() => this.#asking.delete(userKey))
      this.#asking.set(userKey, asking)
    }
    return await asking
  }

  async #ask(standing: Standing): Promise<FreshProfile> {
    const { store, clock } = this.#deps
    const { key } = standing.person
    const askedAtMs = clock.now()
    const isAnswered =
      (await this.#askByToken(standing, askedAtMs)) ?? (await this.#askByLink(standing, askedAtMs))
    if (!isAnswered) await store.noteAskedInVain(key, askedAtMs)
    const after = await store.standing(key, clock.now())
    if (after === null) return { kind: 'gone' }
    return isAnswered ? freshOf(after) : lastAnswer(after, clock.now())
  }

  /** Asks in the person's name. Null when that cannot be done, or no longer. */
  async #askByToken({ person, sealedToken }: Standing, askedAtMs: number): Promise<boolean | null> {
    const { store, community, tokens } = this.#deps
    if (community === null || sealedToken === null) return null
    const token = tokens.open(sealedToken, tokenOf(person.key))
    const told = token === null ? REFUSED : await community.whoHas(token)
    if (told.kind === 'unavailable') return false
    if (told.kind === 'refused' || told.profile.id !== person.id) {
      await store.dropToken(person.key, sealedToken)
      return null
    }
    await store.confirm(person.key, told.profile, askedAtMs)
    return true
  }

  /** Asks whether the link still holds; who has none gets one by signing in again. */
  async #askByLink({ person }: Standing, askedAtMs: number): Promise<boolean> {
    const { store, community } = this.#deps
    const { key, platformAccount, profile } = person
    if (platformAccount === null) return true
    if (community === null) return false
    const holds = profile === null ? false : await community.isLinked(platformAccount.id, profile)
    if (holds === null) return false
    await store.confirmLink(key, holds, askedAtMs)
    return true
  }
}

const REFUSED = { kind: 'refused' } as const

/** What a sealed access token is about. */
export function tokenOf(userKey: number): string {
  return `community token of ${userKey}`
}

function lastAnswer(standing: Standing, nowMs: number): FreshProfile {
  const { person, checkedAtMs } = standing
  if (person.platformAccount === null || nowMs - checkedAtMs < KEPT_MS) return freshOf(standing)
  return { kind: 'unavailable' }
}

function freshOf({ person, checkedAtMs }: Standing): FreshProfile {
  return { kind: 'fresh', person, checkedAtMs }
}
