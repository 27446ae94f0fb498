import type { SessionDevice } from '@avatary/contract/sessions'
import type { Person } from '../../kernel/person.ts'
import type { Profile } from './profile.ts'

/** A person as stored, without the way in which they signed in. */
export type StoredPerson = Omit<Person, 'by'>

export interface StoredSession {
  readonly id: string
  readonly device: SessionDevice
  readonly createdAtMs: number
  readonly seenAtMs: number
}

/** The last answers of the community site about a person. */
export interface ProfileState {
  readonly person: StoredPerson
  /** Time at which the community site last confirmed the profile. */
  readonly checkedAtMs: number
  /** Time at which the community site last did not answer. */
  readonly failedAtMs: number
  /** Null when there is none or it has expired. */
  readonly sealedToken: string | null
}

export interface AccountDates {
  readonly createdAtMs: number
  readonly seenAtMs: number
  /** Time at which the community site last confirmed the profile. */
  readonly checkedAtMs: number
  /** Expiry of the access token at the community site; null when none is stored. */
  readonly tokenUntilMs: number | null
}

interface NewSession {
  readonly hash: string
  readonly id: string
  readonly device: SessionDevice
}

export interface SignIn {
  readonly profile: Profile
  readonly session: NewSession
  /** Seals the access token once the person's row is known; null when none is stored. */
  readonly token: { readonly seal: (key: number) => string; readonly untilMs: number } | null
  /** Hash of the browser's old session. */
  readonly replaced: string | null
  /** True when the person was asked to prove who they are again. */
  readonly isReauthentication: boolean
  readonly nowMs: number
}
