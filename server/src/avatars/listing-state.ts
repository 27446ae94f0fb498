/** The flags that decide whether an avatar is listed. */
export interface ListingState {
  /** The platform still serves it publicly. */
  isActive: boolean
  /** Its verified owner unlisted it. */
  isUnlisted: boolean
  /** An operator blocked it or its author. */
  isBlocked: boolean
  /** Its author opted out of being listed. */
  isOptedOut: boolean
}

export function isListed({ isActive, isUnlisted, isBlocked, isOptedOut }: ListingState): boolean {
  return isActive && !isUnlisted && !isBlocked && !isOptedOut
}

/**
 * The change to log for a move between two states. Blocking and unblocking are always logged (spec, "Avatar
 * moderation"), even while another reason hides the avatar; other moves only when they hide or show it.
 */
export function changeBetween(
  oldState: ListingState,
  newState: ListingState,
): 'blocked' | 'unblocked' | 'hidden' | 'shown' | null {
  if (oldState.isBlocked !== newState.isBlocked) return newState.isBlocked ? 'blocked' : 'unblocked'
  if (isListed(oldState) === isListed(newState)) return null
  return isListed(newState) ? 'shown' : 'hidden'
}
