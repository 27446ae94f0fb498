import type { HidingReason } from '@avatary/contract/creator'
import type { ListingState } from '../../avatars/index.ts'

/** Why an avatar is in no list; empty when it is listed (contract, `CreatorAvatar`). */
function reasonsOf({ isActive, isUnlisted, isBlocked, isOptedOut }: ListingState): HidingReason[] {
  const reasons: readonly (readonly [HidingReason, boolean])[] = [
    ['unlisted', isUnlisted],
    ['opted_out', isOptedOut],
    ['inactive', !isActive],
    ['blocked', isBlocked],
  ]
  return reasons.filter(([, holds]) => holds).map(([reason]) => reason)
}

/** What answers tell of it. */
export function listingOf(state: ListingState): { listed: boolean; hiddenBecause: HidingReason[] } {
  const hiddenBecause = reasonsOf(state)
  return { listed: hiddenBecause.length === 0, hiddenBecause }
}
