import type { Generated } from 'kysely'
import type { ReadOnly } from '../../kernel/database.ts'
import type { ArtifactKind } from './artifacts.ts'

/** Tables of OAuth (`server/migrations/0009-oauth.ts`), and the columns of `users` that they need. */
export interface OAuthTables {
  users: ReadOnly<{ key: number; id: string; username: string }>
  oauth_applications: {
    client_id: string
    /** Null when operators registered it, and when the owner of a blocked application deleted the account. */
    owner_key: number | null
    name: string
    site_url: string | null
    /** A JSON array. */
    redirect_uris: string
    /** Null for a public application. */
    secret_hash: string | null
    created_at_ms: number
    /** Null unless an operator blocked it (`0027-blocked-applications.ts`). */
    blocked_at_ms: number | null
    /** A hash by `ownerHashOf`, set when the owner of a blocked application deleted the account. */
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
    kind: ArtifactKind
    /** The authorization that a code or token belongs to. */
    parent_hash: string | null
    /** Only set for an authorization. */
    grant_id: number | null
    /** Only set for a request of a signed-in person. */
    person_key: number | null
    /** Sealed; see `ArtifactStore`. */
    payload: string
    /** Only set for a used code. */
    used_at_ms: number | null
    expires_at_ms: number
  }
}
