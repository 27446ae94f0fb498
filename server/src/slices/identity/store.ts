import type { SessionDevice } from '@avatary/contract/sessions'
import type { Person } from '../../kernel/person.ts'
import type { Profile } from './profile.ts'

/** A stored person, without how they are identified. */
export type StoredPerson = Omit<Person, 'by'>

export interface StoredSession {
  readonly id: string
  readonly device: SessionDevice
  readonly createdAtMs: number
  readonly seenAtMs: number
}

/** The state of the community site's answers about a person. */
export interface ProfileState {
  readonly person: StoredPerson
  /** When the community site last confirmed the profile. */
  readonly checkedAtMs: number
  /** When the community site last failed to answer. */
  readonly failedAtMs: number
  /** Null when there is none or it has expired. */
  readonly sealedToken: string | null
}

export interface SignIn {
  readonly profile: Profile
  readonly session: Pick<StoredSession, 'id' | 'device'> & { readonly hash: string }
  /** Seals the access token once the person's row key is known. */
  readonly token: { readonly seal: (key: number) => string; readonly untilMs: number }
  /** Hash of the browser's old session. */
  readonly replacedSessionHash: string | null
  /** True when the person was asked to authenticate again. */
  readonly isReauthentication: boolean
  readonly nowMs: number
}
