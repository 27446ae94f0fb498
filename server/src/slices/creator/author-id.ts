import { parseAuthorId } from '../../kernel/avatar-id.ts'

/**
 * The author that a verified platform account is in the catalog. Ids alone decide, never names: many authors bear one
 * name. A legacy id is told apart by its case, any other is held in lower case.
 */
export function authorIdOf(platformAccountId: string): string {
  return parseAuthorId(platformAccountId) ?? platformAccountId
}
