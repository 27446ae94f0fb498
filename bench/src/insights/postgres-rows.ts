import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { folderOf } from '../../../server/tests/support/environment.ts'
import { startGuarded } from '../../../server/tests/support/guarded-program.ts'

const programs = folderOf('initdb', '/usr/lib/postgresql/*/bin', '/usr/local/pgsql/bin')

/** Settings with enough memory for all data, and without durability. */
const SETTINGS = [
  '-c listen_addresses= -c unix_socket_directories=$folder',
  '-c fsync=off -c full_page_writes=off -c synchronous_commit=off -c wal_level=minimal -c max_wal_senders=0',
  '-c shared_buffers=1GB -c work_mem=512MB -c maintenance_work_mem=1GB -c effective_cache_size=8GB',
  '-c random_page_cost=1.1 -c jit=off -c max_wal_size=8GB',
].join(' ')
const START = `
  export PATH="${programs}:$PATH"
  initdb -D "$folder/data" -A trust -N -U postgres -E UTF8 --no-locale
  pg_ctl -w start -D "$folder/data" -l "$folder/server.log" -o "${SETTINGS}" || { cat "$folder/server.log"; exit 1; }`
const STOP = 'pg_ctl -w -m immediate -D "$folder/data" stop'

const TABLES = {
  avatars: {
    columns: 'key, id, author_id, platforms, is_active, is_unlisted, is_blocked, is_opted_out, added_at_ms',
    types:
      'key bigint, id text collate "C", author_id text collate "C", platforms int, is_active int, is_unlisted int, is_blocked int, is_opted_out int, added_at_ms bigint',
    finish: ['alter table avatars add primary key (key)', 'create index on avatars (author_id)'],
  },
  avatar_counters: {
    columns: 'avatar_key, views, likes',
    types: 'avatar_key bigint, views bigint, likes bigint',
    finish: ['alter table avatar_counters add primary key (avatar_key)'],
  },
  avatar_days: {
    columns: 'day, avatar_key, views, impressions, outbound, wears, likes, favorites',
    types:
      'day int, avatar_key bigint, views int, impressions int, outbound int, wears int, likes int, favorites int',
    finish: ['alter table avatar_days add primary key (day, avatar_key)'],
  },
}
const ROWS = 20_000

export const hasPostgres = programs !== undefined

/** Starts a temporary PostgreSQL with the rows of an SQLite file; `end` stops it. */
export async function postgresWith(path: string): Promise<pg.Client> {
  const folder = await startGuarded({ name: 'bench-insights', dropRoot: true, start: START, stop: STOP })
  const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' })
  await client.connect()
  const source = new DatabaseSync(path, { readOnly: true })
  for (const [table, { columns, types, finish }] of Object.entries(TABLES)) {
    await client.query(`create unlogged table ${table} (${types})`)
    let batch: unknown[] = []
    const flush = async () => {
      await client.query(
        `insert into ${table} select ${columns} from json_to_recordset($1) as row(${types.replaceAll(' collate "C"', '')})`,
        [JSON.stringify(batch)],
      )
      batch = []
    }
    for (const row of source.prepare(`select ${columns} from ${table}`).iterate()) {
      batch.push(row)
      if (batch.length === ROWS) await flush()
    }
    await flush()
    for (const statement of finish) await client.query(statement)
  }
  source.close()
  await client.query('vacuum analyze')
  return client
}
