import type { SubjectKind } from '@avatary/contract/moderation'
import { parseAnyAuthorId, parseAvatarId } from '../../kernel/avatar-id.ts'

/** What is blocked: an avatar, or an author with everything of theirs, present and future. */
export interface Subject {
  kind: SubjectKind
  id: string
}

/** The avatar or author that a text is or, as a URL, names; null for anything else. */
export function parseSubject(text: string): Subject | null {
  const avatarId = parseAvatarId(text)
  if (avatarId !== null) return { kind: 'avatar', id: avatarId }
  const authorId = parseAuthor(text)
  return authorId === null ? null : { kind: 'author', id: authorId }
}

/** The same of authors alone. */
export function parseAuthor(text: string): string | null {
  return parseAnyAuthorId(text.trim())
}

export const SUBJECT_NEEDED =
  'It must be an avatar id (avtr_…), an author id (usr_…, or ten letters and digits), or a URL of one'
export const AUTHOR_NEEDED = 'It must be an author id (usr_…, or ten letters and digits), or a URL of one'
