import type { Clock } from '../../kernel/clock.ts'
import type { Sealer } from '../../kernel/sealer.ts'
import type { Community } from './community.ts'
import type { IdentityStore } from './store.sql.ts'
import type { ProfileState, StoredPerson } from './store.ts'

const MINUTE_MS = 60_000

/**
 * How long the community site's word about somebody counts, from when it was asked for it: it is asked again before a
 * right rests on anything older, and while it is silent there is none (spec, "Authentication", rule 5). This is so for
 * creators, for the codes that applications are given, and for userinfo.
 */
export const COUNTS_MS = 10 * MINUTE_MS
/** After asking in vain. */
export const ASKED_AGAIN_MS = MINUTE_MS

/** A person by the community site's word. */
export type FreshProfile =
  | {
      readonly kind: 'fresh'
      readonly person: StoredPerson
      /** When the community site gave this answer. */
      readonly checkedAtMs: number
    }
  /** The account here is gone. */
  | { readonly kind: 'gone' }
  /**
   * The community site does not know them any more, or there is no way to ask it about them: their token has expired and
   * no platform account is linked. Signing in again tells.
   */
  | { readonly kind: 'unconfirmed'; readonly checkedAtMs: number }
  /** The community site is silent. */
  | { readonly kind: 'unavailable' }

/** What came of asking the community site; 'unable' when it could not be asked, or did not say. */
type Asked = 'answered' | 'silent' | 'unable'

type Store = Pick<
  IdentityStore,
  'profileState' | 'confirm' | 'confirmLink' | 'dropLink' | 'noteAskedInVain' | 'dropToken'
>

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
    const profileState = await store.profileState(userKey, nowMs)
    if (profileState === null) return { kind: 'gone' }
    if (nowMs - profileState.checkedAtMs < COUNTS_MS) return freshOf(profileState)
    if (nowMs - profileState.askedAtMs < ASKED_AGAIN_MS) return { kind: 'unavailable' }
    let asking = this.#asking.get(userKey)
    if (asking === undefined) {
      asking = this.#ask(profileState).finally(() => this.#asking.delete(userKey))
      this.#asking.set(userKey, asking)
    }
    return await asking
  }

  async #ask(profileState: ProfileState): Promise<FreshProfile> {
    const { store, clock } = this.#deps
    const { key } = profileState.person
    const askedAtMs = clock.now()
    const byToken = await this.#askByToken(profileState, askedAtMs)
    const asked = byToken === 'unable' ? await this.#askByLink(profileState, askedAtMs) : byToken
    if (asked === 'silent') {
      await store.noteAskedInVain(key, askedAtMs)
      return { kind: 'unavailable' }
    }
    const after = await store.profileState(key, clock.now())
    if (after === null) return { kind: 'gone' }
    const { checkedAtMs } = after
    return asked === 'answered' ? freshOf(after) : { kind: 'unconfirmed', checkedAtMs }
  }

  /** Asks in the person's name. A token that is refused is forgotten. */
  async #askByToken({ person, sealedToken }: ProfileState, askedAtMs: number): Promise<Asked> {
    const { store, community, tokens } = this.#deps
    if (community === null || sealedToken === null) return 'unable'
    const token = tokens.open(sealedToken, tokenOf(person.key))
    const told = token === null ? REFUSED : await community.whoHas(token)
    if (told.kind === 'unavailable') return 'silent'
    if (told.kind === 'refused' || told.profile.id !== person.id) {
      await store.dropToken(person.key, sealedToken)
      return 'unable'
    }
    await store.confirm(person.key, told.profile, askedAtMs)
    return 'answered'
  }

  /** Asks whether the link still holds. One that does not says nothing of the account that it was on. */
  async #askByLink({ person }: ProfileState, askedAtMs: number): Promise<Asked> {
    const { store, community } = this.#deps
    const { key, platformAccount, profile } = person
    if (platformAccount === null) return 'unable'
    if (community === null) return 'silent'
    const holds = profile === null ? false : await community.isLinked(platformAccount.id, profile)
    if (holds === null) return 'silent'
    if (holds) await store.confirmLink(key, askedAtMs)
    else await store.dropLink(key, askedAtMs)
    return holds ? 'answered' : 'unable'
  }
}

const REFUSED = { kind: 'refused' } as const

/** What a sealed access token is about. */
export function tokenOf(userKey: number): string {
  return `community token of ${userKey}`
}

function freshOf({ person, checkedAtMs }: ProfileState): FreshProfile {
  return { kind: 'fresh', person, checkedAtMs }
}
