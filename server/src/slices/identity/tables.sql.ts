import type { Generated } from 'kysely'

/** Tables of identity, made by `server/migrations/0007-identity.ts`, and `personal_keys` by `0008-account.ts`. */
export interface IdentityTables {
  users: UserTable
  sessions: SessionTable
  personal_keys: KeyTable
  ended_sign_ins: {
    /** Of the transaction, see `sign-in.ts`. */
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
  /** Of the platform account, when the community site has verified it. */
  platform_account_id: string | null
  platform_account_name: string | null
  /** Access token at the community site, sealed for this person; null when there is none. */
  sealed_token: string | null
  token_until_ms: number
  created_at_ms: number
  /** At most an hour old while somebody is there. */
  seen_at_ms: number
  /** When the community site last confirmed the profile. */
  profile_checked_at_ms: number
  /** When it was last asked to, in vain. */
  profile_asked_at_ms: number
}

interface SessionTable {
  /** SHA-256 of the cookie's value. */
  hash: string
  /** By which its owner names it. */
  id: string
  user_key: number
  /** Coarse family of the device it was begun on. */
  device: string
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
  created_at_ms: number
  /** UTC day; null until it is used. */
  last_used_day: number | null
}
