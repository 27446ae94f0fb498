import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Type } from 'typebox'
import {
  type HttpService,
  type Reply,
  readUntil,
  route,
  type ServiceOptions,
  startHttp,
} from '../../../tests/support/http-layer.ts'
import { failure, json, prepared } from '../../kernel/answer.ts'
import type { Limiter } from '../limits/limiter.ts'
import { registerPage, registerRoute } from './routes.ts'

function start(t: TestContext, options: ServiceOptions = {}) {
  return startHttp(
    t,
    server => {
      registerRoute(server, route({ path: '/read' }), async () => json({}))
      registerRoute(server, route({ path: '/bulk', limit: 'bulk' }), async () => json({}))
      const findCached = () => prepared({ body: Buffer.from('{}') })
      registerRoute(server, route({ path: '/cached', limit: 'bulk' }), async () => json({}), { findCached })
      registerRoute(server, route({ path: '/who' }), async ({ context }) => json(context.address))
      registerRoute(
        server,
        route({ path: '/parameter', query: Type.Object({ n: Type.Integer() }) }),
        async () => json({}),
      )
      registerRoute(
        server,
        route({
          method: 'POST',
          path: '/submit',
          limit: 'submissions',
          body: Type.Object({ ids: Type.Array(Type.String()) }),
          bodyCost: { list: 'ids', maxEntries: 100, costIfTooLong: 'maximum' },
        }),
        async () => json({}),
      )
      registerRoute(
        server,
        route({ method: 'POST', path: '/write', limit: 'writes', body: Type.Object({}) }),
        async () => json({}),
      )
      registerRoute(
        server,
        route({ method: 'POST', path: '/signed', limit: 'none', body: Type.Object({}) }),
        async () => json({}),
        {
          proof: {
            byHead: ({ headers }) => (headers['x-key'] === undefined ? failure('invalid_signature') : null),
            byBody: ({ rawBody }) => (rawBody.toString() === '{}' ? null : failure('invalid_signature')),
          },
        },
      )
      registerPage(server, '/docs', async () => json({}))
    },
    options,
  )
}

function limitsOf({ headers }: Reply): number[] {
  return ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].map(name => Number(headers[name]))
}

