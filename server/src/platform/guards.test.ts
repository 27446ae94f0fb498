import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { route, startHttp } from '../../tests/support/http-layer.ts'
import { SOMEBODY } from '../../tests/support/somebody.ts'
import { json } from '../kernel/answer.ts'
import { AccountGoneError } from '../kernel/person.ts'
import { createGuards } from './guards.ts'
import { registerRoute } from './http/routes.ts'

const OWN_ORIGIN = 'https://avatary.example'

/** Serves routes whose caller is named by `X-Test-Session`, or by a key where the route accepts one. */
async function start(t: TestContext, ownOrigin = OWN_ORIGIN) {
  return await startHttp(
    t,
    server => {
      const read = route({ auth: 'session', path: '/read' })
      const write = route({ auth: 'session', path: '/write', method: 'PUT', limit: 'writes' })
      const strict = route({ auth: 'same-origin-session', path: '/strict', method: 'POST', limit: 'writes' })
      const keyed = route({ auth: 'session', path: '/keyed', acceptsKey: true })
      for (const each of [read, write, strict, keyed]) {
        registerRoute(server, each, async ({ person }) => json({ key: person.key }))
      }
    },
    {
      ownOrigin,
      identify: async ({ headers }, { acceptsKey }) =>
        headers['x-test-session'] || (acceptsKey && headers.authorization) ? SOMEBODY : null,
    },
  )
}

const signedIn = { 'X-Test-Session': '1' }

describe('a route for people with and without a session', () => {
  it('gives its handler the person, or null', async t => {
    const optional = route({ auth: 'optional-session', path: '/optional' })
    const { request } = await startHttp(
      t,
      server => registerRoute(server, optional, async ({ person }) => json({ key: person?.key ?? null })),
      { identify: async ({ headers }) => (headers['x-test-session'] ? SOMEBODY : null) },
    )
    const anonymous = await request('/api/optional')
    assert.deepEqual(JSON.parse(String(anonymous.body)), { key: null })
    const answered = await request('/api/optional', { headers: signedIn })
    assert.deepEqual(JSON.parse(String(answered.body)), { key: 7 })
    assert.equal(answered.headers['access-control-allow-origin'], undefined)
    assert.match(String(answered.headers['cache-control']), /private/)
  })
})

describe('a route that requires a session', () => {
  it('answers 401 without a session, and gives the person to its handler', async t => {
    const { request } = await start(t)
    const refusal = await request('/api/read')
    assert.equal(refusal.status, 401)
    assert.equal(JSON.parse(String(refusal.body)).code, 'sign_in_required')
    const answered = await request('/api/read', { headers: signedIn })
    assert.deepEqual(JSON.parse(String(answered.body)), { key: 7 })
    assert.equal(answered.headers['access-control-allow-origin'], undefined)
    assert.match(String(answered.headers['cache-control']), /private/)
  })

  it('answers 401 without a session before it checks the origin', async t => {
    const { request } = await start(t)
    for (const headers of [{}, { Origin: OWN_ORIGIN }, { Origin: 'https://evil.example' }]) {
      const answer = await request('/api/strict', { method: 'POST', headers })
      assert.equal(answer.status, 401)
      assert.equal(JSON.parse(String(answer.body)).code, 'sign_in_required')
    }
  })

  it('answers 401 when the account is deleted while its handler works', async t => {
    const gone = route({ auth: 'session' })
    const { request, lines } = await startHttp(
      t,
      server => registerRoute(server, gone, () => Promise.reject(new AccountGoneError())),
      { identify: async () => SOMEBODY },
    )
    const refusal = await request('/api/test')
    assert.equal(refusal.status, 401)
    assert.equal(JSON.parse(String(refusal.body)).code, 'sign_in_required')
    assert.deepEqual(lines, [])
  })

  it('accepts a key only where the contract allows it', async t => {
    const { request } = await start(t)
    const headers = { Authorization: 'Bearer avk_x' }
    assert.equal((await request('/api/keyed', { headers })).status, 200)
    assert.equal((await request('/api/read', { headers })).status, 401)
  })

  it('lets pages of any origin read answers to a key, but not to a session that is sent with the password of a proxy', async t => {
    const { request } = await start(t)
    const allowed = async (headers: Record<string, string>) =>
      (await request('/api/keyed', { headers })).headers['access-control-allow-origin']
    assert.equal(await allowed({ Authorization: 'Bearer avk_x' }), '*')
    assert.equal(await allowed({ ...signedIn, Authorization: 'Basic YTpi' }), undefined)
  })

  it('refuses a write from a page of another site', async t => {
    const { request } = await start(t)
    for (const origin of [
      'https://evil.example',
      'null',
      `${OWN_ORIGIN}.evil.example`,
      'http://avatary.example',
      '',
    ]) {
      const answer = await request('/api/write', { method: 'PUT', headers: { ...signedIn, Origin: origin } })
      assert.equal(answer.status, 403, origin)
      assert.equal(JSON.parse(String(answer.body)).code, 'origin_not_allowed')
    }
    const ownHeaders = { ...signedIn, Origin: OWN_ORIGIN }
    assert.equal((await request('/api/write', { method: 'PUT', headers: ownHeaders })).status, 200)
    assert.equal((await request('/api/write', { method: 'PUT', headers: signedIn })).status, 200)
  })

  it('takes a write from a page of this server by any name of the machine, where the public one is one of them', async t => {
    const { request } = await start(t, 'http://localhost:8787')
    const statusFrom = async (origin: string) =>
      (await request('/api/strict', { method: 'POST', headers: { ...signedIn, Origin: origin } })).status
    for (const name of ['localhost', '127.0.0.1', '[::1]'])
      assert.equal(await statusFrom(`http://${name}:8787`), 200, name)
    for (const other of [
      'http://127.0.0.1',
      'http://127.0.0.1:8788',
      'https://127.0.0.1:8787',
      'http://127.0.0.2:8787',
    ])
      assert.equal(await statusFrom(other), 403, other)
  })

  it('requires an origin for the writes that the spec names', async t => {
    const { request } = await start(t)
    assert.equal((await request('/api/strict', { method: 'POST', headers: signedIn })).status, 403)
    const ownHeaders = { ...signedIn, Origin: OWN_ORIGIN }
    assert.equal((await request('/api/strict', { method: 'POST', headers: ownHeaders })).status, 200)
  })
})

describe('a route for operators', () => {
  it('takes the session of an administrator beside the password of a proxy, and not beside a wrong token', async () => {
    const identify = async () => SOMEBODY
    const guard = createGuards({ identify, isAdmin: () => true, adminToken: 'right', ownOrigin: OWN_ORIGIN })(
      {
        auth: 'admin',
      },
    )
    const codeWith = async (authorization: string) =>
      (await guard!({ method: 'GET', headers: { authorization } }))?.code
    assert.equal(await codeWith('Basic YTpi'), undefined)
    assert.equal(await codeWith('Bearer right'), undefined)
    assert.equal(await codeWith('Bearer wrong'), 'admin_token_required')
  })
})
