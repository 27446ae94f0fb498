import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Type } from 'typebox'
import { type Reply, route, startHttp } from '../../../tests/support/http-layer.ts'
import { SOMEBODY } from '../../../tests/support/somebody.ts'
import { json, prepared, stream } from '../../kernel/answer.ts'
import { contentETag } from '../../kernel/content-etag.ts'
import { JsonWriter } from '../../kernel/json-writer.ts'
import { prepareOnce } from '../../kernel/prepare-once.ts'
import { encodedETag } from './etag.ts'
import { registerPage, registerRoute } from './routes.ts'
import type { HttpServer } from './server.ts'

const BODY = Buffer.from(JSON.stringify({ avatars: Array.from({ length: 400 }, (_, at) => `avatar ${at}`) }))

/** Too large to be compressed in the request's thread. */
const BULK = Buffer.from(JSON.stringify(Array.from({ length: 20_000 }, (_, at) => `avatar ${at}`)))

async function* two() {
  yield 'one,'
  yield 'two'
}

function startPage(t: Parameters<typeof startHttp>[0]) {
  const page = prepared({ body: BODY })
  return startHttp(t, server => {
    registerRoute(server, route({ path: '/page' }), async () => page)
    registerRoute(server, route({ path: '/fresh' }), async () => json({ text: 'x'.repeat(2000) }))
    registerRoute(server, route({ path: '/stream' }), async () => stream(two(), 'text/plain'))
    registerRoute(server, route({ method: 'POST', path: '/page', body: Type.Object({}) }), async () => page)
    registerPage(server, '/docs', async () => page)
  })
}

const plain = { 'Accept-Encoding': 'identity' }

