import pg from 'pg'
import { PostgresCluster } from '../../server/tests/support/postgres-cluster.ts'

export { hasPostgres } from '../../server/tests/support/postgres-cluster.ts'

/** Enough memory for all data, no durability, and no JIT compilation of short queries. */
const SETTINGS = [
  'wal_level = minimal',
  'max_wal_senders = 0',
  'shared_buffers = 1GB',
  'maintenance_work_mem = 1GB',
  'effective_cache_size = 8GB',
  'random_page_cost = 1.1',
  'jit = off',
  'max_wal_size = 8GB',
]

/**
 * Starts a PostgreSQL of its own, which is deleted when the process ends, and connects to it.
 * @param settings in addition to those above, such as `work_mem = 256MB`.
 * @param create a database to make and to connect to, with options of its statement.
 */
export async function connectPostgres(
  settings: readonly string[],
  create?: { database: string; options: string },
): Promise<pg.Client> {
  const cluster = await PostgresCluster.start({ settings: [...SETTINGS, ...settings], locale: '--no-locale' })
  if (create !== undefined) await cluster.execute(`create database ${create.database} ${create.options}`)
  const client = new pg.Client({ connectionString: cluster.urlOf(create?.database ?? 'postgres') })
  await client.connect()
  return client
}
