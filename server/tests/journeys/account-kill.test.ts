import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogStore, openMigratedDatabase } from '../../src/composition/database.ts'
import type { Config } from '../../src/config/config.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { silentLog } from '../../src/platform/log.ts'
import { assertCountersMatchRows } from '../store/account-fixtures.ts'
import { configOf } from '../support/config.ts'
import { inventedId } from '../support/invented-avatars.ts'
import { startServerProcess } from '../support/server-process.ts'
import { PLAYER, type SignedInBrowser, signIn, startCommunity } from '../support/sign-in.ts'
import { testFolder } from '../support/temp-folder.ts'
import { until } from '../support/until.ts'

const AVATARS = Array.from({ length: 40 }, (_, i) => ({ id: inventedId(i + 1), name: `Avatar ${i + 1}` }))
const WRITERS = 6
/** Minimum acknowledged writes before each kill. */
const ACKNOWLEDGED = 40

interface Account {
  /** The avatars and keys of acknowledged writes. */
  readonly liked: Set<string>
  readonly saved: Set<string>
  readonly keys: Set<string>
  /** Writes that may or may not have been stored. */
  readonly unsure: Set<string>
  acknowledged: number
}

/** Likes, saves and undoes, each writer with its own avatars, until the process is gone. */
async function write(momo: SignedInBrowser, writer: number, account: Account): Promise<void> {
  for (let n = 0; ; n++) {
    const { id } = AVATARS[writer * WRITERS + (n % WRITERS)]!
    const [path, set] = n % 2 === 0 ? [`/likes/${id}`, account.liked] : [`/favorites/${id}`, account.saved]
    const isSet = set.has(id)
    account.unsure.add(path)
    const isDone = await (isSet ? momo.delete(path) : momo.put(path)).then(
      async answer => answer.status === 200 && (await answer.text()) !== '',
      () => false,
    )
    if (!isDone) return
    account.unsure.delete(path)
    account.acknowledged++
    if (isSet) set.delete(id)
    else set.add(id)
  }
}

async function makeKeys(momo: SignedInBrowser, account: Account): Promise<void> {
  for (let n = 0; n < 15; n++) {
    try {
      const { id } = (await (await momo.post('/account/keys', { name: `Key ${n}` })).json()) as { id: string }
      account.keys.add(id)
    } catch {
      return
    }
  }
}

async function inCatalog<T>(
  config: Config,
  work: (db: Awaited<ReturnType<typeof openMigratedDatabase>>) => Promise<T>,
) {
  await using db = await openMigratedDatabase({ config, clock: systemClock, log: silentLog })
  return await work(db)
}

test('what was acknowledged survives kill -9, and counters stay exact', { timeout: 120_000 }, async t => {
  const folder = testFolder(t, 'account-kill')
  const { env: community } = await startCommunity(t)
  const env = {
    ...community,
    DATA_DIR: folder,
    PUBLIC_URL: 'http://localhost:8787',
    RATE_LIMIT_WRITES: '0',
    RATE_LIMIT_READ: '0',
    RATE_LIMIT_GLOBAL: '0',
  }
  const config = configOf(env)
  await inCatalog(config, db => catalogStore(db).saveMany(AVATARS, Date.now()))
  const none = { liked: new Set<string>(), saved: new Set<string>(), keys: new Set<string>() }
  const account: Account = { ...none, unsure: new Set(), acknowledged: 0 }
  for (let start = 0; start < 3; start++) {
    const server = await startServerProcess(env)
    t.after(() => server.kill())
    const momo = await signIn({ origin: new URL(server.baseUrl).origin, config }, PLAYER)
    if (start > 0) await assertStored(momo, account)
    const writing = Array.from({ length: WRITERS }, (_, writer) => write(momo, writer, account))
    if (start === 0) writing.push(makeKeys(momo, account))
    const minAcknowledged = account.acknowledged + ACKNOWLEDGED
    await until(`${ACKNOWLEDGED} more writes are acknowledged`, () => account.acknowledged >= minAcknowledged)
    await server.kill()
    await Promise.all(writing)
    await inCatalog(config, assertCountersMatchRows)
  }
})

/** Asserts that every acknowledged write is stored, and that nothing is stored that was not requested. */
async function assertStored(momo: SignedInBrowser, account: Account): Promise<void> {
  const marks = (await (await momo.get('/account/marks')).json()) as { saved: string[]; liked: string[] }
  for (const [name, acknowledged, path] of [
    ['liked', account.liked, '/likes/'],
    ['saved', account.saved, '/favorites/'],
  ] as const) {
    const stored = new Set(marks[name])
    const differing = acknowledged.symmetricDifference(stored)
    for (const id of differing) assert.ok(account.unsure.has(path + id), `${name} ${id} was acknowledged`)
    acknowledged.clear()
    for (const id of stored) acknowledged.add(id)
  }
  account.unsure.clear()
  const { keys } = (await (await momo.get('/account/keys')).json()) as { keys: { id: string }[] }
  for (const id of account.keys)
    assert.ok(
      keys.some(key => key.id === id),
      'the key was acknowledged',
    )
}
