import { isObject } from '../../../kernel/json-object.ts'
import { isCount } from '../fields.ts'

/** A page of `/avatars/all`. */
export interface SourcePage {
  total: number
  nextOffset: number | null
  /** Records of our own shape. */
  avatars: readonly unknown[]
}

/** A page of `/avatars/changes`. */
export interface SourceChanges {
  /** Current avatars, and ids of those that are no longer listed. */
  upserts: readonly unknown[]
  removed: readonly string[]
  next: number
  hasMore: boolean
}

/** Unknown fields are ignored, because another version of the program may have more. */
export function readPage(body: unknown): SourcePage | null {
  if (!isObject(body) || !Array.isArray(body.avatars) || !isCount(body.total)) return null
  const { total, avatars, nextOffset } = body
  return nextOffset === null || isCount(nextOffset) ? { total, avatars, nextOffset } : null
}

export function readChanges(body: unknown): SourceChanges | null {
  if (!isObject(body) || !Array.isArray(body.changes) || !isCount(body.next)) return null
  if (typeof body.hasMore !== 'boolean') return null
  const upserts: unknown[] = []
  const removedIds: string[] = []
  for (const change of body.changes) {
    if (!isObject(change)) return null
    if (change.type === 'upsert') upserts.push(change.avatar)
    else if (change.type === 'remove' && typeof change.id === 'string') removedIds.push(change.id)
    else return null
  }
  return { upserts, removed: removedIds, next: body.next, hasMore: body.hasMore }
}
