import type { ReadonlyKysely } from 'kysely/readonly'
import type { SqlDialect } from '../kernel/database.ts'
import type { ListingState } from './listing-state.ts'
import type { CatalogTables } from './tables.sql.ts'

type WithheldFlags = Pick<ListingState, 'isBlocked' | 'isOptedOut'>
type AvatarAuthor = { id: string; authorId: string }

/**
 * Reads the blocks and opt-outs of avatars. Both only change under the lock `moderation`. A caller that writes flags
 * from the result must take that lock, shared or exclusive, before it reads the avatars.
 */
export async function readWithheld(
  reader: Pick<ReadonlyKysely<CatalogTables>, 'selectFrom'>,
  dialect: SqlDialect,
  avatars: readonly AvatarAuthor[],
): Promise<(avatar: AvatarAuthor) => WithheldFlags> {
  const authors = [...new Set(avatars.map(({ authorId }) => authorId))]
  const subjects = [...avatars.map(({ id }) => id), ...authors]
  const blocks = await reader
    .selectFrom('blocks')
    .select('subject')
    .where(eb => dialect.isIn(eb.ref('subject'), subjects))
    .execute()
  const optOuts = await reader
    .selectFrom('opt_outs')
    .select('author_id')
    .where(eb => dialect.isIn(eb.ref('author_id'), authors))
    .execute()
  const blockedIds = new Set(blocks.map(({ subject }) => subject))
  const optedOutAuthors = new Set(optOuts.map(({ author_id }) => author_id))
  return ({ id, authorId }) => ({
    isBlocked: blockedIds.has(id) || blockedIds.has(authorId),
    isOptedOut: optedOutAuthors.has(authorId),
  })
}