describe('a representation', () => {
  it('is hashed for a tag only when an answer has one', async t => {
    const page = prepared({ body: BODY })
    const { request } = await startHttp(t, server => {
      registerRoute(server, route({ path: '/page' }), async () => page)
      registerRoute(server, route({ method: 'POST', path: '/page', body: Type.Object({}) }), async () => page)
    })
    const tag = async () => (await page.representations.get('identity'))?.etag
    const headers = { ...plain, 'Content-Type': 'application/json' }
    assert.equal((await request('/api/page', { method: 'POST', headers, body: '{}' })).status, 200)
    assert.equal(await tag(), null)
    await request('/api/page', { headers: plain })
    assert.equal(await tag(), contentETag(BODY))
  })

  for (const [encoding, decode] of [
    ['identity', (bytes: Buffer) => bytes],
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    it(`has the body in ${encoding}`, async t => {
      const { request } = await startPage(t)
      const reply = await request('/api/page', { headers: { 'Accept-Encoding': encoding } })
      assert.equal(reply.status, 200)
      assert.equal(reply.headers['content-encoding'], encoding === 'identity' ? undefined : encoding)
      assert.equal(reply.headers['content-length'], String(reply.body.length))
      assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
      assert.equal(reply.headers.vary, 'Accept-Encoding')
      assert.deepEqual(decode(reply.body), BODY)
    })

    it(`has a body in the heap in ${encoding}`, async t => {
      const out = new JsonWriter().json({ text: 'フ '.repeat(1000) })
      const writtenBytes = out.toBuffer()
      const { request } = await startHttp(t, server =>
        registerRoute(server, route({ path: '/once' }), async () => prepareOnce(out)),
      )
      const reply = await request('/api/once', { headers: { 'Accept-Encoding': encoding } })
      assert.equal(reply.headers['content-length'], String(reply.body.length))
      assert.deepEqual(decode(reply.body), writtenBytes)
      const tag = contentETag(writtenBytes)
      assert.equal(reply.headers.etag, encoding === 'identity' ? tag : encodedETag(tag, encoding))
    })

    it(`has a strong tag in ${encoding} that answers 304, and that no other encoding has`, async t => {
      const { request } = await startPage(t)
      const headers = { 'Accept-Encoding': encoding }
      const { headers: first } = await request('/api/page', { headers })
      assert.match(first.etag!, /^"[^"]+"$/)
      const again = await request('/api/page', { headers: { ...headers, 'If-None-Match': first.etag } })
      assert.equal(again.status, 304)
      assert.equal(again.body.length, 0)
      for (const name of ['etag', 'vary', 'cache-control', 'access-control-allow-origin'] as const) {
        assert.equal(again.headers[name], first[name], name)
      }
      assert.equal(again.headers['content-type'], undefined)
      assert.equal(again.headers['content-encoding'], undefined)
      const other = encoding === 'br' ? 'gzip' : 'br'
      const mixed = await request('/api/page', {
        headers: { 'Accept-Encoding': other, 'If-None-Match': first.etag },
      })
      assert.equal(mixed.status, 200)
    })
  }

  it('is sent from a cache without reading the query string, in every encoding', async t => {
    const page = prepared({ body: BODY })
    const { request } = await startHttp(t, server => {
      const query = Type.Object({ n: Type.Integer() })
      registerRoute(server, route({ query }), async () => json('made'), {
        findCached: ({ rawQuery }) => (rawQuery === 'n=x' ? page : null),
      })
    })
    for (const encoding of ['identity', 'br', 'br']) {
      const reply = await request('/api/test?n=x', { headers: { 'Accept-Encoding': encoding } })
      assert.deepEqual(encoding === 'br' ? brotliDecompressSync(reply.body) : reply.body, BODY)
      const headers = { 'Accept-Encoding': encoding, 'If-None-Match': reply.headers.etag! }
      assert.equal((await request('/api/test?n=x', { headers })).status, 304)
    }
    assert.equal((await request('/api/test?n=1')).body.toString(), '"made"')
    assert.equal((await request('/api/test?n=y')).status, 400)
  })

  it('is not sent from a cache to a request with a problem', async t => {
    const { raw } = await startHttp(t, server => {
      const findCached = () => prepared({ body: BODY })
      registerRoute(server, route({}), async () => json({}), { findCached })
    })
    const reply = await raw('GET /api/test HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n')
    assert.match(reply, /^HTTP\/1\.1 400 /)
  })

  it('is the same to HEAD as to GET, without its body', async t => {
    const { request } = await startPage(t)
    for (const path of ['/api/page', '/api/fresh', '/api/stream', '/docs', '/nowhere']) {
      for (const encoding of ['identity', 'br']) {
        const headers = { 'Accept-Encoding': encoding }
        const got = withoutChange(await request(path, { headers }))
        const head = withoutChange(await request(path, { method: 'HEAD', headers }))
        assert.equal(head.body.length, 0, path)
        assert.equal(head.status, got.status)
        const { 'transfer-encoding': _, ...described } = got.headers
        assert.deepEqual(
          { ...head.headers, 'transfer-encoding': undefined },
          { ...described, 'transfer-encoding': undefined },
          path,
        )
      }
    }
  })

  it('is 304 to HEAD, too', async t => {
    const { request } = await startPage(t)
    const reply = await request('/api/page', { method: 'HEAD', headers: { 'If-None-Match': '*' } })
    assert.equal(reply.status, 304)
  })

  it('of a stream varies by encoding also when it is 304 (RFC 9110 §15.4.5)', async t => {
    const { request } = await startHttp(t, server => {
      const kept = { etag: 'W/"two"', isCompressible: true }
      registerRoute(server, route({}), async () => stream(two(), 'text/plain', kept))
    })
    const sent = await request('/api/test')
    const again = await request('/api/test', { headers: { 'If-None-Match': 'W/"two"' } })
    assert.deepEqual(
      [sent, again].map(({ status, headers }) => [status, headers.vary]),
      [
        [200, 'Accept-Encoding'],
        [304, 'Accept-Encoding'],
      ],
    )
  })

  it('of an object made for the request has a tag of its content', async t => {
    const { request } = await startPage(t)
    const { headers } = await request('/api/fresh')
    assert.equal(
      (await request('/api/fresh', { headers: { 'If-None-Match': `W/${headers.etag}` } })).status,
      304,
    )
  })

  it('keeps a given tag', async t => {
    const { request } = await startHttp(t, server => {
      registerRoute(server, route({}), async () => prepared({ body: BODY, etag: '"7"' }))
    })
    assert.equal((await request('/api/test', { headers: plain })).headers.etag, '"7"')
    assert.equal(
      (await request('/api/test', { headers: { 'Accept-Encoding': 'br' } })).headers.etag,
      '"7-br"',
    )
  })

  it('with another status than 200 has no tag', async t => {
    const { request } = await startHttp(t, server => {
      registerRoute(server, route({}), async () => json({}, { status: 202 }))
    })
    const { status, headers } = await request('/api/test', { headers: { 'If-None-Match': '*' } })
    assert.deepEqual([status, headers.etag], [202, undefined])
  })

  it('of a write has no tag and is never stored', async t => {
    const { request } = await startPage(t)
    const reply = await request('/api/page', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'If-None-Match': '*' },
      body: '{}',
    })
    assert.equal(reply.status, 200)
    assert.equal(reply.headers.etag, undefined)
    assert.equal(reply.headers['cache-control'], 'no-store')
  })
})

