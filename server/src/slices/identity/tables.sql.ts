import type { SessionDevice } from '@avatary/contract/sessions'
import type { Generated } from 'kysely'

/** Tables of identity, made by `server/migrations/0007-identity.ts`, and `personal_keys` by `0008-account.ts` and `0028-key-scopes.ts`. */
export interface IdentityTables {
  users: UserTable
  sessions: SessionTable
  personal_keys: KeyTable
  ended_sign_ins: {
    /** Id of the transaction, see `sign-ins.ts`. */
    id: string
    until_ms: number
  }
}

export interface UserTable {
  key: Generated<number>
  /** Subject at the community site. */
  id: string
  username: string
  name: string
  picture: string | null
  profile: string | null
  email: string | null
  /** Null unless the community site has verified the platform account. */
  platform_account_id: string | null
  platform_account_name: string | null
  /** Access token at the community site, sealed for this person; null when there is none. */
  sealed_token: string | null
  token_until_ms: number
  created_at_ms: number
  /** Time of the last visit, exact to an hour. */
  seen_at_ms: number
  profile_checked_at_ms: number
  /** Time at which the community site last did not answer. */
  profile_asked_at_ms: number
}

interface SessionTable {
  /** SHA-256 of the cookie's value. */
  hash: string
  /** Named by its owner to end it. */
  id: string
  user_key: number
  /** Family of the device on which it began. */
  device: SessionDevice
  created_at_ms: number
  seen_at_ms: number
  until_ms: number
}

interface KeyTable {
  number: Generated<number>
  id: string
  user_key: number
  /** SHA-256 of the key, in hexadecimal digits. */
  hash: string
  name: string
  /** `KEY_SCOPES`, with a space between. */
  scopes: string
  created_at_ms: number
  /** Null for a key without an end. */
  expires_at_ms: number | null
  /** UTC day; null until it is used. */
  last_used_day: number | null
}
