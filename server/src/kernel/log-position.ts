import { isDeepStrictEqual } from 'node:util'

/**
 * The last row of a numbered log that was read, and its content, which identifies the history of the log: a database
 * that lost its last commits uses their numbers again. Null when the content was not known.
 */
export interface LogPosition<Row> {
  seq: number
  row: Row | null
}

/** A numbered log whose old rows are deleted. */
export interface LogRows<Row> {
  bounds(): Promise<{ firstSeq: number; lastSeq: number }>
  /** The content of a row; null when the log does not have it. */
  rowAt(seq: number): Promise<Row | null>
}

export type PositionFault = 'ahead-of-log' | 'behind-log' | 'other-history'

/** The position at the end of the log. */
export async function lastPosition<Row>(log: LogRows<Row>): Promise<LogPosition<Row>> {
  const { lastSeq: seq } = await log.bounds()
  return { seq, row: await log.rowAt(seq) }
}

/** The reason why the log cannot be read on from the position, or null. */
export async function positionFault<Row>(
  { seq, row }: LogPosition<Row>,
  log: LogRows<Row>,
): Promise<PositionFault | null> {
  const hasSameRow = row === null || isDeepStrictEqual(await log.rowAt(seq), row)
  const { firstSeq, lastSeq } = await log.bounds()
  if (seq > lastSeq) return 'ahead-of-log'
  if (seq + 1 < firstSeq) return 'behind-log'
  return hasSameRow || seq < firstSeq ? null : 'other-history'
}
