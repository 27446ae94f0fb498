/** The profile on which an author's platform account is verified; null when there is none. */
export interface AuthorProfile {
  readonly authorId: string
  readonly url: string | null
}

/** When an author is to be asked for again. */
export type SettledProfile = AuthorProfile & { readonly dueAtMs: number }
