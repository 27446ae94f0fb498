/**
 * State that the library stores:
 * - `interaction`: a request that waits for its user to sign in or to decide;
 * - `authorization`: one use of a grant, the parent of a code and its token;
 * - `code`, `token`: RFC 6749 §1.3.1, §1.4.
 */
const RECORD_KINDS = ['interaction', 'authorization', 'code', 'token'] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

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

/**
 * Stores records by the hash of their ids, which are secrets. Payloads are sealed with keys made from the ids, so that
 * the database alone reveals neither.
 */
export interface RecordStore {
  /** @returns 'orphan' when the parent was deleted; nothing is stored then. */
  put(
    record: { idHash: string; parent: RecordParent; payload: string; expiresAtMs: number },
    nowMs: number,
  ): Promise<{ kind: 'kept' | 'orphan' }>
  find(idHash: string, kind: RecordKind): Promise<StoredRecord | null>
  /**
   * Marks a code as used. Of concurrent calls one gets 'first'; each other one deletes the authorization, and with it
   * the token that the first one got (RFC 6749 §4.1.2).
   */
  use(idHash: string, nowMs: number): Promise<{ kind: 'first' | 'again' }>
  remove(idHash: string): Promise<void>
  /** Removes the codes or the tokens of an authorization. */
  removeOf(authorizationHash: string, kind: 'code' | 'token'): Promise<void>
  /**
   * Removes expired records, and the oldest requests without a person beyond `mostUnowned`, which anybody can create.
   *
   * @returns number of removed records, at most `limit`.
   */
  prune(nowMs: number, limits: { limit: number; mostUnowned: number }): Promise<number>
}
