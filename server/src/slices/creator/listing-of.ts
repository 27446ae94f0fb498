import type { HidingReason } from '@avatary/contract/creator'
import type { ListingState } from '../../avatars/index.ts'

/** Every reason why an avatar is hidden; empty when it is listed (contract, `CreatorAvatar`). */
function reasonsOf({ isActive, isUnlisted, isBlocked, isOptedOut }: ListingState): HidingReason[] {
  const reasons: readonly (readonly [HidingReason, boolean])[] = [
    ['unlisted', isUnlisted],
    ['opted_out', isOptedOut],
    ['inactive', !isActive],
    ['blocked', isBlocked],
  ]
  return reasons.filter(([, holds]) => holds).map(([reason]) => reason)
}

/** The fields of an answer that tell whether an avatar is listed, and why not. */
export function listingOf(state: ListingState): { listed: boolean; hiddenBecause: HidingReason[] } {
  const hiddenBecause = reasonsOf(state)
  return { listed: hiddenBecause.length === 0, hiddenBecause }
}
