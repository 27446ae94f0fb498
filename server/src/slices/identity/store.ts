import type { Person } from '../../kernel/person.ts'
import type { Profile } from './profile.ts'

/** A person as held, however they proved to be it. */
export type StoredPerson = Omit<Person, 'by'>

export interface StoredSession {
  readonly id: string
  readonly device: string
  readonly createdAtMs: number
  readonly seenAtMs: number
}

/** What is known of a person's standing at the community site. */
export interface ProfileState {
  readonly person: StoredPerson
  /** When the community site last confirmed the profile. */
  readonly checkedAtMs: number
  /** When it was last asked to, in vain. */
  readonly askedAtMs: number
  /** Null when there is none, or it has expired. */
  readonly sealedToken: string | null
}

/** When what happened to somebody's account, of which nothing else is told. */
export interface Moments {
  readonly createdAtMs: number
  readonly seenAtMs: number
  /** When the community site last confirmed the profile. */
  readonly checkedAtMs: number
  /** Until when their access token there is kept; null when none is. */
  readonly tokenUntilMs: number | null
}

interface NewSession {
  readonly hash: string
  readonly id: string
  readonly device: string
}

export interface SignIn {
  readonly profile: Profile
  readonly session: NewSession
  /** Seals the access token once the person's row is known; null when none is to be kept. */
  readonly token: { readonly seal: (key: number) => string; readonly untilMs: number } | null
  /** Hash of the session that the browser had until now. */
  readonly replaced: string | null
  /** Whether somebody was to prove again who they are. */
  readonly isAgain: boolean
  readonly nowMs: number
}
