/**
 * Objects that the OAuth library stores, in the table `oauth_records`:
 * - `interaction`: a request that waits for its user to sign in or to decide;
 * - `authorization`: one use of a grant, the parent of a code and its token;
 * - `code`, `token`: RFC 6749 §1.3.1, §1.4.
 */
export type ArtifactKind = 'interaction' | 'authorization' | 'code' | 'token'

/** The parent of an artifact, which is deleted with it. */
export type ArtifactParent =
  | { readonly kind: 'interaction'; readonly personKey: number | null }
  | { readonly kind: 'authorization'; readonly personKey: number; readonly clientId: string }
  | { readonly kind: 'code' | 'token'; readonly authorizationHash: string }

export interface StoredArtifact {
  readonly payload: string
  readonly usedAtMs: number | null
  readonly expiresAtMs: number
}
