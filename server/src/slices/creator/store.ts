import type { ListingState, UnlistOutcome } from '../../avatars/index.ts'

export interface OwnAvatar extends ListingState {
  /** `CatalogRecord.key` */
  readonly key: number
}

/** An owner's word about one avatar. */
export interface Visibility {
  /** Row of `users`; what that says of the platform account decides who owns what. */
  readonly userKey: number
  readonly avatarId: string
  readonly isUnlisted: boolean
}

/** `no_link`: the link to the platform account is gone, or the person is. */
export type VisibilityOutcome = UnlistOutcome | { readonly kind: 'no_link' }

export interface OptedOut {
  readonly sinceMs: number | null
  /** Avatars of the author that the index holds. */
  readonly avatars: number
}
