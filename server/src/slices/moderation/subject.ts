import type { SubjectKind } from '@avatary/contract/moderation'
import { parseAnyAuthorId, parseAvatarId } from '../../kernel/avatar-id.ts'
import { isRowNumber } from '../../kernel/opaque-id.ts'

/** The subject of a block: one avatar, or an author with all present and future avatars. */
export interface Subject {
  kind: SubjectKind
  id: string
}

/** A single report, or all reports about an avatar or an author. */
export type ReportSubject = { readonly kind: 'report'; readonly number: number } | Subject

/** Parses the number of a report, or the id or URL of an avatar or author; null for anything else. */
export function parseReportSubject(text: string): ReportSubject | null {
  return isRowNumber(text) ? { kind: 'report', number: Number(text) } : parseSubject(text)
}

/** Parses the id or URL of an avatar or author; null for anything else. */
export function parseSubject(text: string): Subject | null {
  const avatarId = parseAvatarId(text)
  if (avatarId !== null) return { kind: 'avatar', id: avatarId }
  const authorId = parseAuthor(text)
  return authorId === null ? null : { kind: 'author', id: authorId }
}

/** Parses the id or URL of an author; null for anything else. */
export function parseAuthor(text: string): string | null {
  return parseAnyAuthorId(text.trim())
}

export const SUBJECT_HINT =
  'It must be an avatar id (avtr_…), an author id (usr_…, or ten letters and digits), or a URL of one'
export const AUTHOR_HINT = 'It must be an author id (usr_…, or ten letters and digits), or a URL of one'
