import type { PlacementList } from '@avatary/contract/promotions'
import type { Act, Listed, Range } from '../moderation/index.ts'
import type { NewPlacement, Placement, PlacementSettings, Refused } from './placement.ts'

/** A placement as operators see it. */
export interface KnownPlacement extends Placement {
  /** Of an avatar that the catalog has; null for others. */
  avatar: { name: string; isListed: boolean } | null
}

export interface StaffName {
  name: string
  atMs: number
}

/** What processes show of promotions. */
export interface Billboard {
  /** Heaviest first, of equal weight those that were added first. */
  placements: readonly Placement[]
  /** In the order of their characters. */
  staff: readonly string[]
}

/**
 * Placements and staff names. Each act is one transaction with its row in the audit log, durable when it resolves;
 * doing again what is done is no act.
 */
export interface PromotionStore {
  add(placement: NewPlacement, act: Act): Promise<KnownPlacement>
  change(
    id: number,
    settings: PlacementSettings,
    act: Act,
  ): Promise<{ kind: 'ok'; placement: KnownPlacement } | { kind: 'unknown' } | Refused>
  /** Whether there was one. */
  remove(id: number, act: Act): Promise<boolean>
  /** In the order in which they are shown. */
  placements(which: PlacementList, range: Range, nowMs: number): Promise<Listed<KnownPlacement>>
  /** Whether the name was not there. */
  addStaff(name: string, act: Act): Promise<boolean>
  /** Whether the name was there. */
  removeStaff(name: string, act: Act): Promise<boolean>
  staff(range: Range): Promise<Listed<StaffName>>
  /** What runs now or will within `aheadMs`: of each kind the `most` heaviest, and every staff name. */
  billboard(options: { nowMs: number; aheadMs: number; most: number }): Promise<Billboard>
}
