import type { Activity } from '../../avatars/index.ts'
import type { ActiveDay, Counts, EarlierCounts } from './counts.ts'

/** The counts of one avatar on one day. */
export interface AvatarDay extends ActiveDay {
  key: number
}

/** The counts of one avatar before a day. */
export interface AvatarEarlier extends EarlierCounts {
  key: number
}

/** The side of the system of record that insights read. */
export interface InsightsReader {
  /** First seq that is still in the log (0 when nothing was ever pruned) and last seq given (0 when none). */
  activityBounds(): Promise<{ firstSeq: number; lastSeq: number }>
  /** Activity with seq > `after`, ascending, at most `limit`. */
  activityAfter(after: number, limit: number): Promise<Activity[]>
  /** Reads the counts of `firstDay` and all days after it, by day and key, in batches of a few thousand. */
  readDays(firstDay: number): AsyncIterable<AvatarDay[]>
  /** Reads the counts before `day` of every avatar, each as of one moment, in batches by key. */
  readEarlier(day: number): AsyncIterable<AvatarEarlier[]>
  /** Reads the counts before `day` of some avatars; those without any are left out. */
  earlierOf(day: number, keys: readonly number[]): Promise<AvatarEarlier[]>
  /** Reads the counts of a day of some avatars; those without any are left out. */
  countsOn(day: number, keys: readonly number[]): Promise<{ key: number; counts: Counts }[]>
  /** Reads the counts of all avatars together on the days `from` to `to`, ascending; days without any are left out. */
  siteDays(from: number, to: number): Promise<ActiveDay[]>
}

/** Keeps the house in order; each step is one transaction, and may be cut off or come twice. */
interface InsightsKeeper {
  /** Adds some rows of days before `day` to the sums of their avatars: how many, so 0 when none is left. */
  rollUpBefore(day: number): Promise<number>
  /** Takes activity before `olderThanMs` out of the log, but never the newest; how many rows. */
  pruneActivity(olderThanMs: number): Promise<number>
}

export interface InsightsStore extends InsightsReader, InsightsKeeper {}
