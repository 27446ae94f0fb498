import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { errorsOf, type RouteContract } from '@avatary/contract/route'
import { ROUTES } from '@avatary/contract/routes/all'
import { startTestApp, type TestApp } from '../support/app.ts'
import { FailingDisk, SQLITE } from '../support/failing-disk.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { NO_LIMITS } from '../support/no-limits.ts'
import { nameOf } from './target.ts'

/** Routes that declare `unavailable` but do not reach the database with the requests of this test. */
const OUT_OF_REACH = [
  // Requires the state of a sign-in that the browser has begun.
  'GET /login/callback',
  // Placements are numbered, so there is no example.
  'PATCH /admin/placements/{id}',
  'DELETE /admin/placements/{id}',
  // Answers so only when an acknowledged visit has been unwritten for an interval.
  'POST /avatars/{id}/track',
]

const SECRET = 'x'.repeat(43)

/** Bodies and queries that get as far as the database, for routes whose examples do not. */
const BODIES: Readonly<Record<string, object>> = {
  reportAvatar: { reason: 'stolen' },
}
const QUERIES: Readonly<Record<string, string>> = { worldBundle: 'include=stats,searches' }

function addressOf({ id, path, exampleRequests }: RouteContract): string {
  const { params = {}, query = '' } = exampleRequests?.[0] ?? {}
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? inventedId(1))
  const asked = QUERIES[id] ?? query
  return asked === '' ? target : `${target}?${asked}`
}

function requestOf({ config, adminToken }: TestApp, route: RouteContract): RequestInit {
  const { id, method, auth, exampleRequests, bodyMediaTypes } = route
  const proofs: Partial<Record<RouteContract['auth'], string>> = {
    admin: `Bearer ${adminToken}`,
    bearer: `Bearer avo_${SECRET}`,
    application: `Basic ${btoa(`avc_1:${SECRET}`)}`,
  }
  const proof = proofs[auth]
  const headers = {
    Origin: config.http.publicUrl,
    Cookie: `avatary_session=${SECRET}`,
    ...(proof && { Authorization: proof }),
  }
  if (method === 'GET') return { method, headers }
  if (bodyMediaTypes?.[0] === 'application/x-www-form-urlencoded')
    return { method, headers, body: new URLSearchParams({ grant_type: 'authorization_code', token: 'a' }) }
  const body = JSON.stringify(BODIES[id] ?? exampleRequests?.[0]?.body ?? {})
  return { method, headers: { ...headers, 'Content-Type': 'application/json' }, body }
}

describe('while the database is away', () => {
  const disk = new FailingDisk()
  let app: TestApp
  before(async () => {
    app = await startTestApp({ avatars: INVENTED_AVATARS, disk, env: NO_LIMITS })
    // Histories are loaded a moment later than the catalog.
    assert.equal((await app.get('/insights/avatars')).status, 200)
    disk.code = SQLITE.ioErrorOnRead
    disk.readsFail = true
  })
  after(() => app[Symbol.asyncDispose]())

  for (const route of ROUTES) {
    const needsDatabase = errorsOf(route).includes('unavailable')
    if (OUT_OF_REACH.includes(nameOf(route)) || route.mediaType === 'text/event-stream') continue
    it(`${nameOf(route)} ${needsDatabase ? 'is 503 `unavailable`, and says so' : 'goes on'}`, async () => {
      const response = await app.get(addressOf(route), { redirect: 'manual', ...requestOf(app, route) })
      const text = await response.text()
      const isAway = response.status === 503 && JSON.parse(text).code === 'unavailable'
      assert.equal(isAway, needsDatabase, text.slice(0, 200))
      if (isAway) assert.match(response.headers.get('retry-after') ?? 'absent', /^[1-9]\d*$/)
      else assert.ok(response.status < 500 || /not_configured|upstream_/.test(text), text.slice(0, 200))
    })
  }

  it('/ready stays 200, as reads go on, and says that the database is away', async () => {
    const response = await app.get('/ready')
    assert.equal(response.status, 200)
    assert.deepEqual(await response.json(), { ok: true, record: 'unavailable' })
  })
})

describe('tracking while the database is away', () => {
  it('goes on for one interval, then is 503 and counts nothing, and goes on when the database is back', async () => {
    const disk = new FailingDisk()
    const clock = new ManualClock()
    const env = { ...NO_LIMITS, RATE_LIMIT_VIEWS: '0', FLUSH_INTERVAL_MS: '500' }
    await using app = await startTestApp({ avatars: INVENTED_AVATARS, disk, clock, env })
    const id = inventedId(5)
    const track = async () => {
      const response = await app.get(`/avatars/${id}/track`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'User-Agent': 'Mozilla/5.0 Firefox/140.0' },
        body: JSON.stringify({ event: 'view' }),
      })
      return [response.status, response.headers.get('retry-after')]
    }
    const views = async () => {
      const { avatars } = await app.getJson(`/avatars/search?q=${id}`)
      return (avatars as { views: number }[])[0]!.views
    }
    const before = await views()
    disk.code = SQLITE.full
    assert.deepEqual(
      [await track(), await track()],
      [
        [200, null],
        [200, null],
      ],
    )
    clock.advance(500)
    assert.deepEqual(
      [await track(), await track()],
      [
        [503, '5'],
        [503, '5'],
      ],
    )
    disk.code = null
    assert.deepEqual(await track(), [200, null])
    await app.settle()
    assert.equal(await views(), before + 3)
  })
})

describe('the disk below the database is full', () => {
  it('and what is read goes on, while what is written is 503 and works again when there is room', async () => {
    const disk = new FailingDisk()
    await using app = await startTestApp({ avatars: INVENTED_AVATARS, disk })
    const popular = async () => (await app.getJson('/avatars/popular-searches')).terms
    await app.get('/avatars/search?q=fox')
    const terms = await popular()
    assert.deepEqual(await app.getJson('/ready'), { ok: true, record: 'available' })
    disk.code = SQLITE.full
    const submit = () =>
      app.get('/avatars/submit', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ avatarId: 'avtr_00000000-0000-4000-8000-00000000beef' }),
      })
    assert.equal((await submit()).status, 503)
    assert.equal((await app.get('/avatars/search?q=fox')).status, 200)
    assert.deepEqual(await popular(), terms)
    assert.equal((await app.getJson('/ready')).record, 'unavailable')
    disk.code = null
    assert.equal((await submit()).status, 200)
  })
})