describe('compressing an answer', () => {
  it('happens once for all requests', async t => {
    const page = prepared({ body: BULK })
    const made = new Set<unknown>()
    const set = page.representations.set.bind(page.representations)
    page.representations.set = (encoding, made_) => {
      if (made_ instanceof Promise) made.add(made_)
      return set(encoding, made_)
    }
    const { request } = await startHttp(t, server => registerRoute(server, route({}), async () => page))
    const ask = () => request('/api/test', { headers: { 'Accept-Encoding': 'br' } })
    const replies = [...(await Promise.all(Array.from({ length: 8 }, ask))), await ask()]
    assert.equal(made.size, 1)
    for (const { body } of replies) assert.deepEqual(body, replies[0]!.body)
    assert.deepEqual(brotliDecompressSync(replies[0]!.body), BULK)
  })

  it('uses given encodings', async t => {
    const page = prepared({ body: BODY, encodings: { br: Buffer.from('at hand') } })
    const { request } = await startHttp(t, server => registerRoute(server, route({}), async () => page))
    const { body } = await request('/api/test', { headers: { 'Accept-Encoding': 'br' } })
    assert.equal(body.toString(), 'at hand')
  })
})

describe('Cache-Control', () => {
  const cases: readonly [string, Parameters<typeof route>[0], string][] = [
    ['lets anyone keep what is public and ask again', {}, 'no-cache'],
    ["lets a session's answers stay private", { auth: 'session' }, 'private, no-cache'],
    ['is what the route says', { cacheControl: 'public, max-age=120' }, 'public, max-age=120'],
  ]
  for (const [name, given, expected] of cases) {
    it(name, async t => {
      const routes = (server: HttpServer) => registerRoute(server, route(given), async () => json({}))
      const { request } = await startHttp(t, routes, { identify: async () => SOMEBODY })
      assert.equal((await request('/api/test')).headers['cache-control'], expected)
    })
  }

  it('is that of the answer, else that of the route', async t => {
    const { request } = await startHttp(t, server => {
      registerRoute(server, route({ cacheControl: 'max-age=120' }), async () =>
        json({}, { cacheControl: 'max-age=7' }),
      )
    })
    assert.equal((await request('/api/test')).headers['cache-control'], 'max-age=7')
  })
})

/** Drops the headers that differ between any two replies. */
function withoutChange({ headers, ...reply }: Reply): Reply {
  const { date: _d, 'ratelimit-remaining': _r, ...kept } = headers
  return { ...reply, headers: kept }
}
