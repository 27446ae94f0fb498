import type { SessionDevice } from '@avatary/contract/sessions'
import type { Generated } from 'kysely'

/**
 * Tables of identity (`server/migrations/0007-identity.ts`), with `personal_keys` (`0008-account.ts`,
 * `0028-key-scopes.ts`).
 */
export interface IdentityTables {
  users: UserTable
  sessions: SessionTable
  personal_keys: KeyTable
  ended_sign_ins: {
    /** The id of a `PendingSignIn`; see `sign-ins.ts`. */
    id: string
    until_ms: number
  }
}

export interface UserTable {
  key: Generated<number>
  /** The person's subject (`sub`) at the community site. */
  id: string
  username: string
  name: string
  picture: string | null
  profile: string | null
  email: string | null
  /** Null unless the community site has verified a platform account. */
  platform_account_id: string | null
  platform_account_name: string | null
  /** The access token of the community site, sealed for this person; null when there is none. */
  sealed_token: string | null
  token_until_ms: number
  created_at_ms: number
  /** When the person last visited, to the hour. */
  seen_at_ms: number
  profile_checked_at_ms: number
  /** When the community site last failed to answer. */
  profile_asked_at_ms: number
}

interface SessionTable {
  /** SHA-256 of the cookie's value. */
  hash: string
  /** The id by which its owner can end the session. */
  id: string
  user_key: number
  /** The family of the device on which it started. */
  device: SessionDevice
  created_at_ms: number
  seen_at_ms: number
  until_ms: number
}

interface KeyTable {
  number: Generated<number>
  id: string
  user_key: number
  /** SHA-256 of the key in hexadecimal. */
  hash: string
  name: string
  /** `KEY_SCOPES`, separated by spaces. */
  scopes: string
  created_at_ms: number
  /** Null for a key that does not expire. */
  expires_at_ms: number | null
  /** A UTC day; null until first used. */
  last_used_day: number | null
}