function submit({ request }: HttpService, body: unknown): Promise<Reply> {
  return request('/api/submit', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

describe('a request', () => {
  it('is charged to its group and the backstop, and answered with the tighter limit', async t => {
    const { request } = await start(t, { limits: { read: 600, bulk: 30, global: 40 } })
    assert.deepEqual(limitsOf(await request('/api/bulk')), [30, 29, 60])
    assert.deepEqual(limitsOf(await request('/api/read')), [40, 38, 60])
    assert.deepEqual(limitsOf(await request('/docs')), [40, 37, 60])
    assert.deepEqual(limitsOf(await request('/api/bulk')), [30, 28, 60])
  })

  it('is refused when its group is used up, while others pass', async t => {
    const { request, metrics } = await start(t, { limits: { bulk: 1 } })
    await request('/api/bulk')
    const refusal = await request('/api/bulk')
    assert.equal(refusal.status, 429)
    assert.deepEqual(limitsOf(refusal), [1, 0, 60])
    assert.equal(refusal.headers['retry-after'], '60')
    assert.match(JSON.parse(refusal.body.toString()).error, /60 seconds/)
    assert.equal((await request('/api/read')).status, 200)
    assert.match(await metrics.text(), /avatary_rate_limit_refusals_total\{group="bulk"\} 1/)
  })

  it('is charged and refused when its answer is cached, too', async t => {
    const { request } = await start(t, { limits: { bulk: 2 } })
    assert.deepEqual(limitsOf(await request('/api/cached')), [2, 1, 60])
    assert.deepEqual(limitsOf(await request('/api/cached')), [2, 0, 60])
    assert.equal((await request('/api/cached')).status, 429)
  })

  it('passes again after the seconds of Retry-After', async t => {
    const { request, clock } = await start(t, { limits: { read: 1 } })
    await request('/api/read')
    clock.advance(12_500)
    const refusal = await request('/api/read')
    assert.equal(refusal.headers['retry-after'], '48')
    clock.advance(48_000)
    assert.equal((await request('/api/read')).status, 200)
  })

  it('is charged once when it fails', async t => {
    const { request } = await start(t, { limits: { read: 10 } })
    assert.equal((await request('/api/parameter?n=x')).status, 400)
    assert.equal((await request('/api/nowhere')).status, 404)
    assert.deepEqual(limitsOf(await request('/api/read')), [10, 8, 60])
  })

  it('is charged once when it has a body', async t => {
    const { request } = await start(t, { limits: { writes: 10 } })
    const headers = { 'Content-Type': 'application/json' }
    for (const [at, body] of ['{}', '{', 'x'.repeat(1024 * 1024 + 1)].entries()) {
      assert.deepEqual(limitsOf(await request('/api/write', { method: 'POST', headers, body })), [
        10,
        9 - at,
        60,
      ])
    }
  })

  it('is not limited with limits of 0, and still has the three headers', async t => {
    const { request } = await start(t, { limits: { read: 0, global: 0 } })
    assert.deepEqual(limitsOf(await request('/api/read')), [1_000_000_000, 1_000_000_000, 60])
  })

  it('waits for an asynchronous limiter', async t => {
    const limits = { allowed: true, limit: 7, remaining: 3, resetSeconds: 5, retryAfterSeconds: 0 }
    const later: Limiter = { consume: async () => limits, consumeNow: () => null, peek: async () => limits }
    const service = await start(t, { limiter: later })
    assert.deepEqual(limitsOf(await service.request('/api/read')), [7, 3, 5])
    assert.deepEqual(limitsOf(await submit(service, { ids: ['a'] })), [7, 3, 5])
    assert.deepEqual(limitsOf(await service.request('/api/nowhere')), [7, 3, 5])
    assert.deepEqual(limitsOf(await service.request('/api/cached')), [7, 3, 5])
  })
})

describe('a request to a route without a limit', () => {
  it('passes when the address has nothing left, and costs nothing', async t => {
    const { request } = await startHttp(
      t,
      server => {
        registerRoute(server, route({ path: '/health', limit: 'exempt' }), async () => json({ ok: true }))
        registerRoute(server, route({ path: '/read' }), async () => json({}))
      },
      { limits: { global: 1 } },
    )
    for (let i = 0; i < 3; i++) assert.equal((await request('/api/health')).status, 200)
    assert.equal((await request('/api/read')).status, 200)
    assert.equal((await request('/api/read')).status, 429)
    assert.equal((await request('/api/health')).status, 200)
  })
})

describe('a request whose cost depends on its body', () => {
  it('is charged its cost in the group and one request in the backstop', async t => {
    const service = await start(t, { limits: { submissions: 100, global: 1000 } })
    assert.deepEqual(limitsOf(await submit(service, { ids: Array(30).fill('a') })), [100, 70, 60])
    assert.deepEqual(limitsOf(await submit(service, { ids: ['a'] })), [100, 69, 60])
    assert.deepEqual(limitsOf(await service.request('/docs')), [1000, 997, 60])
  })

  it('is refused and charged nothing when it costs more than is left', async t => {
    const service = await start(t, { limits: { submissions: 100 } })
    await submit(service, { ids: Array(70).fill('a') })
    const refusal = await submit(service, { ids: Array(31).fill('a') })
    assert.equal(refusal.status, 429)
    assert.deepEqual(limitsOf(refusal), [100, 30, 60])
    assert.equal(refusal.headers['retry-after'], '60')
    assert.equal((await submit(service, { ids: Array(30).fill('a') })).status, 200)
  })

  it('is charged before it is validated', async t => {
    const service = await start(t, { limits: { submissions: 100 } })
    const invalid = await submit(service, { ids: Array(30).fill(7) })
    assert.equal(invalid.status, 400)
    assert.deepEqual(limitsOf(invalid), [100, 70, 60])
  })

  it('is charged one when its body cannot be read', async t => {
    const service = await start(t, { limits: { submissions: 100 } })
    assert.deepEqual(limitsOf(await submit(service, '{')), [100, 99, 60])
    assert.deepEqual(limitsOf(await submit(service, 'x'.repeat(1024 * 1024 + 1))), [100, 98, 60])
  })

  it('is refused before its body is read when nothing is left', async t => {
    const service = await start(t, { limits: { submissions: 1 } })
    await submit(service, { ids: ['a'] })
    const socket = await service.connect()
    socket.write(
      'POST /api/submit HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
    )
    assert.match(await readUntil(socket, '}'), /^HTTP\/1\.1 429 /)
    socket.destroy()
  })
})

describe('a request with a proof', () => {
  const headers = { 'Content-Type': 'application/json', 'X-Key': 'a' }
  const signed = { method: 'POST', headers, body: '{}' }

  it('costs nothing and has no limit, also when the address has nothing left', async t => {
    const { request } = await start(t, { limits: { global: 1 } })
    for (let at = 0; at < 5; at++) assert.equal((await request('/api/signed', signed)).status, 200)
    assert.deepEqual(limitsOf(await request('/docs')), [1, 0, 60])
    assert.equal((await request('/docs')).status, 429)
    const answer = await request('/api/signed', signed)
    assert.deepEqual([answer.status, ...limitsOf(answer)], [200, 1_000_000_000, 1_000_000_000, 60])
  })

  it('is charged to the backstop when its proof fails, by its head, its body or its size', async t => {
    const failing = [
      { method: 'POST', body: '{}' },
      { ...signed, body: '{"a":1}' },
      { ...signed, body: 'x'.repeat(1024 * 1024 + 1) },
    ]
    const { request } = await start(t, { limits: { global: failing.length } })
    for (const [at, sent] of failing.entries()) {
      const refusal = await request('/api/signed', sent)
      assert.deepEqual(
        [refusal.status === 401 || refusal.status === 413, limitsOf(refusal)[1]],
        [true, 2 - at],
      )
    }
    for (const sent of failing) {
      const limited = await request('/api/signed', sent)
      assert.equal(limited.status, 429)
      assert.equal(limited.headers['retry-after'], '60')
    }
  })

  it('is refused by its head before its body is read', async t => {
    const service = await start(t)
    const socket = await service.connect()
    socket.write('POST /api/signed HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n')
    assert.match(await readUntil(socket, '}'), /^HTTP\/1\.1 401 /)
    socket.destroy()
  })
})

describe('the client that a request is charged to', () => {
  const forwarded = (...hops: string[]) => ({ headers: { 'X-Forwarded-For': hops.join(', ') } })
  const chains: readonly [string, readonly string[], readonly string[], string][] = [
    ['is the connection, whatever is forwarded, when no proxy is trusted', [], ['198.51.100.1'], '127.0.0.1'],
    ['is the connection when another proxy is trusted', ['10.0.0.0/8'], ['198.51.100.1'], '127.0.0.1'],
    ['is what a trusted proxy saw', ['loopback'], ['198.51.100.1'], '198.51.100.1'],
    [
      'is what the last proxy saw, not what its client claims',
      ['loopback'],
      ['1.1.1.1', '198.51.100.1'],
      '198.51.100.1',
    ],
    [
      'is found behind several trusted proxies',
      ['loopback', '10.0.0.0/8'],
      ['198.51.100.1', '10.1.2.3', '10.0.0.1'],
      '198.51.100.1',
    ],
    ['is where trust ends', ['loopback', '10.0.0.1'], ['198.51.100.1', '10.1.2.3', '10.0.0.1'], '10.1.2.3'],
    ['is the connection when a trusted proxy forwards nothing', ['127.0.0.1'], [], '127.0.0.1'],
    ['may be an IPv6 address', ['loopback'], ['2001:db8::1'], '2001:db8::1'],
    ['is read without its port', ['loopback'], ['198.51.100.1:51234'], '198.51.100.1'],
  ]
  for (const [name, trustProxy, hops, address] of chains) {
    it(name, async t => {
      const { request } = await start(t, { trustProxy })
      const { body } = await request('/api/who', hops.length === 0 ? {} : forwarded(...hops))
      assert.equal(JSON.parse(body.toString()), address)
    })
  }

  it('is the same for an IPv4 address and the same inside IPv6, and for all hosts of a /64', async t => {
    const { request } = await start(t, { trustProxy: ['loopback'], limits: { read: 10 } })
    const remaining = async (hop: string) => limitsOf(await request('/api/read', forwarded(hop)))[1]
    assert.equal(await remaining('198.51.100.1'), 9)
    assert.equal(await remaining('::ffff:198.51.100.1'), 8)
    assert.equal(await remaining('198.51.100.2'), 9)
    assert.equal(await remaining('2001:db8:1:2::1'), 9)
    assert.equal(await remaining('2001:db8:1:2:ffff::9'), 8)
    assert.equal(await remaining('2001:db8:1:3::1'), 9)
  })

  it('can differ between requests on one connection of a proxy', async t => {
    const { raw } = await start(t, { trustProxy: ['loopback'], limits: { read: 10 } })
    const of = (hop: string, last = '') =>
      `GET /api/read HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${hop}\r\n${last}\r\n`
    const text = await raw(
      of('198.51.100.1') +
        of('198.51.100.2') +
        of('198.51.100.1') +
        of('198.51.100.2', 'Connection: close\r\n'),
    )
    assert.deepEqual(
      [...text.matchAll(/ratelimit-remaining: (\d+)/g)].map(match => match[1]),
      ['9', '9', '8', '8'],
    )
  })

  it('is the same for any invalid address that a trusted proxy forwards', async t => {
    const { request } = await start(t, { trustProxy: ['loopback'], limits: { read: 10 } })
    for (const [at, hop] of ['unknown', '_hidden', '<script>', '999.1.1.1'].entries()) {
      assert.deepEqual(limitsOf(await request('/api/read', forwarded(hop))), [10, 9 - at, 60])
    }
  })
})
