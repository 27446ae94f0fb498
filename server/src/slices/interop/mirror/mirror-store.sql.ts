import type { Generated } from 'kysely'
import { Store } from '../../../kernel/store.ts'

/** Tables of mirrors (`server/migrations/0002-mirrors.ts`). */
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
  /** The number of the last copy that listed the avatar; 0 after the source reported it as removed. */
  copy: number
  /** 1 when the avatar was not in the catalog before this source listed it. */
  is_origin: number
}

export interface MirrorState {
  /** `id` in `mirrors`. */
  id: number
  /** `next` of the last applied page of changes; null before the first copy. */
  cursor: number | null
  /** The number of the current or the last copy; 0 before the first. */
  copyNumber: number
  /** The offset at which the current copy continues; null when no copy is under way. */
  copyOffset: number | null
}

/** The state of each mirrored source, and the avatars that came from it. */
export class MirrorStore extends Store<MirrorTables> {
  readonly #upsertAvatars = this.sql.upsert<MirrorAvatarTable>('mirror_avatars', {
    key: ['mirror_id', 'avatar_id'],
    replace: ['copy'],
    keep: ['is_origin'],
  })

  /** Reads the state of a source, which is created on first use. */
  async open(url: string): Promise<MirrorState> {
    return await this.sql.transact(async tx => {
      await tx
        .insertInto('mirrors')
        .values({ url, change_cursor: null, copy: 0, copy_offset: null })
        .onConflict(oc => oc.column('url').doNothing())
        .execute()
      const row = await tx.selectFrom('mirrors').selectAll().where('url', '=', url).executeTakeFirstOrThrow()
      return { id: row.id, cursor: row.change_cursor, copyNumber: row.copy, copyOffset: row.copy_offset }
    })
  }

  async save({ id, cursor, copyNumber, copyOffset }: MirrorState): Promise<void> {
    await this.execute(tx =>
      tx
        .updateTable('mirrors')
        .set({ change_cursor: cursor, copy: copyNumber, copy_offset: copyOffset })
        .where('id', '=', id),
    )
  }

  /**
   * Records that the source lists these avatars in this copy. An avatar recorded for the first time came from this
   * source if it is in `unknownIds`; otherwise it was in the catalog before.
   */
  async noteListed(
    { id, copyNumber }: MirrorState,
    { ids, unknownIds }: { ids: readonly string[]; unknownIds: ReadonlySet<string> },
  ): Promise<void> {
    const columns = { mirror_id: id, copy: copyNumber }
    const rows = [...new Set(ids)]
      .sort()
      .map(avatar_id => ({ ...columns, avatar_id, is_origin: Number(unknownIds.has(avatar_id)) }))
    if (rows.length > 0) await this.sql.transact(tx => this.#upsertAvatars.run(tx, rows))
  }

  async noteGone({ id }: MirrorState, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await this.execute(tx =>
      tx
        .updateTable('mirror_avatars')
        .set({ copy: 0 })
        .where('mirror_id', '=', id)
        .where(eb => this.sql.dialect.isIn(eb.ref('avatar_id'), ids)),
    )
  }

  /** Returns those of `ids` that this copy has recorded. */
  async listedAmong({ id, copyNumber }: MirrorState, ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.#selectAmong(id, ids).where('copy', '=', copyNumber).execute()
    return new Set(rows.map(({ avatar_id }) => avatar_id))
  }

  /** Returns those of `ids` that came from this source. */
  async originsAmong({ id }: MirrorState, ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.#selectAmong(id, ids).where('is_origin', '=', 1).execute()
    return new Set(rows.map(({ avatar_id }) => avatar_id))
  }

  /** The number of recently listed avatars that came from the source, and of those that this copy has not recorded. */
  async countOrigins({
    id,
    copyNumber,
  }: MirrorState): Promise<{ originCount: number; unlistedCount: number }> {
    const origins = this.#selectOrigins(id).select(({ fn }) => fn.countAll<number>().as('count'))
    const row = await origins.executeTakeFirstOrThrow()
    const unlistedRow = await origins.where('copy', '<', copyNumber).executeTakeFirstOrThrow()
    return { originCount: Number(row.count), unlistedCount: Number(unlistedRow.count) }
  }

  /** Returns up to `limit` ids that came from this source but that this copy has not recorded. */
  async unlistedOrigins({ id, copyNumber }: MirrorState, limit: number): Promise<string[]> {
    const query = this.#selectOrigins(id).select('avatar_id').where('copy', '<', copyNumber)
    const rows = await query.limit(limit).execute()
    return rows.map(({ avatar_id }) => avatar_id)
  }

  /** Avatars that came from the source, without those that it reported as removed. */
  #selectOrigins(mirrorId: number) {
    return this.sql.reader
      .selectFrom('mirror_avatars')
      .where('mirror_id', '=', mirrorId)
      .where('is_origin', '=', 1)
      .where('copy', '>', 0)
  }

  #selectAmong(mirrorId: number, ids: readonly string[]) {
    return this.sql.reader
      .selectFrom('mirror_avatars')
      .select('avatar_id')
      .where('mirror_id', '=', mirrorId)
      .where(eb => this.sql.dialect.isIn(eb.ref('avatar_id'), ids))
  }
}
