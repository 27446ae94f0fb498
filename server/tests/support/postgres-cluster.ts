import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { folderOf } from './environment.ts'
import { asProgramUser, startGuarded } from './guarded-program.ts'
import { newIdentity } from './migrated.ts'
import { end } from './signals.ts'

const run = promisify(execFile)

/** Folder of PostgreSQL's server programs; undefined where they are not installed. */
const programs = folderOf('initdb', '/usr/lib/postgresql/*/bin', '/usr/local/pgsql/bin')

export const hasPostgres = programs !== undefined

export interface TestDatabase {
  /** URL in the form of `DATABASE_URL`. */
  url: string
  /** Ends remaining connections and deletes the database. */
  drop(): Promise<void>
}

/** It listens on a socket in its folder, and is not durable. */
const SETTINGS = [
  "listen_addresses = ''",
  "unix_socket_directories = '$folder'",
  'fsync = off',
  'full_page_writes = off',
  'synchronous_commit = off',
]

interface ClusterOptions {
  settings: readonly string[]
  /** Options of `initdb`. */
  locale: string
}

/** The cluster sorts text by English rules, as many operators' do, so a query that relies on byte order must say so. */
const TEST_OPTIONS: ClusterOptions = {
  settings: ['shared_buffers = 64MB', 'max_connections = 200', 'deadlock_timeout = 200ms'],
  locale: '--locale-provider=icu --icu-locale=en-US',
}

/** A temporary PostgreSQL cluster, which is deleted when this process ends. */
export class PostgresCluster {
  readonly folder: string
  readonly #administration: pg.Pool
  #databases = 0
  #state: 'up' | 'stopped' | 'frozen' = 'up'

  /** Attaches to a cluster that this process or another has started. */
  constructor(folder: string) {
    this.folder = folder
    this.#administration = new pg.Pool({
      connectionString: this.urlOf('postgres'),
      max: 1,
      allowExitOnIdle: true,
    })
    // The server's end broke the connection; the next statement opens another.
    this.#administration.on('error', () => {})
  }

  static async start({ settings, locale } = TEST_OPTIONS): Promise<PostgresCluster> {
    if (programs === undefined) throw new Error('There is no PostgreSQL server on this machine')
    const folder = await startGuarded({
      name: 'postgres',
      dropRoot: true,
      start: `
        export PATH="${programs}:$PATH"
        initdb -D "$folder/data" -A trust -N -U postgres -E UTF8 ${locale}
        cat >> "$folder/data/postgresql.conf" <<SETTINGS
${[...SETTINGS, ...settings].join('\n')}
SETTINGS
        pg_ctl -w start -D "$folder/data" -l "$folder/server.log" || {
          cat "$folder/server.log"
          exit 1
        }`,
      // A frozen process must first continue, or it would not react to the signal.
      stop: `
        postmaster=$(head -n 1 "$folder/data/postmaster.pid")
        kill -CONT "$postmaster" $(pgrep -P "$postmaster")
        pg_ctl -w -m immediate -D "$folder/data" stop`,
    })
    return new PostgresCluster(folder)
  }

  /** Creates a database that is empty or a copy of the named template. */
  async createDatabase(template?: string): Promise<TestDatabase> {
    const name = `avatary_${process.pid}_${++this.#databases}`
    // Copying files takes half the time of copying through the write-ahead log.
    await this.#administration.query(
      `create database ${name} template ${template ?? 'template1'} strategy file_copy`,
    )
    if (template !== undefined) await this.execute(newIdentity(), name)
    return {
      url: this.urlOf(name),
      drop: async () => void (await this.#administration.query(`drop database ${name} with (force)`)),
    }
  }

  /** Stops it and ends every connection; committed data is kept. */
  async stop(): Promise<void> {
    await this.#control('-m', 'fast', 'stop')
    this.#state = 'stopped'
  }

  /** Kills all its processes (`kill -9`). */
  async kill(): Promise<void> {
    const postmaster = await this.#postmaster()
    await end([postmaster, ...(await childrenOf(postmaster))], 'SIGKILL')
    this.#state = 'stopped'
  }

  /** Starts it again after `stop` or `kill`. */
  async restart(): Promise<void> {
    await this.#control('-l', join(this.folder, 'server.log'), 'start')
    this.#state = 'up'
  }

  /** Stops its processes (SIGSTOP): connections and statements are accepted but not answered. */
  async freeze(): Promise<void> {
    this.#state = 'frozen'
    const postmaster = await this.#postmaster()
    process.kill(postmaster, 'SIGSTOP')
    for (const child of await childrenOf(postmaster)) process.kill(child, 'SIGSTOP')
  }

  /** Continues it after `freeze`. */
  async thaw(): Promise<void> {
    const postmaster = await this.#postmaster()
    for (const child of await childrenOf(postmaster)) process.kill(child, 'SIGCONT')
    process.kill(postmaster, 'SIGCONT')
    this.#state = 'up'
  }

  /** Makes it answer again after `stop` or `freeze`. */
  async up(): Promise<void> {
    if (this.#state === 'stopped') await this.restart()
    if (this.#state === 'frozen') await this.thaw()
  }

  async #postmaster(): Promise<number> {
    const file = await readFile(join(this.folder, 'data/postmaster.pid'), 'utf8')
    return Number.parseInt(file, 10)
  }

  async #control(...args: string[]): Promise<void> {
    const [program, ...rest] = asProgramUser([
      join(programs!, 'pg_ctl'),
      '-w',
      '-D',
      join(this.folder, 'data'),
      ...args,
    ])
    await run(program!, rest, { cwd: '/' })
  }

  /** URL in the form of `DATABASE_URL`. */
  urlOf(database: string): string {
    return `postgres://postgres@localhost/${database}?host=${encodeURIComponent(this.folder)}`
  }

  async execute(statement: string, database = 'postgres'): Promise<void> {
    const client = new pg.Client({ connectionString: this.urlOf(database) })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await run('pgrep', ['-P', String(pid)])
  return stdout.trim().split('\n').map(Number)
}
