import pg from 'pg'
import { folderOf } from './environment.ts'
import { startGuarded } from './guarded-service.ts'

/** Where PostgreSQL's server programs are; undefined where there are none. */
const programs = folderOf('initdb', '/usr/lib/postgresql/*/bin', '/usr/local/pgsql/bin')

export const hasPostgres = programs !== undefined

export interface TestDatabase {
  /** As `DATABASE_URL`. */
  url: string
  /** Ends what is still connected, and deletes the database. */
  drop(): Promise<void>
}

let cluster: Promise<string> | undefined
let databases = 0

/** A new empty database in this process's own throw-away cluster, which is started by the first call. */
export async function createPostgresDatabase(): Promise<TestDatabase> {
  cluster ??= startCluster()
  const folder = await cluster
  const name = `avatary_${++databases}`
  await runAsOwner(folder, `create database ${name}`)
  return {
    url: urlOf(folder, name),
    drop: () => runAsOwner(folder, `drop database ${name} with (force)`),
  }
}

/**
 * The cluster orders text by the rules of English, as many an operator's does: a query that relies on the order of
 * bytes must say so. It answers on a socket in its folder, and promises nothing about surviving a power cut.
 */
async function startCluster(): Promise<string> {
  if (programs === undefined) throw new Error('There is no PostgreSQL server on this machine')
  const settings = [
    '-c listen_addresses=',
    '-c unix_socket_directories=$folder',
    '-c fsync=off -c full_page_writes=off -c synchronous_commit=off',
    '-c shared_buffers=64MB -c max_connections=200 -c deadlock_timeout=200ms',
  ]
  return await startGuarded({
    name: 'postgres',
    dropRoot: true,
    start: `
      export PATH="${programs}:$PATH"
      initdb -D "$folder/data" -A trust -N -U postgres -E UTF8 --locale-provider=icu --icu-locale=en-US
      pg_ctl -w start -D "$folder/data" -l "$folder/server.log" -o "${settings.join(' ')}" || {
        cat "$folder/server.log"
        exit 1
      }`,
    stop: 'pg_ctl -w -m immediate -D "$folder/data" stop',
  })
}

function urlOf(folder: string, database: string): string {
  return `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`
}

async function runAsOwner(folder: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(folder, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
