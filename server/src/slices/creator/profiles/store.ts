/** The profile page on which an author's platform account is verified; null when there is none. */
export interface AuthorProfile {
  readonly authorId: string
  readonly url: string | null
}

/** A profile that the site just answered, and when to ask for it again. */
export type CheckedProfile = AuthorProfile & { readonly dueAtMs: number }
