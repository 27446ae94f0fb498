import type { Expression, SqlBool } from 'kysely'
import type { SqlAccess } from '../kernel/database.ts'
import { COLUMN_FIELDS } from './fields.ts'
import type { CatalogRecord } from './record.ts'
import { type AvatarRow, toRecord } from './row.ts'
import type { CatalogTables } from './tables.sql.ts'

type Reader = SqlAccess<CatalogTables>['reader']

export const AVATAR_COLUMNS = [
  'avatars.key',
  ...COLUMN_FIELDS.map(({ column }) => `avatars.${column}` as const),
  'avatars.is_active',
  'avatars.is_unlisted',
  'avatars.is_blocked',
  'avatars.is_opted_out',
] as const

/** Reading side of the avatars themselves. */
export class AvatarReader {
  readonly #sql: SqlAccess<CatalogTables>

  constructor(sql: SqlAccess<CatalogTables>) {
    this.#sql = sql
  }

  async *all(batchSize: number): AsyncGenerator<CatalogRecord[]> {
    let last: { added_at_ms: number; key: number } | undefined
    do {
      const rows: (AvatarRow & { vrcl_url: string | null })[] = await this.#batchAfter(last, batchSize)
      last = rows.length < batchSize ? undefined : rows.at(-1)
      if (rows.length > 0) yield rows.map(toRecord)
    } while (last !== undefined)
  }

  async byKeys(keys: readonly number[]): Promise<CatalogRecord[]> {
    return await this.#where('key', keys)
  }

  async byIds(ids: readonly string[]): Promise<CatalogRecord[]> {
    return await this.#where('id', ids)
  }

  async countersByKeys(keys: readonly number[]): Promise<{ key: number; views: number; likes: number }[]> {
    return await this.#sql.reader
      .selectFrom('avatar_counters')
      .select(['avatar_key as key', 'views', 'likes'])
      .where(eb => this.#sql.dialect.isIn(eb.ref('avatar_key'), keys))
      .execute()
  }

  async count(): Promise<{ indexed: number; active: number }> {
    const { indexed, active } = await this.#sql.scanner
      .selectFrom('avatars')
      .select(({ fn }) => [
        fn.countAll<number>().as('indexed'),
        fn.sum<number | null>('is_active').as('active'),
      ])
      .executeTakeFirstOrThrow()
    return { indexed, active: active ?? 0 }
  }

  async databaseId(): Promise<string> {
    const row = await this.#sql.reader
      .selectFrom('meta')
      .select('value')
      .where('name', '=', 'database_id')
      .executeTakeFirstOrThrow()
    return row.value
  }

  async #batchAfter(last: { added_at_ms: number; key: number } | undefined, batchSize: number) {
    const query = selectRecords(this.#sql.reader).orderBy('added_at_ms').orderBy('key').limit(batchSize)
    if (last === undefined) return await query.execute()
    return await query
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('added_at_ms', 'key'), '>', tuple(last.added_at_ms, last.key)),
      )
      .execute()
  }

  async #where(column: 'key' | 'id', values: readonly (number | string)[]): Promise<CatalogRecord[]> {
    const rows = await selectRecords(this.#sql.reader)
      .where(eb => this.#sql.dialect.isIn<number | string>(eb.ref(column), values) as Expression<SqlBool>)
      .orderBy('avatars.key')
      .execute()
    return rows.map(toRecord)
  }
}

/** Records with their counters and the profile of their author. */
export function selectRecords(reader: Reader) {
  return reader
    .selectFrom('avatars')
    .leftJoin('avatar_counters', 'avatar_counters.avatar_key', 'avatars.key')
    .leftJoin('creators', 'creators.author_id', 'avatars.author_id')
    .select(AVATAR_COLUMNS)
    .select(['avatar_counters.views', 'avatar_counters.likes', 'creators.vrcl_url'])
}
