import { FLAG_COLUMNS, isListed, toListingState, unpackPlatforms } from '../../../avatars/index.ts'
import { Store } from '../../../kernel/store.ts'
import type { AccountTables } from '../tables.sql.ts'
import type { LastKnownFields } from './unlisted.ts'

/** A saved avatar, identified by its row key. */
export interface SavedFavorite {
  readonly avatarKey: number
  readonly groupId: string | null
  readonly savedAtMs: number
  readonly place: number | null
}

/** The texts in which people search for a saved avatar. */
export interface SavedTexts {
  readonly name: string
  readonly authorName: string
  readonly tags: string
  readonly isListed: boolean
  readonly isBlocked: boolean
}

export class FavoriteStore extends Store<AccountTables> {
  /** Newest first. Uses the scanner, because reading ten thousand rows would block the event loop. */
  async listOf(personKey: number): Promise<SavedFavorite[]> {
    return await this.sql.scanner
      .selectFrom('favorites')
      .select(['avatar_key as avatarKey', 'group_id as groupId', 'saved_at_ms as savedAtMs', 'place'])
      .where('user_key', '=', personKey)
      .orderBy('saved_at_ms', 'desc')
      .orderBy('avatar_key', 'desc')
      .execute()
  }

  /** Ids of all favorites, newest first. */
  async idsOf(personKey: number): Promise<string[]> {
    const rows = await this.sql.scanner
      .selectFrom('favorites')
      .innerJoin('avatars', 'avatars.key', 'favorites.avatar_key')
      .select('avatars.id')
      .where('favorites.user_key', '=', personKey)
      .orderBy('favorites.saved_at_ms', 'desc')
      .orderBy('favorites.avatar_key', 'desc')
      .execute()
    return rows.map(({ id }) => id)
  }

  /** The searchable texts of a person's saved avatars, by row key. */
  async searchableTextsOf(personKey: number): Promise<Map<number, SavedTexts>> {
    const rows = await this.sql.scanner
      .selectFrom('favorites')
      .innerJoin('avatars', 'avatars.key', 'favorites.avatar_key')
      .select(['avatars.key', 'avatars.name', 'avatars.author_name', 'avatars.tags', 'avatars.ai_tags'])
      .select(FLAG_COLUMNS)
      .where('favorites.user_key', '=', personKey)
      .execute()
    return new Map(
      rows.map(({ key, name, author_name, tags, ai_tags, ...flags }) => {
        const state = toListingState(flags)
        const texts = { name, authorName: author_name, tags: `${tags} ${ai_tags}` }
        return [key, { ...texts, isListed: isListed(state), isBlocked: state.isBlocked }]
      }),
    )
  }

  /** Stored data of avatars that the read model does not list, by row key. */
  async lastKnownFieldsOf(keys: readonly number[]): Promise<Map<number, LastKnownFields>> {
    const rows = await this.sql.scanner
      .selectFrom('avatars')
      .select(['key', 'id', 'name', 'author_id', 'author_name', 'platforms', 'added_at_ms'])
      .select(FLAG_COLUMNS)
      .where(eb => this.sql.dialect.isIn(eb.ref('key'), keys))
      .execute()
    return new Map(
      rows.map(row => {
        const state = toListingState(row)
        const storedFields = {
          id: row.id,
          name: row.name,
          authorId: row.author_id,
          authorName: row.author_name,
          platforms: unpackPlatforms(row.platforms),
          addedAtMs: row.added_at_ms,
          isListed: isListed(state),
          isBlocked: state.isBlocked,
        }
        return [row.key, storedFields]
      }),
    )
  }
}
