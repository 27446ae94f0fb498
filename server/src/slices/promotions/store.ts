import type { Placement } from './placement.ts'

/** A placement as operators see it. */
export interface PlacementWithAvatar extends Placement {
  /** The avatar in the catalog; null for groups and for unknown avatars. */
  avatar: { name: string; isListed: boolean } | null
}

/** The promotions that a process shows. */
export interface PromotionData {
  /** Heaviest first, then oldest first. */
  placements: readonly Placement[]
  /** Sorted by code units. */
  staff: readonly string[]
}
