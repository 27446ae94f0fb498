import { isDeepStrictEqual } from 'node:util'
import type { CatalogReader, Change } from '../../avatars/index.ts'
import {
  type LogFault,
  type LogPosition,
  type LogRows,
  lastPosition,
  logFault,
} from '../../kernel/log-position.ts'

type ChangeContent = Pick<Change, 'kind' | 'key' | 'atMs'>

export type ChangePosition = LogPosition<ChangeContent>

/** The position before the first change. */
export const LOG_START: ChangePosition = { seq: 0, row: null }

/** The position at the end of the change log. */
export async function lastChange({ changes }: CatalogReader): Promise<ChangePosition> {
  return await lastPosition(contentsOf(changes))
}

export function positionAt(change: Change): ChangePosition {
  return { seq: change.seq, row: contentOf(change) }
}

/** True when the change at the position is this one, so that everything after it in the log follows the position. */
export function isAt({ seq, row }: ChangePosition, found: Change | undefined): boolean {
  return found?.seq === seq && isDeepStrictEqual(contentOf(found), row)
}

/** The reason why the change log cannot be read on from the position, or null. */
export async function changesFault(
  position: ChangePosition,
  { changes }: CatalogReader,
): Promise<LogFault | null> {
  const log = contentsOf(changes)
  const fault = await logFault(position, log)
  const { seq, row } = position
  if (fault !== 'other-history' || row?.kind !== 'counts' || (await log.at(seq)) !== null) return fault
  return (await changes.countsDeletedTo()) >= seq ? null : fault
}

function contentsOf(changes: CatalogReader['changes']): LogRows<ChangeContent> {
  return {
    bounds: () => changes.bounds(),
    at: async seq => {
      const [found] = await changes.after(seq - 1, 1)
      return found?.seq === seq ? contentOf(found) : null
    },
  }
}

function contentOf({ kind, key, atMs }: Change): ChangeContent {
  return { kind, key, atMs }
}
