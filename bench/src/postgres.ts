import pg from 'pg'
import { folderOf } from '../../server/tests/support/environment.ts'
import { startGuarded } from '../../server/tests/support/guarded-program.ts'

const programs = folderOf('initdb', '/usr/lib/postgresql/*/bin', '/usr/local/pgsql/bin')

export const hasPostgres = programs !== undefined

/** Enough memory for all data, no durability, and no JIT compilation of short queries. */
const SETTINGS = [
  '-c listen_addresses= -c unix_socket_directories=$folder',
  '-c fsync=off -c full_page_writes=off -c synchronous_commit=off -c wal_level=minimal -c max_wal_senders=0',
  '-c shared_buffers=1GB -c maintenance_work_mem=1GB -c effective_cache_size=8GB',
  '-c random_page_cost=1.1 -c jit=off -c max_wal_size=8GB',
].join(' ')

/**
 * Starts a PostgreSQL of its own, which is deleted when the process ends, and connects to it.
 * @param settings in addition to those above, such as `-c work_mem=256MB`.
 */
export async function connectPostgres(name: string, settings: string): Promise<pg.Client> {
  const start = `
    export PATH="${programs}:$PATH"
    initdb -D "$folder/data" -A trust -N -U postgres -E UTF8 --no-locale
    pg_ctl -w start -D "$folder/data" -l "$folder/server.log" -o "${SETTINGS} ${settings}" || { cat "$folder/server.log"; exit 1; }`
  const stop = 'pg_ctl -w -m immediate -D "$folder/data" stop'
  const folder = await startGuarded({ name, dropRoot: true, start, stop })
  const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' })
  await client.connect()
  return client
}
