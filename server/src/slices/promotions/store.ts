import type { Placement } from './placement.ts'

/** A placement as operators see it. */
export interface PlacementWithAvatar extends Placement {
  /** Of an avatar that the catalog has; null for others. */
  avatar: { name: string; isListed: boolean } | null
}

export interface StaffName {
  name: string
  atMs: number
}

/** What processes show of promotions. */
export interface PromotionData {
  /** Heaviest first, of equal weight those that were added first. */
  placements: readonly Placement[]
  /** In the order of their characters. */
  staff: readonly string[]
}
