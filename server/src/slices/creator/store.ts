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

/** `no_link`: there is no link to the platform account any more, or the person's account was deleted. */
export type VisibilityOutcome =
  | { readonly kind: 'judged'; readonly outcomes: ReadonlyMap<string, UnlistOutcome> }
  | { readonly kind: 'no_link' }

export interface OptOutState {
  readonly sinceMs: number | null
  /** Number of the author's avatars in the index. */
  readonly avatars: number
}
