import type { ReadonlyKysely } from 'kysely/readonly'
import { readWithheld } from '../../avatars/index.ts'
import type { AvatarId } from '../../kernel/avatar-id.ts'
import type { SqlDialect } from '../../kernel/database.ts'
import { type LookupTables, PRIORITY } from '../verification/index.ts'
import type { KnownAvatar } from './rules.ts'

/**
 * Reads what is known about each avatar. The queue is read first: a simultaneous decision moves an avatar from the
 * queue to tables that are read afterwards, so that no avatar is missed.
 */
export async function readKnownAvatars(
  reader: Pick<ReadonlyKysely<LookupTables>, 'selectFrom'>,
  dialect: SqlDialect,
  ids: readonly AvatarId[],
): Promise<Map<string, KnownAvatar>> {
  const queueRows = await reader
    .selectFrom('lookups')
    .select('avatar_id')
    .where('priority', '=', PRIORITY.submission)
    .where(eb => dialect.isIn(eb.ref('avatar_id'), ids))
    .execute()
  const avatars = await reader
    .selectFrom('avatars')
    .select(['id', 'author_id', 'is_active', 'is_blocked', 'is_unlisted', 'is_opted_out'])
    .where(eb => dialect.isIn(eb.ref('id'), ids))
    .execute()
  const rows = new Map(avatars.map(row => [row.id, row]))
  const avatarsWithAuthors = ids.map(id => ({ id, authorId: rows.get(id)?.author_id ?? '' }))
  const withheldOf = await readWithheld(reader, dialect, avatarsWithAuthors)
  const queuedIds = new Set(queueRows.map(({ avatar_id }) => avatar_id))
  return new Map(
    avatarsWithAuthors.map(avatar => {
      const row = rows.get(avatar.id)
      const withheld = withheldOf(avatar)
      const isBlocked = row?.is_blocked === 1 || withheld.isBlocked
      const isActive = row === undefined ? null : row.is_active === 1
      const isWithdrawn = row?.is_unlisted === 1 || row?.is_opted_out === 1 || withheld.isOptedOut
      return [avatar.id, { isBlocked, isActive, isWithdrawn, isQueued: queuedIds.has(avatar.id) }]
    }),
  )
}
