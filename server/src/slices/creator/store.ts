import type { ListingState, UnlistOutcome } from '../../avatars/index.ts'

export interface OwnAvatar extends ListingState {
  /** `CatalogRecord.key` */
  readonly key: number
}

export interface Visibility {
  /** The row key in `users`. The person's platform account decides which avatars are theirs. */
  readonly personKey: number
  readonly avatarIds: readonly string[]
  readonly isUnlisted: boolean
}

/** `no_link`: the link to the platform account, or the account itself, no longer exists. */
export type VisibilityOutcome =
  | { readonly kind: 'judged'; readonly outcomes: ReadonlyMap<string, UnlistOutcome> }
  | { readonly kind: 'no_link' }

export interface OptOutEffect {
  readonly sinceMs: number | null
  /** Number of the author's avatars in the index. */
  readonly avatars: number
}
