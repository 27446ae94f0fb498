/**
 * What the provider keeps for a while:
 * - `interaction`: a request that waits for its user to sign in or to decide;
 * - `authorization`: one time that a grant was used, which a code and a token then come of;
 * - `code`, `token`: RFC 6749 §1.3.1, §1.4.
 */
const RECORD_KINDS = ['interaction', 'authorization', 'code', 'token'] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** What a record hangs on: it goes when that goes. */
export type RecordOrigin =
  | { readonly kind: 'interaction'; readonly personKey: number | null }
  | { readonly kind: 'authorization'; readonly personKey: number; readonly clientId: string }
  | { readonly kind: 'code' | 'token'; readonly authorizationHash: string }

export interface KeptRecord {
  readonly payload: string
  readonly usedAtMs: number | null
  readonly expiresAtMs: number
}

/**
 * Keeps records by the hash of their ids, which are secrets of their bearers; their payloads are sealed with keys
 * made from the ids, so that who reads the database can neither show an id nor open a payload.
 */
export interface RecordStore {
  /** @returns 'orphan' when what it hangs on is gone, and nothing was kept. */
  put(
    record: { idHash: string; origin: RecordOrigin; payload: string; expiresAtMs: number },
    nowMs: number,
  ): Promise<{ kind: 'kept' | 'orphan' }>
  find(idHash: string, kind: RecordKind): Promise<KeptRecord | null>
  /**
   * Notes that a code was used. Whatever number of processes ask at once, one of them gets 'first'; for the others
   * the authorization goes, and with it the token that the first one got (RFC 6749 §4.1.2).
   */
  use(idHash: string, nowMs: number): Promise<{ kind: 'first' | 'again' }>
  remove(idHash: string): Promise<void>
  /** Codes and tokens that came of an authorization. */
  removeOf(authorizationHash: string, kind: 'code' | 'token'): Promise<void>
  /**
   * Removes what has expired, and of requests that nobody has signed in for the oldest beyond `mostUnowned`: anybody
   * can make them.
   *
   * @returns how many went, `limit` at most.
   */
  prune(nowMs: number, limits: { limit: number; mostUnowned: number }): Promise<number>
}
