import type { SourceValues } from './fields.ts'
import type { DayCounts } from './tables.sql.ts'

/**
 * The values that a source gives for an avatar. A missing field leaves the known value; `mergePatch` decides
 * between sources.
 */
export type AvatarPatch = Partial<SourceValues> & {
  id: string
  /** True when the platform serves it publicly. If missing: public for a new avatar, unchanged for a known one. */
  isActive?: boolean
  /** Only records of our own shape have it; the default is the time of saving. */
  addedAtMs?: number
  /** Only records of our own shape have it; a save never lowers a counter. */
  views?: number
  likes?: number
  /**
   * `platform` for an answer the platform just gave; `external` for what another index says, which has the lowest
   * priority. Missing for other sources, whose dates decide.
   */
  authority?: 'platform' | 'external'
}

export type SaveOutcome = 'added' | 'updated' | 'unchanged'

export type ChangeKind = 'added' | 'updated' | 'hidden' | 'shown' | 'blocked' | 'unblocked' | 'counts'

/** A row of the change log. A later change has a higher `seq`: a reader who has read n has missed no change up to n. */
export interface Change {
  seq: number
  kind: ChangeKind
  /** `CatalogRecord.key` of the avatar; 0 for one that the catalog does not hold. */
  key: number
  atMs: number
  /** The id of an avatar that the catalog does not hold; such an avatar can still be blocked. */
  unknownId?: string
}

/** The amounts by which the counters of one avatar changed on one UTC day (`utcDay`); a missing one is 0. */
export interface CounterDelta extends Partial<DayCounts> {
  key: number
  day: number
}
