import type { Compilable, Kysely, Transaction } from 'kysely'
import type { BulkStatement, Engine, SqlAccess, UpsertColumns } from '../../kernel/database.ts'
import { bulkStatement, upsertStatement } from './bulk.ts'
import { DIALECTS } from './dialect.ts'

interface Connections {
  reader: Kysely<never>
  scanner: Kysely<never>
  transact: <Tables, Result>(work: (tx: Transaction<Tables>) => Promise<Result>) => Promise<Result>
}

/** The access of stores to a database. */
export function sqlAccess<Tables>(
  engine: Engine,
  { reader, scanner, transact }: Connections,
): SqlAccess<Tables> {
  return {
    dialect: DIALECTS[engine],
    reader: reader as unknown as SqlAccess<Tables>['reader'],
    scanner: scanner as unknown as SqlAccess<Tables>['scanner'],
    transact,
    deleteInSteps: async (most, step) => {
      for (let deleted = 0; ; ) {
        const some = await transact<Tables, number>(tx => step(tx, most))
        deleted += some
        if (some < most) return deleted
      }
    },
    upsert: <Row extends object>(table: keyof Tables & string, columns: UpsertColumns<Row>) =>
      upsertStatement<Tables, Row>(table, columns),
    bulk: <Row extends object, Result>(
      columns: readonly (keyof Row & string)[],
      build: (tx: Transaction<Tables>, rows: Row[]) => Compilable<Result>,
    ): BulkStatement<Tables, Row, Result> => bulkStatement(columns, build),
  }
}
