import type { ReadonlyKysely } from 'kysely/readonly'
import type { SqlDialect } from '../kernel/database.ts'
import type { ListingState } from './listing-state.ts'
import type { CatalogTables } from './tables.sql.ts'

type Withheld = Pick<ListingState, 'isBlocked' | 'isOptedOut'>
type Owned = { id: string; authorId: string }

/**
 * Reads the blocks and opt-outs of avatars. Both change only under the lock `moderation`: who writes flags by what is
 * read here must hold it, shared or alone, before it looks at the avatars.
 */
export async function readWithheld(
  from: Pick<ReadonlyKysely<CatalogTables>, 'selectFrom'>,
  dialect: SqlDialect,
  avatars: readonly Owned[],
): Promise<(avatar: Owned) => Withheld> {
  const authors = [...new Set(avatars.map(({ authorId }) => authorId))]
  const subjects = [...avatars.map(({ id }) => id), ...authors]
  const blocks = await from
    .selectFrom('blocks')
    .select('subject')
    .where(eb => dialect.isIn(eb.ref('subject'), subjects))
    .execute()
  const optOuts = await from
    .selectFrom('opt_outs')
    .select('author_id')
    .where(eb => dialect.isIn(eb.ref('author_id'), authors))
    .execute()
  const blocked = new Set(blocks.map(({ subject }) => subject))
  const optedOut = new Set(optOuts.map(({ author_id }) => author_id))
  return ({ id, authorId }) => ({
    isBlocked: blocked.has(id) || blocked.has(authorId),
    isOptedOut: optedOut.has(authorId),
  })
}
