import type { Placement } from './placement.ts'

/** A placement as operators see it. */
export interface PlacementWithAvatar extends Placement {
  /** The avatar in the catalog; null for groups and unknown avatars. */
  avatar: { name: string; isListed: boolean } | null
}

export interface StaffName {
  name: string
  atMs: number
}

/** The promotions that processes show. */
export interface PromotionData {
  /** Heaviest first, then oldest first. */
  placements: readonly Placement[]
  /** Sorted by code points. */
  staff: readonly string[]
}
