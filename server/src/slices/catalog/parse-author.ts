import { type AuthorFilter, authorNameKey } from '../../avatars/index.ts'
import { isLegacyAuthorId, parseAuthorId } from '../../kernel/avatar-id.ts'

/** Parses the `author` parameter: an id or user URL, a name, or a text that may be both; null when empty. */
export function parseAuthor(author: string): AuthorFilter | null {
  const id = parseAuthorId(author)
  if (id !== null) return { kind: 'id', id }
  const foldedName = authorNameKey(author)
  if (foldedName === '') return null
  const trimmed = author.trim()
  if (isLegacyAuthorId(trimmed)) return { kind: 'id-or-name', id: trimmed, foldedName }
  return { kind: 'name', foldedName }
}
