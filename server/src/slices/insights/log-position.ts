import { isDeepStrictEqual } from 'node:util'
import type { Activity, ActivityLog } from '../../avatars/index.ts'

/**
 * The last row of the activity log that was read, and its content, which identifies the history of the log: a database
 * that lost its last commits uses their numbers again. Null when the content was not known.
 */
export interface LogPosition {
  seq: number
  activity: Pick<Activity, 'day' | 'atMs'> | null
}

/** Compares a position with the log; there is a gap when the log lacks later rows, or has another history. */
export async function moreAfter(
  { seq, activity }: LogPosition,
  log: Pick<ActivityLog, 'bounds' | 'at'>,
): Promise<'some' | 'none' | 'gap'> {
  const isSame = activity === null || isDeepStrictEqual(await log.at(seq), activity)
  const { firstSeq, lastSeq } = await log.bounds()
  if (seq > lastSeq || seq + 1 < firstSeq) return 'gap'
  if (!isSame && seq >= firstSeq) return 'gap'
  return seq < lastSeq ? 'some' : 'none'
}

/** The position at the end of the log. */
export async function lastPosition(log: Pick<ActivityLog, 'bounds' | 'at'>): Promise<LogPosition> {
  const { lastSeq: seq } = await log.bounds()
  return { seq, activity: await log.at(seq) }
}
