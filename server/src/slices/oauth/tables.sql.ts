import type { Generated } from 'kysely'
import type { ReadOnly } from '../../kernel/database.ts'
import type { RecordKind } from './records.ts'

/** Tables of `server/migrations/0009-oauth.ts`, and the columns of `users` that they need. */
export interface OAuthTables {
  users: ReadOnly<{ key: number; id: string; username: string }>
  oauth_applications: {
    client_id: string
    /** Null when operators registered it, and when the owner of a blocked one deleted the account. */
    owner_key: number | null
    name: string
    site_url: string | null
    /** JSON array. */
    redirect_uris: string
    /** Null for a public one. */
    secret_hash: string | null
    created_at_ms: number
    /** Null unless an operator blocked it; made by `0027-blocked-applications.ts`. */
    blocked_at_ms: number | null
    /** By `ownerHashOf`; null unless the owner of a blocked one deleted the account. */
    owner_hash: string | null
  }
  oauth_grants: {
    id: Generated<number>
    person_key: number
    client_id: string
    /** Separated by spaces. */
    scopes: string
    granted_at_ms: number
    used_at_ms: number
  }
  oauth_records: {
    id_hash: string
    kind: RecordKind
    /** The authorization of a code or a token. */
    parent_hash: string | null
    /** Set for an authorization. */
    grant_id: number | null
    /** Set for a request of somebody who is signed in. */
    person_key: number | null
    /** Sealed; see `RecordStore`. */
    payload: string
    /** Set for a code that was used. */
    used_at_ms: number | null
    expires_at_ms: number
  }
}
