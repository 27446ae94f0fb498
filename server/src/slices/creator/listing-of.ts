import type { HidingReason } from '@avatary/contract/creator'
import type { ListingState } from '../../avatars/index.ts'

/** All reasons why an avatar is hidden; empty when it is listed (`CreatorAvatar` in the contract). */
function reasonsOf({ isActive, isUnlisted, isBlocked, isOptedOut }: ListingState): HidingReason[] {
  const reasons: readonly (readonly [HidingReason, boolean])[] = [
    ['unlisted', isUnlisted],
    ['opted_out', isOptedOut],
    ['inactive', !isActive],
    ['blocked', isBlocked],
  ]
  return reasons.filter(([, holds]) => holds).map(([reason]) => reason)
}

/** The fields of an answer that say whether an avatar is listed, and if not, why. */
export function listingOf(state: ListingState): { listed: boolean; hiddenBecause: HidingReason[] } {
  const hiddenBecause = reasonsOf(state)
  return { listed: hiddenBecause.length === 0, hiddenBecause }
}
