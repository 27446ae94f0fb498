import { parseAuthorId } from '../../kernel/avatar-id.ts'

/**
 * Turns the id of a verified platform account into the author id of the catalog. Names decide nothing, as many authors
 * share one. Legacy ids keep their case; all others are stored in lower case.
 */
export function authorIdOf(platformAccountId: string): string {
  return parseAuthorId(platformAccountId) ?? platformAccountId
}
