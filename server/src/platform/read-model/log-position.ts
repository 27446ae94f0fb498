import { isDeepStrictEqual } from 'node:util'
import type { CatalogReader, Change } from '../../avatars/index.ts'

/**
 * The last change that was read, and its content, which identifies the history of the log: a database that lost its last
 * commits uses their numbers again. Null when the content was not known.
 */
export interface LogPosition {
  seq: number
  change: ChangeContent | null
}

/** The position before the first change. */
export const LOG_START: LogPosition = { seq: 0, change: null }

type ChangeContent = Pick<Change, 'kind' | 'key' | 'atMs'>

export type LogFault = 'ahead-of-log' | 'behind-log' | 'other-history'

/** The position at the end of the log. */
export async function lastPosition({ changes }: CatalogReader): Promise<LogPosition> {
  const { lastSeq: seq } = await changes.bounds()
  const [found] = await changes.after(seq - 1, 1)
  return { seq, change: found?.seq === seq ? contentOf(found) : null }
}

export function positionAt(change: Change): LogPosition {
  return { seq: change.seq, change: contentOf(change) }
}

/** True when the change at the position is this one, so that everything after it in the log follows the position. */
export function isAt({ seq, change }: LogPosition, found: Change | undefined): boolean {
  return found?.seq === seq && isDeepStrictEqual(contentOf(found), change)
}

/** The reason why the log cannot be read on from the position, or null. */
export async function logFault(position: LogPosition, { changes }: CatalogReader): Promise<LogFault | null> {
  const { seq, change } = position
  const [found] = await changes.after(seq - 1, 1)
  const { firstSeq, lastSeq } = await changes.bounds()
  if (seq > lastSeq) return 'ahead-of-log'
  if (seq + 1 < firstSeq) return 'behind-log'
  if (change === null || seq < firstSeq || isAt(position, found)) return null
  const isCountDeleted = found?.seq !== seq && change.kind === 'counts'
  if (isCountDeleted && (await changes.countsDeletedTo()) >= seq) return null
  return 'other-history'
}

function contentOf({ kind, key, atMs }: Change): ChangeContent {
  return { kind, key, atMs }
}
