import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Type } from 'typebox'
import { route, startHttp } from '../../../tests/support/http-layer.ts'
import { empty, failure, json, prepared } from '../../kernel/answer.ts'
import { registerPage, registerRoute } from './routes.ts'

const ORIGIN = { Origin: 'https://elsewhere.example' }

function start(t: TestContext) {
  const auth = 'same-origin-session'
  return startHttp(t, server => {
    registerRoute(server, route({ path: '/public' }), async () => json({}))
    registerRoute(server, route({ path: '/missing' }), async () => failure('avatar_not_found'))
    registerRoute(server, route({ method: 'POST', path: '/public', body: Type.Object({}) }), async () =>
      json({}),
    )
    registerRoute(server, route({ method: 'DELETE', path: '/public', auth }), async () => json({}))
    registerRoute(server, route({ path: '/account', auth: 'session' }), async () => json({}))
    registerRoute(server, route({ method: 'PATCH', path: '/account', auth }), async () => json({}))
    registerRoute(server, route({ path: '/login', isNavigation: true }), async () =>
      empty(303, { Location: '/' }),
    )
    registerPage(server, '/docs', async () => prepared({ body: Buffer.from('<p>') }))
  })
}

const CORS = [
  'access-control-allow-origin',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-expose-headers',
] as const

describe('scripts of other origins', () => {
  it('may read what is public, its errors and its limits', async t => {
    const { request } = await start(t)
    for (const path of ['/api/public', '/api/missing', '/api/nowhere']) {
      const { headers } = await request(path, { headers: ORIGIN })
      assert.equal(headers['access-control-allow-origin'], '*')
      assert.equal(headers['access-control-allow-credentials'], undefined)
      const exposed = headers['access-control-expose-headers']!.split(', ')
      for (const name of [
        'RateLimit-Limit',
        'RateLimit-Remaining',
        'RateLimit-Reset',
        'Retry-After',
        'ETag',
        'Link',
      ]) {
        assert.ok(exposed.includes(name), name)
      }
    }
  })

  it('may not read what needs a session, nor pages', async t => {
    const { request } = await start(t)
    for (const [method, path] of [
      ['GET', '/api/account'],
      ['PATCH', '/api/account'],
      ['DELETE', '/api/public'],
      ['POST', '/api/account'],
      ['GET', '/docs'],
    ] as const) {
      const { headers } = await request(path, { method, headers: ORIGIN })
      for (const name of CORS) assert.equal(headers[name], undefined, `${method} ${path} ${name}`)
    }
  })

  it('may not read redirects of browsers, by any method', async t => {
    const { request } = await start(t)
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
      const { headers } = await request('/api/login', { method, headers: ORIGIN })
      for (const name of CORS) assert.equal(headers[name], undefined, `${method} ${name}`)
    }
  })

  it('get the public methods by a preflight', async t => {
    const { request } = await start(t)
    const { status, headers, body } = await request('/api/public', {
      method: 'OPTIONS',
      headers: { ...ORIGIN, 'Access-Control-Request-Method': 'POST' },
    })
    assert.equal(status, 204)
    assert.equal(body.length, 0)
    assert.equal(headers['content-length'], undefined)
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(headers['access-control-allow-methods'], 'GET, HEAD, POST')
    const allowed = headers['access-control-allow-headers']!.split(', ')
    for (const name of [
      'Content-Type',
      'If-None-Match',
      'Last-Event-ID',
      'Cache-Control',
      'Search-Provisional',
      'X-Requested-With',
    ]) {
      assert.ok(allowed.includes(name), name)
    }
    assert.match(headers['access-control-max-age']!, /^\d+$/)
    assert.equal(headers.allow, 'DELETE, GET, HEAD, OPTIONS, POST')
  })

  it('get no permission by a preflight for what needs a session, nor for a page', async t => {
    const { request } = await start(t)
    for (const [path, allow] of [
      ['/api/account', 'GET, HEAD, OPTIONS, PATCH'],
      ['/docs', 'GET, HEAD, OPTIONS'],
    ]) {
      const { status, headers } = await request(path!, { method: 'OPTIONS', headers: ORIGIN })
      assert.equal(status, 204)
      assert.equal(headers.allow, allow)
      for (const name of CORS) assert.equal(headers[name], undefined, `${path} ${name}`)
    }
  })
})

describe('a page', () => {
  it('runs no script, loads nothing from other sites, and cannot be framed', async t => {
    const { request } = await start(t)
    const { headers } = await request('/docs')
    assert.match(headers['content-security-policy'] as string, /default-src 'none'.*frame-ancestors 'none'/)
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.equal(headers['x-content-type-options'], 'nosniff')
  })
})
