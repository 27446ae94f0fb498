import type { SourceValues } from './fields.ts'

/**
 * The values that a source gives of an avatar. A missing key leaves what is known; see `mergePatch` for
 * which source wins.
 */
export type AvatarPatch = Partial<SourceValues> & {
  id: string
  /** True when the platform serves it publicly. Missing: public for a new avatar, unchanged for a known one. */
  isActive?: boolean
  /** Given by records of our own shape only; else the moment of saving. */
  addedAtMs?: number
  /** Given by records of our own shape only; it never lowers a counter. */
  views?: number
  likes?: number
  /**
   * Missing for a source whose date decides; `platform` for what the platform answered just now; `external` for what
   * another index says, which counts least.
   */
  authority?: 'platform' | 'external'
}

export type SaveOutcome = 'added' | 'updated' | 'unchanged'

export type ChangeKind = 'added' | 'updated' | 'hidden' | 'shown' | 'blocked' | 'unblocked' | 'counts'

/** A row of the numbered log of every visible change; `seq` only grows, and a reader who saw n misses nothing ≤ n. */
export interface Change {
  seq: number
  kind: ChangeKind
  /** `CatalogRecord.key` of the avatar; 0 for one that the catalog does not hold. */
  key: number
  atMs: number
  /** The id of an avatar that the catalog does not hold and that can be blocked all the same. */
  unknownId?: string
}

/** The deltas of one avatar's counters on one UTC day (`utcDay`); a missing one is 0. */
export interface CounterDelta {
  key: number
  day: number
  views?: number
  impressions?: number
  outbound?: number
  wears?: number
  likes?: number
  favorites?: number
}
