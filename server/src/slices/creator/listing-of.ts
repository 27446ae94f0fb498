import type { HidingReason } from '@avatary/contract/creator'
import type { ListingState } from '../../avatars/index.ts'

/** The fields of an answer that say whether an avatar is listed, and if not, all reasons why (`CreatorAvatar`). */
export function listingOf({ isActive, isUnlisted, isBlocked, isOptedOut }: ListingState) {
  const reasons: readonly (readonly [HidingReason, boolean])[] = [
    ['unlisted', isUnlisted],
    ['opted_out', isOptedOut],
    ['inactive', !isActive],
    ['blocked', isBlocked],
  ]
  const hiddenBecause = reasons.filter(([, holds]) => holds).map(([reason]) => reason)
  return { listed: hiddenBecause.length === 0, hiddenBecause }
}
