import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { catalogStore } from '../../src/composition/database.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { fullPatch, idOf } from '../store/fixtures.ts'
import { skipSuiteWithout } from '../support/engines.ts'
import { IN_THIS_THREAD, migrateAndClose } from '../support/migrated.ts'
import { createPostgresDatabase, hasPostgres } from '../support/postgres.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { cannotMount, fillUp, mountDisk, mountReadOnly } from '../support/small-disk.ts'
import { testFolder } from '../support/temp-folder.ts'
import { until } from '../support/until.ts'

const AVATARS = 600
/** Free pages of the write-ahead log may absorb some writes; no more than this fit on a full disk. */
const MAX_WRITES = 500
const ADMIN_TOKEN = `ava_${randomBytes(32).toString('base64url')}`
const SECRETS = { ADMIN_TOKEN, SECRET_KEY: randomBytes(32).toString('base64') }

async function fillCatalog(url: string): Promise<void> {
  await using db = await openDatabase(url, IN_THIS_THREAD)
  const avatars = Array.from({ length: AVATARS }, (_, i) => fullPatch(i, { name: `fox ${i}` }))
  await catalogStore(db).saveMany(avatars, Date.now())
}

/** Blocks avatars, and remembers which blocks were acknowledged. */
class Operator {
  readonly acknowledged: string[] = []
  #next = 0

  /**
   * Blocks the next avatar.
   * @returns the status, which is 200, or 503 with `Retry-After`.
   */
  async block({ baseUrl }: ServerProcess): Promise<number> {
    const id = idOf(this.#next)
    const response = await fetch(`${baseUrl}/admin/blocks/${id}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ reason: 'stolen' }),
    })
    await response.arrayBuffer()
    if (response.status === 503) assert.ok(Number(response.headers.get('Retry-After')) > 0)
    else {
      assert.equal(response.status, 200)
      this.acknowledged.push(id)
      this.#next++
    }
    return response.status
  }

  /** Fails when an acknowledged block is not stored. */
  async verify({ baseUrl }: ServerProcess): Promise<void> {
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` }
    const response = await fetch(`${baseUrl}/admin/blocks?limit=500`, { headers })
    const { blocks } = (await response.json()) as { blocks: { id: string }[] }
    const held = new Set(blocks.map(({ id }) => id))
    assert.deepEqual(
      this.acknowledged.filter(id => !held.has(id)),
      [],
    )
  }
}

async function assertReads({ baseUrl }: ServerProcess): Promise<void> {
  for (const path of ['/health', '/ready', `/avatars/${idOf(AVATARS - 1)}`])
    assert.equal((await fetch(baseUrl + path)).status, 200, path)
  const found = (await (await fetch(`${baseUrl}/avatars/search?q=fox`)).json()) as { total: number }
  assert.ok(found.total > 0)
}

describe('a server whose disk is full', () => {
  it('reads on, refuses writes, loses none, and goes on when there is room', {
    skip: cannotMount,
  }, async t => {
    const folder = mountDisk(t, 24)
    const file = join(folder, 'avatary.sqlite')
    await migrateAndClose(file)
    await fillCatalog(file)
    const env = { DATA_DIR: folder, RATE_LIMIT_GLOBAL: '0', RATE_LIMIT_WRITES: '0', ...SECRETS }
    const operator = new Operator()

    await using first = await startServerProcess(env)
    assert.equal(await operator.block(first), 200)
    const makeRoom = fillUp(folder)
    let writes = 0
    while ((await operator.block(first)) === 200) assert.ok(++writes < MAX_WRITES)
    await assertReads(first)
    await first.kill()

    await using second = await startServerProcess(env)
    await assertReads(second)
    assert.equal(await operator.block(second), 503)
    makeRoom()
    await until('writes go on', async () => (await operator.block(second)) === 200)
    const makeRoomAgain = fillUp(folder)
    await second[Symbol.asyncDispose]()
    makeRoomAgain()

    await using third = await startServerProcess(env)
    await operator.verify(third)
    await assertReads(third)
  })
})

describe('a data folder that cannot be written to', () => {
  it('is named when the database in it cannot be opened', { skip: cannotMount }, async t => {
    const folder = testFolder(t, 'read-only')
    await migrateAndClose(join(folder, 'avatary.sqlite'))
    const path = mountReadOnly(t, folder)
    await assert.rejects(openDatabase(join(path, 'avatary.sqlite')), (error: Error) => {
      assert.ok(error.message.includes(`the folder ${path} cannot be written to`), error.message)
      return true
    })
  })

  if (!hasPostgres) return skipSuiteWithout('postgres')

  it('will do with PostgreSQL and both secrets, without a snapshot', { skip: cannotMount }, async t => {
    const { url, drop } = await createPostgresDatabase()
    t.after(drop)
    await fillCatalog(url)
    const folder = testFolder(t, 'read-only')
    mkdirSync(join(folder, 'data'))
    const path = mountReadOnly(t, join(folder, 'data'))
    await using server = await startServerProcess({ DATA_DIR: path, DATABASE_URL: url, ...SECRETS })
    const operator = new Operator()
    assert.equal(await operator.block(server), 200)
    await operator.verify(server)
    await assertReads(server)
    assert.ok(!existsSync(join(path, 'catalog.snapshot')))
  })
})
