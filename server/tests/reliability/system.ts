import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createDataset } from '../../../sim/src/dataset/dataset.ts'
import {
  type PlatformAvatar,
  type PlatformSim,
  startPlatformSim,
} from '../../../sim/src/platform/platform-sim.ts'
import { catalogStore } from '../../src/composition/database.ts'
import type { Database } from '../../src/kernel/database.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { fullPatch, idOf } from '../store/fixtures.ts'
import { IN_THIS_THREAD, migrateAndClose } from '../support/migrated.ts'
import { newPerson, newSession } from '../support/people.ts'
import { PLATFORM_COOKIE, platformEnv } from '../support/platform.ts'
import { PostgresCluster } from '../support/postgres-cluster.ts'
import { RedisServer } from '../support/redis.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { ServiceProcess } from './service-process.ts'

export const ORIGIN = 'https://avatary.test'
export const READ_LIMIT = 60
/** A killed process may lose counters of this time (docs/operate.md). */
export const FLUSH_MS = 1000

export const AVATARS = 500
export const WORDS = ['fox', 'wolf', 'cat', 'dragon', 'robot', 'maid', 'rabbit'] as const
const PLATFORM_AVATARS = 3000

/** Somebody who is signed in. */
export interface Person {
  readonly name: string
  readonly cookie: string
}

/** Processes of the service, and everything that they depend on. */
export interface TestSystem extends AsyncDisposable {
  /** The processes that answer requests. */
  readonly apis: readonly ServiceProcess[]
  readonly worker: ServiceProcess | null
  readonly postgres: PostgresCluster | null
  readonly redis: RedisServer | null
  readonly adminToken: string
  /** Ids of avatars on the platform that are not in the catalog. */
  readonly unindexed: readonly string[]
  /** Signs in one person per name. */
  signIn(names: readonly string[]): Promise<Person[]>
  openDatabase(): Promise<Database>
}

/**
 * Three processes that answer and a worker, with a PostgreSQL and a Redis of their own.
 * @param cli command line of the version to start; by default this one.
 */
export async function startSeveral(cli?: string): Promise<TestSystem> {
  await using stack = new AsyncDisposableStack()
  const postgres = await PostgresCluster.start()
  // Test clusters may lose committed transactions when they are killed, unless this is set.
  await postgres.execute('alter system set synchronous_commit = on')
  await postgres.execute('select pg_reload_conf()')
  const { url } = await postgres.createDatabase()
  const redis = await RedisServer.start()
  const { common, ...facts } = await prepare(stack, url)
  const env = { ...common, DATABASE_URL: url, REDIS_URL: `unix:${redis.socket}` }
  const processOf = (name: string, role: string) =>
    new ServiceProcess(name, { ...env, ROLE: role, DATA_DIR: join(facts.folder, name) })
  const apis = ['api-1', 'api-2', 'api-3'].map(name => processOf(name, 'api'))
  const worker = processOf('worker', 'worker')
  for (const one of [...apis, worker]) one.cli = cli
  await startAll(stack, [...apis, worker])
  return { ...facts, ...owned(stack), apis, worker, postgres, redis }
}

/**
 * One process on SQLite.
 * @param settings added to the default ones.
 */
export async function startSingle(settings: Readonly<Record<string, string>> = {}): Promise<TestSystem> {
  await using stack = new AsyncDisposableStack()
  const data = tempFolder('reliability-sqlite')
  stack.defer(() => data.remove())
  const file = join(data.path, 'avatary.sqlite')
  const { common, ...facts } = await prepare(stack, file)
  const env = { ...common, DATABASE_URL: `sqlite:${file}`, DATA_DIR: data.path, ...settings }
  const apis = [new ServiceProcess('process', env)]
  await startAll(stack, apis)
  return { ...facts, ...owned(stack), apis, worker: null, postgres: null, redis: null }
}

async function startAll(stack: AsyncDisposableStack, processes: readonly ServiceProcess[]): Promise<void> {
  for (const one of processes) stack.defer(() => one.kill())
  await Promise.all(processes.map(one => one.start()))
}

/** Transfers the started resources to the owner of the system. */
function owned(stack: AsyncDisposableStack): AsyncDisposable {
  const moved = stack.move()
  return { [Symbol.asyncDispose]: () => moved.disposeAsync() }
}

/** Fills a new database, and starts the platform on which submissions are looked up. */
async function prepare(stack: AsyncDisposableStack, url: string) {
  const temp = tempFolder('reliability')
  stack.defer(() => temp.remove())
  await migrateAndClose(url)
  const open = () => openDatabase(url, IN_THIS_THREAD)
  {
    await using db = await open()
    await catalogStore(db).saveMany(
      Array.from({ length: AVATARS }, (_, i) => fullPatch(i, { name: nameOf(i) })),
      Date.now(),
    )
  }
  const platform = await startPlatform()
  stack.defer(() => platform.stop())
  const adminToken = `ava_${randomBytes(32).toString('base64url')}`
  return {
    folder: temp.path,
    adminToken,
    unindexed: platform.others,
    openDatabase: open,
    async signIn(names: readonly string[]) {
      await using db = await open()
      const people: Person[] = []
      for (const name of names)
        people.push({ name, cookie: await newSession(db, await newPerson(db, name), Date.now()) })
      return people
    },
    common: {
      ...platformEnv(platform),
      PLATFORM_LOOKUPS_PER_MINUTE: '600',
      PUBLIC_URL: ORIGIN,
      TRUST_PROXY: 'loopback',
      DRAIN_MS: '1500',
      SECRET_KEY: randomBytes(32).toString('base64'),
      ADMIN_TOKEN: adminToken,
      RATE_LIMIT_READ: String(READ_LIMIT),
      RATE_LIMIT_VIEWS: '0',
      FLUSH_INTERVAL_MS: String(FLUSH_MS),
    },
  }
}

function nameOf(number: number): string {
  return `${WORDS[number % WORDS.length]} ${number}`
}

/** A platform with the catalog's avatars, which are verified again from time to time, and others. */
async function startPlatform(): Promise<PlatformSim & { others: readonly string[] }> {
  const dataset = createDataset({ size: PLATFORM_AVATARS, now: Date.now() })
  const all = Array.from(
    { length: PLATFORM_AVATARS },
    (_, i) => dataset.platformRecord(i) as PlatformAvatar,
  ).filter(({ releaseStatus }) => releaseStatus === 'public')
  const known = Array.from({ length: AVATARS }, (_, i) => ({ ...all[i], id: idOf(i), name: nameOf(i) }))
  const others = all.slice(AVATARS)
  const avatars = [...known, ...others]
  const sim = await startPlatformSim({ now: Date.now, avatars, authCookie: PLATFORM_COOKIE })
  return Object.assign(sim, { others: others.map(({ id }) => id) })
}
