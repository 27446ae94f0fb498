/** The profile on which an author's platform account is verified; null when there is none. */
export interface AuthorProfile {
  readonly authorId: string
  readonly url: string | null
}

/** When an author is to be asked for again. */
export type SettledProfile = AuthorProfile & { readonly dueAtMs: number }

/**
 * Which profiles the community site has of authors, and when it is to be asked. All processes share it; each call is
 * one transaction, but for `settle`, which takes one for each author whose profile changed.
 */
export interface AuthorProfileStore {
  /**
   * One step of the walk over all avatars that finds their authors; it begins anew a day after it began.
   * @returns false when all were looked at.
   */
  findAuthors(nowMs: number): Promise<boolean>
  /**
   * Authors to ask for now, none when it is not time to ask or nobody is due. They are nobody else's until
   * `CLAIM_MS` have passed.
   *
   * @param pauseMs until the next question.
   */
  take(pauseMs: number, nowMs: number): Promise<string[]>
  /**
   * Writes what the community site answered, and tells the log of every avatar whose author's profile changed.
   * @returns how many profiles changed.
   */
  settle(profiles: readonly SettledProfile[], nowMs: number): Promise<number>
  /** Nobody is asked for before `untilMs`. */
  rest(untilMs: number): Promise<void>
  /** An author without a profile is asked for next, unless that was done lately. */
  noteInterest(authorId: string, nowMs: number): Promise<void>
}
