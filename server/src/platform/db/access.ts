import { type Compilable, type Kysely, sql, type Transaction } from 'kysely'
import type { ReadonlyCompiledQuery, ReadonlyKysely } from 'kysely/readonly'
import type { Engine, ReadParameter, SqlAccess, SqlDialect } from '../../kernel/database.ts'
import { bulkStatement, upsertStatement } from './bulk.ts'
import { DIALECTS } from './dialect.ts'

/** Maximum number of rows that `deleteBelow` deletes in one transaction. */
const MAX_DELETED_ROWS = 1000

interface Connections {
  reader: Kysely<never>
  scanner: Kysely<never>
  transact: <Tables, Result>(work: (tx: Transaction<Tables>) => Promise<Result>) => Promise<Result>
}

export function sqlAccess<Tables>(
  engine: Engine,
  { reader, scanner, transact }: Connections,
): SqlAccess<Tables> {
  const deleteInSteps: SqlAccess<Tables>['deleteInSteps'] = async (limit, step) => {
    for (let deletedCount = 0; ; ) {
      const stepCount = await transact<Tables, number>(tx => step(tx, limit))
      deletedCount += stepCount
      if (stepCount < limit) return deletedCount
    }
  }
  const dialect = DIALECTS[engine]
  const typedReader = reader as unknown as SqlAccess<Tables>['reader']
  return {
    dialect,
    reader: typedReader,
    compiledRead: build => compiledRead(typedReader, dialect, build),
    scanner: scanner as unknown as SqlAccess<Tables>['scanner'],
    transact,
    deleteInSteps,
    deleteBelow: (table, { key, column, below }) =>
      deleteInSteps(MAX_DELETED_ROWS, async (tx, limit) => {
        const keys = sql.join(key.map(name => sql.ref(name)))
        const statement = sql`delete from ${sql.table(table)} where (${keys}) in
          (select ${keys} from ${sql.table(table)} where ${sql.ref(column)} < ${below} limit ${limit})`
        const { numAffectedRows = 0n } = await statement.execute(tx)
        return Number(numAffectedRows)
      }),
    upsert: upsertStatement,
    bulk: bulkStatement,
  }
}

function compiledRead<Tables, Values extends readonly ReadParameter[], Row>(
  reader: ReadonlyKysely<Tables>,
  dialect: Pick<SqlDialect, 'listParameter'>,
  build: (reader: ReadonlyKysely<Tables>, ...values: Values) => Compilable<Row>,
): (...values: Values) => Promise<Row[]> {
  let compiledQuery: ReadonlyCompiledQuery<Row> | undefined
  return async (...values) => {
    compiledQuery ??= build(reader, ...values).compile() as ReadonlyCompiledQuery<Row>
    if (compiledQuery.parameters.length !== values.length)
      throw new Error(`A compiled read must have no other parameters: ${compiledQuery.sql}`)
    const parameters = values.map(value => (Array.isArray(value) ? dialect.listParameter(value) : value))
    return (await reader.executeQuery<Row>({ ...compiledQuery, parameters })).rows as Row[]
  }
}
