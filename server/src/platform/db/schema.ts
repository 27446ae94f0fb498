import { Kysely } from 'kysely'
import type { Migration } from './migrate.ts'
import { LocalConnection } from './sqlite-connection.ts'
import { sqliteDialect } from './sqlite-driver.ts'

/** A table as the migrations create it, with the same names on both engines. */
export interface TableSchema {
  readonly name: string
  readonly columns: readonly string[]
  /** The column that the database numbers, never using a number twice; null for a table without one. */
  readonly autoincrementColumn: string | null
  /** True when the migrations insert rows into it. */
  readonly isSeeded: boolean
}

/** No other process has the database in memory open, so nothing waits for its lock. */
const NO_WAITING = { deadlineMs: 0, now: () => 0, random: () => 0 }

/**
 * The tables that these migrations create, each after those that it refers to. Found by running the migrations on an
 * empty database in memory.
 */
export async function schemaAfter(migrations: readonly Migration[]): Promise<TableSchema[]> {
  const connection = new LocalConnection({ path: ':memory:', setup: [] })
  try {
    const kysely = new Kysely<unknown>({ dialect: sqliteDialect(connection, NO_WAITING) })
    for (const { up } of migrations) await kysely.transaction().execute(tx => up(tx, 'sqlite'))
    const { rows } = connection.execute(
      "select name, sql from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name",
      [],
    )
    return inReferenceOrder(connection, rows as { name: string; sql: string }[]).map(table =>
      schemaOf(connection, table),
    )
  } finally {
    connection.close()
  }
}

function schemaOf(connection: LocalConnection, { name, sql }: { name: string; sql: string }): TableSchema {
  const columns = connection.execute('select name, pk from pragma_table_info(?)', [name]).rows as {
    name: string
    pk: number
  }[]
  const isNumbered = / autoincrement\b/i.test(sql)
  return {
    name,
    columns: columns.map(column => column.name),
    autoincrementColumn: isNumbered ? columns.find(({ pk }) => pk > 0)!.name : null,
    isSeeded: connection.execute(`select 1 from "${name}" limit 1`, []).rows.length > 0,
  }
}

function inReferenceOrder<Table extends { name: string }>(
  connection: LocalConnection,
  tables: readonly Table[],
): Table[] {
  const orderedTables = new Set<Table>()
  const add = (table: Table) => {
    if (orderedTables.has(table)) return
    const { rows } = connection.execute('select distinct "table" as name from pragma_foreign_key_list(?)', [
      table.name,
    ])
    const referenced = (rows as { name: string }[])
      .map(({ name }) => name)
      .filter(name => name !== table.name)
    for (const name of referenced) add(tables.find(other => other.name === name)!)
    orderedTables.add(table)
  }
  for (const table of tables) add(table)
  return [...orderedTables]
}
