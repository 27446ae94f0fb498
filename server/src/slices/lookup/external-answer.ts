import type { AvatarPatch } from '../../avatars/index.ts'
import { isObject } from '../../kernel/json-object.ts'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import { readForeignRecord } from '../interop/index.ts'

/** The interface of an external index (`EXTERNAL_INDEX_KIND`). */
export type ExternalIndexKind = 'vrcx' | 'avtrdb'

/** A GET request relative to `EXTERNAL_INDEX_URL`. */
export interface ExternalRequest {
  path: string
  query: Record<string, string | number>
}

export type ExternalAnswer =
  /** One patch per avatar, in the order of the answer, without `isActive`. */
  | { kind: 'found'; patches: AvatarPatch[] }
  /** `retryAfterMs` counts from now; null when the index did not say. */
  | { kind: 'failed'; retryAfterMs: number | null }

/** Maximum number of rows in an answer: VRCX asks providers for this many, and avtrDB gives no more. */
const MAX_ROWS: Readonly<Record<ExternalIndexKind, number>> = { vrcx: 5000, avtrdb: 50 }

/**
 * Searches for avatars that contain a text.
 *
 * @param rowLimit maximum number of rows in the answer; an index may give fewer.
 */
export function searchRequest(
  indexKind: ExternalIndexKind,
  term: string,
  rowLimit = MAX_ROWS.avtrdb,
): ExternalRequest {
  const text = term.toWellFormed()
  const maxRows = Math.min(rowLimit, MAX_ROWS[indexKind])
  return indexKind === 'vrcx'
    ? { path: '', query: { search: text, n: maxRows } }
    : { path: '/avatar/search', query: { query: text, page_size: maxRows, page: 0 } }
}

/** Asks for the newest avatars; null when the index has no such request. */
export function newestRequest(indexKind: ExternalIndexKind): ExternalRequest | null {
  return indexKind === 'avtrdb' ? { path: '/avatar/latest', query: {} } : null
}

/** Reads the answer to either request. An avatar that any row calls private is skipped. */
export function readExternalAnswer(
  indexKind: ExternalIndexKind,
  answer: UpstreamAnswer,
  nowMs: number,
): ExternalAnswer {
  if (answer.kind !== 'ok')
    return { kind: 'failed', retryAfterMs: 'retryAfterMs' in answer ? answer.retryAfterMs : null }
  const rows = rowsOf(indexKind, answer.value)
  if (rows === null) return { kind: 'failed', retryAfterMs: null }
  const patchById = new Map<string, AvatarPatch | null>()
  for (const row of rows.slice(0, MAX_ROWS[indexKind])) {
    const reading = readRow(row, nowMs)
    if (reading !== null && (!patchById.has(reading.id) || reading.patch === null))
      patchById.set(reading.id, reading.patch)
  }
  return { kind: 'found', patches: [...patchById.values()].filter(patch => patch !== null) }
}

/** Null for an answer that is not a list of avatars. */
function rowsOf(indexKind: ExternalIndexKind, value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  return indexKind === 'avtrdb' && isObject(value) && Array.isArray(value.avatars) ? value.avatars : null
}

/** The patch is null for an avatar that is not public. Returns null for a row that is not an avatar. */
function readRow(row: unknown, nowMs: number): { id: string; patch: AvatarPatch | null } | null {
  const reading = readForeignRecord(row, nowMs)
  if (reading.kind !== 'patch') return null
  const { isActive, ...patch } = reading.patch
  if (isActive === false || claimsPrivate(row)) return { id: patch.id, patch: null }
  return reading.ifUnknown === 'no_name' ? null : { id: patch.id, patch }
}

/** Reads the flags of crawls and of our own exports; `readForeignRecord` reads the platform's `releaseStatus`. */
function claimsPrivate(row: unknown): boolean {
  if (!isObject(row)) return false
  const privateFlags = [row.isPrivate, row.is_private, row.private]
  return privateFlags.includes(true) || [row.isActive, row.isListed].includes(false)
}
