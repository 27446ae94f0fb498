import type { Compilable } from 'kysely'
import type { ReadonlyCompiledQuery, ReadonlyKysely } from 'kysely/readonly'
import type { ReadParameter, SqlDialect } from '../../kernel/database.ts'

/** See `SqlAccess.compiledRead`. */
export function compiledRead<Tables, Parameters extends readonly ReadParameter[], Row>(
  reader: ReadonlyKysely<Tables>,
  dialect: Pick<SqlDialect, 'listParameter'>,
  build: (reader: ReadonlyKysely<Tables>, ...parameters: Parameters) => Compilable<Row>,
): (...parameters: Parameters) => Promise<Row[]> {
  let compiled: ReadonlyCompiledQuery<Row> | undefined
  return async (...values) => {
    compiled ??= build(reader, ...values).compile() as ReadonlyCompiledQuery<Row>
    if (compiled.parameters.length !== values.length)
      throw new Error(`A compiled read must have no other parameters: ${compiled.sql}`)
    const parameters = values.map(value => (Array.isArray(value) ? dialect.listParameter(value) : value))
    return (await reader.executeQuery<Row>({ ...compiled, parameters })).rows as Row[]
  }
}
