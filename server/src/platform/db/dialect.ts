import { type SelectQueryNode, SqliteQueryCompiler, sql } from 'kysely'
import type { Engine, LockName, SqlDialect } from '../../kernel/database.ts'

/** First key of our advisory locks in PostgreSQL (`avtr` in ASCII); `LOCK_NUMBERS` has the second. */
const LOCK_SPACE = 0x61767472
const LOCK_NUMBERS: Record<LockName, number> = {
  migrations: 1,
  'new-avatars': 2,
  'change-log': 3,
  moderation: 4,
  reports: 5,
  lookups: 6,
  'external-lookups': 7,
  audience: 8,
  'oauth-applications': 9,
  histories: 10,
  discord: 20,
}

/** Omits row locks (`for update`), which SQLite lacks. */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectQuery({ endModifiers: _, ...query }: SelectQueryNode): void {
    super.visitSelectQuery(query)
  }
}

/** Locks are no-ops, because only one connection writes at a time (`begin immediate`). */
const sqlite: SqlDialect = {
  isIn: (column, values) => sql`${column} in (select value from json_each(${sqlite.listParameter(values)}))`,
  listParameter: values => JSON.stringify(values),
  list: values => sql`json_group_array(${values})`,
  bytes: text => sql`cast(${text} as blob)`,
  array: columns => sql`json_array(${sql.join(columns)})`,
  databaseBytes: () => sql`(select page_count * page_size from pragma_page_count(), pragma_page_size())`,
  greatest: (a, b) => sql`max(${a}, ${b})`,
  lock: async () => {},
  rereadLocked: async rows => rows,
}

const postgres: SqlDialect = {
  isIn: (column, values) => sql`${column} = any(${postgres.listParameter(values)})`,
  listParameter: values => values,
  list: values => sql`cast(coalesce(json_agg(${values}), '[]') as text)`,
  bytes: text => sql`convert_to(${text}, 'UTF8')`,
  array: columns => sql`json_build_array(${sql.join(columns)})`,
  databaseBytes: () => sql`pg_database_size(current_database())`,
  greatest: (a, b) => sql`greatest(${a}, ${b})`,
  lock: async (tx, name, mode = 'alone') => {
    const lock = sql.raw(mode === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
    await sql`select ${lock}(${LOCK_SPACE}::int, ${LOCK_NUMBERS[name]}::int)`.execute(tx)
  },
  rereadLocked: async (_, read) => await read(),
}

export const DIALECTS: Record<Engine, SqlDialect> = { sqlite, postgres }

/** Maximum parameters of a statement: SQLite allows 32,766, PostgreSQL 65,535. */
export const MAX_PARAMETERS = 32_766
