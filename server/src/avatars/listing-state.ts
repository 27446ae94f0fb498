/** What decides whether an avatar is listed (design: "Index states"). */
export interface ListingState {
  /** The platform still serves it publicly. */
  isActive: boolean
  /** By its verified owner. */
  isUnlisted: boolean
  /** It or its author, by an operator. */
  isBlocked: boolean
  /** Its author wants nothing listed. */
  isOptedOut: boolean
}

export function isListed({ isActive, isUnlisted, isBlocked, isOptedOut }: ListingState): boolean {
  return isActive && !isUnlisted && !isBlocked && !isOptedOut
}

/**
 * What the log says of a move from one state to another. Blocking and unblocking are always told (spec, "Avatar
 * moderation"), also of an avatar that is hidden for another reason; the rest only when it hides or shows.
 */
export function changeBetween(
  before: ListingState,
  after: ListingState,
): 'blocked' | 'unblocked' | 'hidden' | 'shown' | null {
  if (before.isBlocked !== after.isBlocked) return after.isBlocked ? 'blocked' : 'unblocked'
  if (isListed(before) === isListed(after)) return null
  return isListed(after) ? 'shown' : 'hidden'
}
