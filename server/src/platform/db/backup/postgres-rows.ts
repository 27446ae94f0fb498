import pg from 'pg'
import { POSTGRES_TYPES } from '../postgres.ts'
import type { StoredRow } from './format.ts'
import { quoteIdentifier, ROWS_PER_READ, type RowSource, selectAll } from './row-source.ts'

const CONNECT_MS = 10_000

/** Opens the present state of a PostgreSQL database: all reads use one snapshot, which blocks no other work. */
export async function openPostgresRows(connectionString: string): Promise<RowSource> {
  const client = new pg.Client({
    connectionString,
    application_name: 'avatary backup',
    connectionTimeoutMillis: CONNECT_MS,
    types: POSTGRES_TYPES,
  })
  // The running statement rejects with the same error; without a listener the process would end.
  client.on('error', () => {})
  await using resources = new AsyncDisposableStack()
  resources.defer(() => client.end())
  await client.connect()
  await client.query('begin transaction isolation level repeatable read read only')
  await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
  const connectionToEnd = resources.move()
  return {
    engine: 'postgres',
    async describe() {
      const { rows } = await client.query<{ version: string; clock_ms: number; bytes: number }>(
        `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
          round(extract(epoch from clock_timestamp()) * 1000) as clock_ms`,
      )
      const { version, clock_ms, bytes } = rows[0]!
      return { version: `PostgreSQL ${version}`, clockMs: clock_ms, bytes, walBytes: 0 }
    },
    findDamage: async () => null,
    async migrations() {
      if (!(await hasTable(client, 'migrations'))) return []
      const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
      return rows.map(({ name }) => name)
    },
    has: async ({ name }) => await hasTable(client, name),
    async *rows(table) {
      await client.query(`declare stored no scroll cursor for ${selectAll(table)}`)
      for (;;) {
        const text = `fetch forward ${ROWS_PER_READ} from stored`
        const { rows } = await client.query<StoredRow[]>({ text, rowMode: 'array' })
        if (rows.length > 0) yield rows as unknown as StoredRow[]
        if (rows.length < ROWS_PER_READ) break
      }
      await client.query('close stored')
    },
    async lastNumber({ name, autoincrementColumn }) {
      if (autoincrementColumn === null) return null
      const values = [quoteIdentifier(name), autoincrementColumn]
      const text = 'select pg_get_serial_sequence($1, $2) as name'
      const { rows } = await client.query<{ name: string }>({ text, values })
      const sequenceRow = await client.query<{ last_value: number; is_called: boolean }>(
        `select last_value, is_called from ${rows[0]!.name}`,
      )
      const { last_value, is_called } = sequenceRow.rows[0]!
      return is_called ? last_value : null
    },
    [Symbol.asyncDispose]: () => connectionToEnd.disposeAsync(),
  }
}

async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select 1 where to_regclass($1) is not null', [name])
  return rowCount === 1
}
