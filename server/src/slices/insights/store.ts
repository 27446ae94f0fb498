import type { Activity } from '../../avatars/index.ts'
import type { ActiveDay, Counts, EarlierCounts } from './counts.ts'

export interface AvatarDay extends ActiveDay {
  key: number
}

/** The counts of one avatar before a day. */
export interface AvatarEarlier extends EarlierCounts {
  key: number
}

/** The statements that the memory of insights is read by. */
export interface InsightsReader {
  /** Reads the first seq in the log (0 when nothing was pruned) and the last one given (0 when none). */
  activityBounds(): Promise<{ firstSeq: number; lastSeq: number }>
  /** Reads activity with seq > `after`, ascending, at most `limit`. */
  activityAfter(after: number, limit: number): Promise<Activity[]>
  /** Reads the counts of `firstDay` and all days after it, by day and key, in batches of a few thousand. */
  readDays(firstDay: number): AsyncIterable<AvatarDay[]>
  /** Reads the sums before `day` of every avatar in batches by key, each batch at one moment. */
  readEarlier(day: number): AsyncIterable<AvatarEarlier[]>
  /** Reads the sums before `day` of some avatars; those without any are left out. */
  earlierOf(day: number, keys: readonly number[]): Promise<AvatarEarlier[]>
  /** Reads the counts of some avatars on a day; those without any are left out. */
  countsOn(day: number, keys: readonly number[]): Promise<{ key: number; counts: Counts }[]>
  /** Reads the sums over all avatars by day, `from` to `to`, ascending; days without any are left out. */
  siteDays(from: number, to: number): Promise<ActiveDay[]>
}

/** Maintenance; each step is one transaction and may be interrupted or repeated. */
interface InsightsKeeper {
  /** Moves some rows before `day` into the sums of their avatars. @returns their number, 0 when none is left. */
  rollUpBefore(day: number): Promise<number>
  /** Deletes activity before `olderThanMs` but the newest row. @returns the number of rows. */
  pruneActivity(olderThanMs: number): Promise<number>
}

export interface InsightsStore extends InsightsReader, InsightsKeeper {}
