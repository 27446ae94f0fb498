import assert from 'node:assert/strict'
import { it } from 'node:test'
import { catalogStore } from '../../src/composition/database.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/kernel/time.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { SESSION_MS } from '../../src/slices/identity/session-rules.ts'
import { assertCountersMatchRows } from '../store/account-fixtures.ts'
import { IN_THIS_THREAD } from '../support/migrated.ts'
import { newPerson, newSession } from '../support/people.ts'
import { startWithPlatform } from '../support/platform.ts'

const ORIGIN = 'https://avatary.test'
const HOURS = 24
const VIEWS_AN_HOUR = 6
/** Changes of counters are kept for an hour, and at most ten minutes longer until a job has deleted them. */
const KEPT_MS = HOUR_MS + 10 * MINUTE_MS

it('a day of traffic leaves nothing undone, uncounted or kept for too long', async t => {
  const env = {
    PUBLIC_URL: ORIGIN,
    RATE_LIMIT_VIEWS: String(VIEWS_AN_HOUR),
    RATE_LIMIT_WRITES: '0',
    RATE_LIMIT_READ: '0',
    RATE_LIMIT_GLOBAL: '0',
  }
  const { app, time, ids, lines, submit, stateOf } = await startWithPlatform(t, {
    env,
    count: 2 * HOURS + 2,
  })
  const [fox, cat, ...others] = ids as [string, string, ...string[]]
  await submit(fox, cat)
  await time.settle(HOUR_MS, MINUTE_MS)
  await using db = await openDatabase(app.config.data.databaseUrl, IN_THIS_THREAD)
  const ann = await newPerson(db, 'ann')
  const cookie = await newSession(db, ann, time.now())
  const startedMs = time.now()
  const [expiringCookie, validCookie] = [
    await newSession(db, await newPerson(db, 'bob'), startedMs - SESSION_MS + (HOURS - 1) * HOUR_MS),
    await newSession(db, await newPerson(db, 'eve'), startedMs - SESSION_MS + (HOURS + 1) * HOUR_MS),
  ]
  const write = (path: string, method: string, session: string) =>
    app.get(path, { method, headers: { Cookie: session, Origin: ORIGIN } })
  const track = async (): Promise<boolean> => {
    const headers = { 'Content-Type': 'application/json' }
    const answer = await app.get(`/avatars/${fox}/track`, {
      method: 'POST',
      headers,
      body: '{"event":"view"}',
    })
    return ((await answer.json()) as { counted?: boolean }).counted !== false
  }

  const countersOf = async (id: string) =>
    (await app.getJson(`/avatars/${id}`)) as { views: number; likes: number }
  const before = { fox: await countersOf(fox), cat: await countersOf(cat) }
  let counted = 0
  for (let hour = 0; hour < HOURS; hour++) {
    for (let attempt = 0; attempt < VIEWS_AN_HOUR + 2; attempt++) if (await track()) counted++
    assert.equal((await write(`/likes/${cat}`, hour % 2 === 0 ? 'PUT' : 'DELETE', cookie)).status, 200)
    assert.equal((await write(`/favorites/${fox}`, hour % 2 === 0 ? 'PUT' : 'DELETE', cookie)).status, 200)
    await submit(others[2 * hour]!, others[2 * hour + 1]!)
    await time.settle(HOUR_MS, MINUTE_MS)
  }

  assert.equal(counted, HOURS * VIEWS_AN_HOUR)
  assert.equal((await write(`/likes/${fox}`, 'PUT', expiringCookie)).status, 401)
  assert.equal((await write(`/likes/${fox}`, 'PUT', validCookie)).status, 200)
  await app.settle()
  assert.equal((await countersOf(fox)).views, before.fox.views + counted)
  assert.equal((await countersOf(fox)).likes, before.fox.likes + 1)
  assert.equal((await countersOf(cat)).likes, before.cat.likes)
  await assertCountersMatchRows(db)
  for (const id of ids) assert.notEqual((await stateOf(id)).state, 'queued', id)
  const changes = await catalogStore(db).changes.after(0, 100_000)
  const old = changes.filter(({ kind, atMs }) => kind === 'counts' && atMs < time.now() - KEPT_MS)
  assert.deepEqual(old, [])
  assert.deepEqual(
    lines.filter(line => (JSON.parse(line) as { level: string }).level === 'error'),
    [],
  )
})
