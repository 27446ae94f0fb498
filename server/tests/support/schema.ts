import { sql } from 'kysely'
import type { Database } from '../../src/kernel/database.ts'

/** Prefixes of the names of tables about people who signed in. */
export const OF_PEOPLE =
  /^(people|identities|sessions|sign_ins|accounts?|settings|favorite|saved|likes|personal_keys|oauth_|discord_|creators?_)/

/** Column names that could identify a visitor. */
export const IDENTIFYING =
  /(^|_)(ip|ips|addr|address|user_?agent|agent|cookie|session|visitor|fingerprint|referer|device_id|hash)(_|$)/

export interface Column {
  table: string
  name: string
  type: string
}

/** Every column of a database on SQLite, in the order of tables and columns. */
export async function columnsOf(db: Database): Promise<Column[]> {
  return await db.tables().transact(async tx => {
    const { rows } = await sql<Column>`
      select tables.name as "table", columns.name as name, columns.type as type
      from sqlite_schema as tables, pragma_table_info(tables.name) as columns
      where tables.type = 'table' and tables.name not like 'sqlite_%'
      order by tables.name, columns.cid`.execute(tx)
    return rows
  })
}
