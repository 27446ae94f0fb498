import { isDeepStrictEqual } from 'node:util'
import type { CatalogReader, Change } from '../../avatars/index.ts'
import {
  type LogPosition,
  type LogRows,
  lastPosition,
  type PositionFault,
  positionFault,
} from '../../kernel/log-position.ts'

type ChangeContent = Pick<Change, 'kind' | 'key' | 'atMs'>

export type ChangePosition = LogPosition<ChangeContent>

/** The position before the first change. */
export const LOG_START: ChangePosition = { seq: 0, row: null }

/** The position at the end of the change log. */
export async function positionAtEnd({ changes }: CatalogReader): Promise<ChangePosition> {
  return await lastPosition(logOf(changes))
}

export function positionAt(change: Change): ChangePosition {
  return { seq: change.seq, row: contentOf(change) }
}

/** True when the change at the position is this one, so that everything after it in the log follows the position. */
export function isPositionOf({ seq, row }: ChangePosition, change: Change | undefined): boolean {
  return change?.seq === seq && isDeepStrictEqual(contentOf(change), row)
}

/** The reason why the change log cannot be read on from the position, or null. */
export async function changesFault(
  position: ChangePosition,
  { changes }: CatalogReader,
): Promise<PositionFault | null> {
  const log = logOf(changes)
  const fault = await positionFault(position, log)
  const { seq, row } = position
  // Changes of counters are deleted before others: that this one is missing is no fault then.
  if (fault !== 'other-history' || row?.kind !== 'counts' || (await log.rowAt(seq)) !== null) return fault
  return (await changes.countsDeletedTo()) >= seq ? null : fault
}

function logOf(changes: CatalogReader['changes']): LogRows<ChangeContent> {
  return {
    bounds: () => changes.bounds(),
    rowAt: async seq => {
      const [change] = await changes.after(seq - 1, 1)
      return change?.seq === seq ? contentOf(change) : null
    },
  }
}

function contentOf({ kind, key, atMs }: Change): ChangeContent {
  return { kind, key, atMs }
}
