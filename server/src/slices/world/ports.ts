import type { IndexStats } from '@avatary/contract/catalog'
import type { SupporterSchema, WorldGroupSchema } from '@avatary/contract/world'
import type { Static } from 'typebox'
import type { RequestContext } from '../../kernel/answer.ts'

export type WorldGroup = Static<typeof WorldGroupSchema>
export type Supporter = Static<typeof SupporterSchema>

/** Counts what happens in worlds. */
export interface WorldVisits {
  countView(slot: number, context: RequestContext): void
  countWear(slot: number, context: RequestContext): void
}

/** Paid placements that run now, in the order in which they are shown. */
export interface Placements {
  /** Slots; some may be hidden. */
  avatars(): readonly number[]
  groups(): readonly WorldGroup[]
}

/** What worlds are told that is not the catalog. */
export interface WorldFacts {
  stats(): IndexStats
  placements: Placements
  /** Display names. */
  staff(): readonly string[]
  supporters(): readonly Supporter[]
}
