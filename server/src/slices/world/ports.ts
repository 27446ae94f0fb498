import type { IndexStats } from '@avatary/contract/catalog'
import type { LeaderboardRowSchema, SupporterSchema, WorldGroupSchema } from '@avatary/contract/world'
import type { Static } from 'typebox'
import type { RequestContext } from '../../kernel/answer.ts'

export type WorldGroup = Static<typeof WorldGroupSchema>
export type Supporter = Static<typeof SupporterSchema>
type LeaderboardRow = Static<typeof LeaderboardRowSchema>

/** Counts what happens in worlds; each tells whether it counts. */
export interface WorldVisits {
  countShown(context: RequestContext, slots: readonly number[]): boolean
  countView(slot: number, context: RequestContext): boolean
  countWear(slot: number, context: RequestContext): boolean
}

/** Paid placements that run now, in the order in which they are shown. */
interface Placements {
  /** Slots; some may be hidden, and -1 stands for avatars that are not held. */
  avatars(): readonly number[]
  groups(): readonly WorldGroup[]
}

/** Rows that another service keeps, as it told them at a moment. */
export interface RosterRows<Row> {
  rows: readonly Row[]
  atMs: number
  /** When they are asked for again; as long as that fails, the moment is past. */
  freshUntilMs: number
}

/** A list that another service keeps; the last good one stays when it fails. */
export interface Roster<Row> {
  /** What there is at once; null when there never was anything. */
  readonly latest: RosterRows<Row> | null
  /** The newest there is; waits a moment for one that is due. */
  get(): Promise<RosterRows<Row> | null>
}

/** What worlds are told that is not the catalog. */
export interface WorldSources {
  stats(): IndexStats
  placements: Placements
  /** Display names. */
  staff(): readonly string[]
  /** Grows whenever an operator changed placements or staff. */
  promotionsVersion(): number
  /** Null where the service is not configured. */
  leaderboard: Roster<LeaderboardRow> | null
  supporters: Roster<Supporter> | null
}
