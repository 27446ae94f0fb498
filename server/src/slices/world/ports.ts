import type { IndexStats } from '@avatary/contract/catalog'
import type { LeaderboardRowSchema, SupporterSchema, WorldGroupSchema } from '@avatary/contract/world'
import type { Static } from 'typebox'
import type { RequestContext } from '../../kernel/answer.ts'

export type WorldGroup = Static<typeof WorldGroupSchema>
export type Supporter = Static<typeof SupporterSchema>
type LeaderboardRow = Static<typeof LeaderboardRowSchema>

/** Counts events in worlds; each method returns whether the event counts. */
export interface WorldVisits {
  countView(slot: number, context: RequestContext): boolean
  countWear(slot: number, context: RequestContext): boolean
}

/** Paid placements that are running, in display order. */
interface Placements {
  /** Slots; some may be hidden, and -1 stands for an avatar that the catalog does not have. */
  avatars(): readonly number[]
  vrchatGroups(): readonly WorldGroup[]
}

/** Rows of another service, fetched at `atMs`. */
export interface RosterRows<Row> {
  rows: readonly Row[]
  atMs: number
  /** Time of the next fetch; in the past while fetching fails. */
  freshUntilMs: number
}

/** A list of another service; when fetching fails, the last good one is kept. */
export interface Roster<Row> {
  /** Null if there never were any. */
  readonly latestRows: RosterRows<Row> | null
  /** Returns the latest rows, after a short wait if a fetch is due. */
  get(): Promise<RosterRows<Row> | null>
}

/** Data in answers for worlds that comes from other slices. */
export interface WorldSources {
  stats(): IndexStats
  placements: Placements
  /** Display names. */
  staff(): readonly string[]
  /** Increases when an operator changes placements or staff. */
  promotionsVersion(): number
  /** Null when the service is not configured. */
  leaderboard: Roster<LeaderboardRow> | null
  supporters: Roster<Supporter> | null
}
