import type { Generated } from 'kysely'
import type { ReadOnly } from '../../kernel/database.ts'
import type { RecordKind } from './records.ts'

/** Tables of OAuth, made by `server/migrations/0009-oauth.ts`, and what they need of people. */
export interface OAuthTables {
  users: ReadOnly<{ key: number }>
  oauth_applications: {
    client_id: string
    /** Null for those that operators registered. */
    owner_key: number | null
    name: string
    site_url: string | null
    /** JSON list. */
    redirect_uris: string
    /** Null for a public one. */
    secret_hash: string | null
    created_at_ms: number
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
    /** The authorization that a code or a token came of. */
    parent_hash: string | null
    /** Of an authorization. */
    grant_id: number | null
    /** Of a request that waits for somebody's decision. */
    person_key: number | null
    /** Sealed; see `RecordStore`. */
    payload: string
    /** Of a code. */
    used_at_ms: number | null
    expires_at_ms: number
  }
}
