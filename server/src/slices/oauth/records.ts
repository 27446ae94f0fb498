/**
 * State that the OAuth library stores:
 * - `interaction`: a request that waits for its user to sign in or to decide;
 * - `authorization`: one use of a grant, the parent of a code and its token;
 * - `code`, `token`: RFC 6749 §1.3.1, §1.4.
 */
export type RecordKind = 'interaction' | 'authorization' | 'code' | 'token'

/** The parent of a record, which is deleted with it. */
export type RecordParent =
  | { readonly kind: 'interaction'; readonly personKey: number | null }
  | { readonly kind: 'authorization'; readonly personKey: number; readonly clientId: string }
  | { readonly kind: 'code' | 'token'; readonly authorizationHash: string }

export interface StoredRecord {
  readonly payload: string
  readonly usedAtMs: number | null
  readonly expiresAtMs: number
}
