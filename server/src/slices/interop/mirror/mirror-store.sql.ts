import type { Generated } from 'kysely'
import { Store } from '../../../kernel/store.ts'
import type { MirrorState } from './mirror-store.ts'

/** Tables of mirrors; made by `server/migrations/0002-mirrors.ts`. */
interface MirrorTables {
  mirrors: {
    id: Generated<number>
    url: string
    change_cursor: number | null
    copy: number
    copy_offset: number | null
  }
  mirror_avatars: MirrorAvatarTable
}

interface MirrorAvatarTable {
  mirror_id: number
  avatar_id: string
  /** The last copy that listed it; 0 when the source has said since that it does not. */
  copy: number
  /** It was not in the catalog before the source listed it. */
  is_origin: number
}

/** The states of mirrored sources, and the avatars that came from them. */
export class MirrorStore extends Store<MirrorTables> {
  readonly #note = this.sql.upsert<MirrorAvatarTable>('mirror_avatars', {
    key: ['mirror_id', 'avatar_id'],
    replace: ['copy'],
    keep: ['is_origin'],
  })

  /** The state of a source, begun when there is none. */
  async open(url: string): Promise<MirrorState> {
    return await this.sql.transact(async tx => {
      await tx
        .insertInto('mirrors')
        .values({ url, change_cursor: null, copy: 0, copy_offset: null })
        .onConflict(oc => oc.column('url').doNothing())
        .execute()
      const row = await tx.selectFrom('mirrors').selectAll().where('url', '=', url).executeTakeFirstOrThrow()
      return { mirror: row.id, cursor: row.change_cursor, copy: row.copy, copyOffset: row.copy_offset }
    })
  }

  async save({ mirror, cursor, copy, copyOffset }: MirrorState): Promise<void> {
    await this.execute(tx =>
      tx
        .updateTable('mirrors')
        .set({ change_cursor: cursor, copy, copy_offset: copyOffset })
        .where('id', '=', mirror),
    )
  }

  /**
   * Notes that the source lists these avatars in this copy. An avatar that was never noted before came from this
   * source if it is among the `unknown`, and if not it was here already.
   */
  async noteListed(
    { mirror, copy }: MirrorState,
    { ids, unknown }: { ids: readonly string[]; unknown: ReadonlySet<string> },
  ): Promise<void> {
    const rows = [...new Set(ids)]
      .sort()
      .map(id => ({ mirror_id: mirror, avatar_id: id, copy, is_origin: Number(unknown.has(id)) }))
    if (rows.length > 0) await this.sql.transact(tx => this.#note.run(tx, rows))
  }

  async noteGone({ mirror }: MirrorState, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await this.execute(tx =>
      tx
        .updateTable('mirror_avatars')
        .set({ copy: 0 })
        .where('mirror_id', '=', mirror)
        .where(eb => this.sql.dialect.isIn(eb.ref('avatar_id'), ids)),
    )
  }

  /** Returns those of `ids` that the copy has noted. */
  async listedAmong({ mirror, copy }: MirrorState, ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.#among(mirror, ids).where('copy', '=', copy).execute()
    return new Set(rows.map(({ avatar_id }) => avatar_id))
  }

  /** Returns those of `ids` that came from this source. */
  async originsAmong({ mirror }: MirrorState, ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.#among(mirror, ids).where('is_origin', '=', 1).execute()
    return new Set(rows.map(({ avatar_id }) => avatar_id))
  }

  /** Number of avatars from the source that it listed lately, and of those that this copy has not noted. */
  async countOrigins({ mirror, copy }: MirrorState): Promise<{ all: number; unlisted: number }> {
    const origins = this.sql.reader
      .selectFrom('mirror_avatars')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('mirror_id', '=', mirror)
      .where('is_origin', '=', 1)
      .where('copy', '>', 0)
    const all = await origins.executeTakeFirstOrThrow()
    const unlisted = await origins.where('copy', '<', copy).executeTakeFirstOrThrow()
    return { all: Number(all.count), unlisted: Number(unlisted.count) }
  }

  /** Returns at most `limit` ids of this source that the copy has not noted. */
  async unlistedOrigins({ mirror, copy }: MirrorState, limit: number): Promise<string[]> {
    const rows = await this.sql.reader
      .selectFrom('mirror_avatars')
      .select('avatar_id')
      .where('mirror_id', '=', mirror)
      .where('is_origin', '=', 1)
      .where('copy', '>', 0)
      .where('copy', '<', copy)
      .limit(limit)
      .execute()
    return rows.map(({ avatar_id }) => avatar_id)
  }

  #among(mirror: number, ids: readonly string[]) {
    return this.sql.reader
      .selectFrom('mirror_avatars')
      .select('avatar_id')
      .where('mirror_id', '=', mirror)
      .where(eb => this.sql.dialect.isIn(eb.ref('avatar_id'), ids))
  }
}
