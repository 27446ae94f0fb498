import { sql, type Transaction } from 'kysely'
import type { BulkStatement, Database, Engine } from '../../../kernel/database.ts'
import { type Migration, type MigrationTables, migrateInTransaction } from '../migrate.ts'
import { schemaAfter, type TableSchema } from '../schema.ts'
import type { BackupHead, StoredRow, StoredValue, TableHead } from './format.ts'
import { BackupError, cutOffError, readBackup, type WholeBackup } from './read-backup.ts'
import { suspendReferences } from './references.ts'
import { quoteIdentifier } from './row-source.ts'

type NamedRow = Record<string, StoredValue>
export type AllTables = MigrationTables & Record<string, NamedRow>

export interface FillDeps {
  readonly db: Database
  readonly file: string
  /** All migrations of this program; the backup may have fewer. */
  readonly migrations: readonly Migration[]
  readonly nowMs: number
  readonly onProgress: (rowCount: number) => void
  /** Deletes what is valid only where the backup was made. */
  readonly deleteLocalRows?: (tx: Transaction<AllTables>) => Promise<void>
}

export interface FilledDatabase extends WholeBackup {
  /** Names of the migrations that the backup lacked. */
  readonly laterMigrations: readonly string[]
}

const ROWS_PER_WRITE = 1024

/**
 * Creates the tables of a backup in a database that has none of them, fills them, and brings the schema up to date.
 * @throws BackupError for a backup that is damaged, or newer than this program.
 */
export async function fillInTransaction(tx: Transaction<AllTables>, deps: FillDeps): Promise<FilledDatabase> {
  const { db, file, onProgress } = deps
  const access = db.tables<AllTables>()
  let schema = new Map<string, TableSchema>()
  let restoreReferences = async () => {}
  let columns: readonly string[] = []
  let insert: BulkStatement<AllTables, NamedRow, never> | null = null
  let waitingRows: NamedRow[] = []
  const writeWaitingRows = async () => {
    await insert?.run(tx, waitingRows)
    waitingRows = []
  }
  let rowCount = 0
  for await (const part of readBackup(file)) {
    switch (part.kind) {
      case 'head':
        schema = await createTables(tx, part.head, deps)
        restoreReferences = await suspendReferences(tx, db.engine, [...schema.keys()])
        break
      case 'table': {
        await writeWaitingRows()
        const { table, lastNumber } = part.table
        const tableSchema = schemaOf(part.table, schema)
        if (lastNumber !== null) await setLastNumber(tx, db.engine, { ...tableSchema, lastNumber })
        columns = part.table.columns
        insert = access.bulk<NamedRow>(columns, (tx, rows) => tx.insertInto(table).values(rows))
        break
      }
      case 'row':
        if (waitingRows.push(namedRow(columns, part.row)) === ROWS_PER_WRITE) await writeWaitingRows()
        onProgress(++rowCount)
        break
      case 'end': {
        await writeWaitingRows()
        await restoreReferences()
        const laterMigrations = await migrateTo(tx, deps.migrations, deps)
        await deps.deleteLocalRows?.(tx)
        return { head: part.head, rows: part.rows, laterMigrations }
      }
    }
  }
  throw cutOffError(file)
}

function namedRow(columns: readonly string[], row: StoredRow): NamedRow {
  return Object.fromEntries(columns.map((column, at) => [column, row[at]!]))
}

/** Creates the tables with the schema that the backup had, without rows. */
async function createTables(
  tx: Transaction<AllTables>,
  head: BackupHead,
  deps: FillDeps,
): Promise<Map<string, TableSchema>> {
  const { migrations } = deps
  const unknownMigrations = head.migrations.filter(
    name => !migrations.some(migration => migration.name === name),
  )
  if (unknownMigrations.length > 0)
    throw new BackupError(
      `The backup was made by a newer version (${head.program}): it has the migrations ${unknownMigrations.join(', ')}, which are unknown here. Restore it with that version.`,
    )
  const appliedMigrations = migrations.filter(({ name }) => head.migrations.includes(name))
  await migrateTo(tx, appliedMigrations, deps)
  const schema = await schemaAfter(appliedMigrations)
  for (const { name, isSeeded } of schema) if (isSeeded) await sql`delete from ${sql.table(name)}`.execute(tx)
  return new Map(schema.map(table => [table.name, table]))
}

async function migrateTo(
  tx: Transaction<AllTables>,
  migrations: readonly Migration[],
  { db: { engine }, nowMs }: FillDeps,
): Promise<string[]> {
  const options = { engine, migrations, nowMs }
  return await migrateInTransaction(tx as unknown as Transaction<MigrationTables>, options)
}

function schemaOf({ table, columns }: TableHead, schema: Map<string, TableSchema>): TableSchema {
  const tableSchema = schema.get(table)
  if (tableSchema === undefined)
    throw new BackupError(`The backup has the table ${table}, which its migrations do not create.`)
  const unknownColumns = columns.filter(column => !tableSchema.columns.includes(column))
  if (unknownColumns.length === 0) return tableSchema
  throw new BackupError(`The backup has ${table}.${unknownColumns[0]}, which its migrations do not create.`)
}

/** Continues the table's automatic numbering, so that numbers of deleted rows are never assigned again. */
async function setLastNumber(
  tx: Transaction<AllTables>,
  engine: Engine,
  { name, autoincrementColumn: column, lastNumber }: TableSchema & { lastNumber: number },
): Promise<void> {
  if (column === null) return
  if (engine === 'postgres')
    await sql`select setval(pg_get_serial_sequence(${quoteIdentifier(name)}, ${column}), ${lastNumber})`.execute(
      tx,
    )
  else {
    await sql`delete from sqlite_sequence where name = ${name}`.execute(tx)
    await sql`insert into sqlite_sequence (name, seq) values (${name}, ${lastNumber})`.execute(tx)
  }
}
