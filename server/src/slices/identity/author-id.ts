import { parseAuthorId } from '../../kernel/avatar-id.ts'

/**
 * Converts the id of a verified platform account to an author id of the catalog. Names are not compared, because many
 * authors share one. Legacy ids keep their case; all others are stored in lower case.
 */
export function authorIdOf(platformAccountId: string): string {
  return parseAuthorId(platformAccountId) ?? platformAccountId
}
