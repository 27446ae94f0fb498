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

/** What creators see and decide of their avatars, in the system of record. */
export interface CreatorStore {
  /** Everything held of an author, listed or not; newest first. */
  avatarsOf(authorId: string): Promise<OwnAvatar[]>
  /**
   * Says whether an avatar is unlisted, in one transaction with the log of changes. Who owns it is looked at in that
   * transaction: a link that is lost meanwhile gives no right any more.
   */
  setVisibility(visibility: Visibility, nowMs: number): Promise<VisibilityOutcome>
  optedOut(authorId: string): Promise<OptedOut>
  /** Ids of the avatars that the author unlisted one by one. */
  unlistedOf(authorId: string): Promise<string[]>
}
