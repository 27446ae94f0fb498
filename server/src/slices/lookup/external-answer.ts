import type { AvatarPatch } from '../../avatars/index.ts'
import { isObject } from '../../kernel/json-object.ts'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import { readForeignRecord } from '../interop/index.ts'

/** The interface of an external index (`EXTERNAL_INDEX_KIND`). */
export type ExternalIndexKind = 'vrcx' | 'avtrdb'

/** A GET request below `EXTERNAL_INDEX_URL`. */
export interface ExternalRequest {
  path: string
  query: Record<string, string | number>
}

export type ExternalAnswer =
  | {
      kind: 'found'
      /** One for each avatar, in the order of the answer, without `isActive`. */
      patches: AvatarPatch[]
      /** Rows that were left out: no avatars, or not public. */
      leftOut: number
      hasMore: boolean
    }
  /** `retryAfterMs` (from now) is null when the index did not say. */
  | { kind: 'failed'; reason: string; retryAfterMs: number | null }

/** Rows in one answer: what VRCX asks providers for, and the most that avtrDB gives. */
const MAX_ROWS: Readonly<Record<ExternalIndexKind, number>> = { vrcx: 5000, avtrdb: 50 }
const MAX_TERM = 200

/**
 * Asks for avatars with a text in them.
 *
 * @param page from 0. The provider protocol has no pages: a later one is asked for by asking for more.
 */
export function searchRequest(
  indexKind: ExternalIndexKind,
  term: string,
  { rows = MAX_ROWS.avtrdb, page = 0 }: { rows?: number; page?: number } = {},
): ExternalRequest {
  const text = [...term.toWellFormed()].slice(0, MAX_TERM).join('')
  const from = bounded(page, 0, 1000)
  const most = MAX_ROWS[indexKind]
  if (indexKind === 'vrcx')
    return { path: '', query: { search: text, n: bounded(bounded(rows, 1, most) * (from + 1), 1, most) } }
  return { path: '/avatar/search', query: { query: text, page_size: bounded(rows, 1, most), page: from } }
}

/** Asks for the newest avatars; null when the interface of the index has no such request. */
export function newestRequest(indexKind: ExternalIndexKind): ExternalRequest | null {
  return indexKind === 'avtrdb' ? { path: '/avatar/latest', query: {} } : null
}

/** Reads an answer to either request. What claims not to be public is left out, however often it is there. */
export function readExternalAnswer(
  indexKind: ExternalIndexKind,
  answer: UpstreamAnswer,
  nowMs: number,
): ExternalAnswer {
  if (answer.kind !== 'ok') return failureOf(answer)
  const listed = rowsOf(indexKind, answer.value)
  if (listed === null) return failed('unexpected answer: it is no list of avatars')
  const rows = listed.rows.slice(0, MAX_ROWS[indexKind])
  const found = new Map<string, AvatarPatch | null>()
  for (const row of rows) {
    const read = readRow(row, nowMs)
    if (read !== null && (!found.has(read.id) || read.patch === null)) found.set(read.id, read.patch)
  }
  const patches = [...found.values()].filter(patch => patch !== null)
  const hasMore = listed.hasMore || listed.rows.length > rows.length
  return { kind: 'found', patches, leftOut: rows.length - patches.length, hasMore }
}

function rowsOf(
  indexKind: ExternalIndexKind,
  value: unknown,
): { rows: readonly unknown[]; hasMore: boolean } | null {
  if (Array.isArray(value)) return { rows: value, hasMore: false }
  if (indexKind === 'vrcx' || !isObject(value) || !Array.isArray(value.avatars)) return null
  return { rows: value.avatars, hasMore: value.has_more === true }
}

/** A patch of null for an avatar that is not public; null for what is no avatar. */
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
  const { isPrivate, is_private, isActive, isListed } = row
  return (
    isPrivate === true ||
    is_private === true ||
    row.private === true ||
    isActive === false ||
    isListed === false
  )
}

function failureOf(answer: Exclude<UpstreamAnswer, { kind: 'ok' }>): ExternalAnswer {
  switch (answer.kind) {
    case 'refused':
      return failed(`answered ${answer.status}: ${answer.message}`)
    case 'absent':
      return failed(`answered ${answer.status}`)
    case 'limited':
      return failed('answered 429', answer.retryAfterMs)
    case 'unavailable':
      return failed(answer.reason, answer.retryAfterMs)
  }
}

function failed(reason: string, retryAfterMs: number | null = null): ExternalAnswer {
  return { kind: 'failed', reason, retryAfterMs }
}

/** A whole number between the bounds, both included; the lower one for what is no number. */
function bounded(value: number, least: number, most: number): number {
  return Math.min(Math.max(Math.trunc(value) || least, least), most)
}
