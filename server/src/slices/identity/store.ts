import type { Person } from '../../kernel/person.ts'
import type { PersonalData } from '../../kernel/personal-data.ts'
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

/** People and their sessions in the system of record. */
export interface IdentityStore {
  /** Who has a session and which; null when there is none, or it has ended. */
  session(hash: string, nowMs: number): Promise<{ person: StoredPerson; session: StoredSession } | null>
  /** Notes that somebody is there, and lets the session last from now, unless another process has done so. */
  renew(session: StoredSession, nowMs: number): Promise<void>
  /** Ends a sign-in; false when it was ended before. */
  endSignIn(id: string, untilMs: number): Promise<boolean>
  /**
   * Writes who signed in, ends the session that the browser had, and begins the new one. It has the same id when it
   * takes the place of the same person's, so that what other tabs are asked goes on, unless they proved it again.
   */
  signIn(signIn: SignIn): Promise<void>
  /** Newest first. */
  sessionsOf(userKey: number, nowMs: number): Promise<StoredSession[]>
  /** False when the person has no such session. */
  endSession(userKey: number, id: string): Promise<boolean>
  /** @returns how many there were. */
  endSessions(userKey: number): Promise<number>
  person(userKey: number): Promise<StoredPerson | null>
  email(userKey: number): Promise<string | null>
  moments(userKey: number): Promise<Moments | null>
  profileState(userKey: number, nowMs: number): Promise<ProfileState | null>
  /** Writes what the community site answered to a question, unless a later answer is there. */
  confirm(userKey: number, profile: Profile, askedAtMs: number): Promise<void>
  /** The community site confirmed the verified platform account. */
  confirmLink(userKey: number, askedAtMs: number): Promise<void>
  /** It said that the platform account is no longer linked, unless a later answer is there. */
  dropLink(userKey: number, askedAtMs: number): Promise<void>
  noteAskedInVain(userKey: number, atMs: number): Promise<void>
  /** Forgets an access token that is refused. */
  dropToken(userKey: number, sealedToken: string): Promise<void>
  /** Deletes an account with all that `held` has about it, in one transaction. */
  deleteAccount(held: readonly PersonalData[], userKey: number, nowMs: number): Promise<void>
  /** Removes what has ended. */
  prune(nowMs: number): Promise<void>
}
