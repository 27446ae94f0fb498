import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Type } from 'typebox'
import {
  type HttpService,
  parseHead,
  route,
  type ServiceOptions,
  startHttp,
} from '../../../tests/support/http-layer.ts'
import { empty, failure, json, prepared, stream } from '../../kernel/answer.ts'
import { registerPage, registerRoute } from './routes.ts'
import type { HttpServer } from './server.ts'

const page = prepared({ body: Buffer.from('{"page":1}') })

function addRoutes(server: HttpServer): void {
  registerRoute(server, route({ path: '/page' }), async () => page)
  registerRoute(server, route({ path: '/json' }), async () => json({ ok: true }))
  registerRoute(
    server,
    route({ path: '/things/{id}', params: Type.Object({ id: Type.String() }) }),
    async input => json(input.params.id),
  )
  registerRoute(server, route({ method: 'POST', path: '/json', body: Type.Object({}) }), async () =>
    json({ made: true }, { status: 201 }),
  )
  registerRoute(server, route({ method: 'DELETE', path: '/thing' }), async () => json({ ok: true }))
  registerRoute(server, route({ path: '/failure' }), async () => failure('avatar_not_found'))
  registerRoute(server, route({ path: '/bug' }), () => {
    throw new Error('a bug')
  })
  registerRoute(server, route({ path: '/late-bug' }), () => Promise.reject(new Error('a late bug')))
  registerRoute(server, route({ path: '/bad-header' }), async () => empty(303, { Location: 'a\r\nb' }))
  registerRoute(server, route({ path: '/redirect' }), async () => empty(303, { Location: '/elsewhere' }))
  registerRoute(server, route({ path: '/stream' }), async () => stream(chunks(), 'text/plain'))
  registerPage(server, '/docs', async () => prepared({ body: Buffer.from('<p>'), contentType: 'text/html' }))
}

async function* chunks() {
  yield 'one,'
  yield 'two'
}

function start(t: TestContext, options?: ServiceOptions): Promise<HttpService> {
  return startHttp(t, addRoutes, options)
}

const JSON_BODY = { 'Content-Type': 'application/json' }

interface Case {
  status: number
  bytes: string
  /** Code from the error table. */
  code?: string
  headers?: Record<string, string>
}

/** A raw request of method, path and, if given, a JSON body. */
function http(head: string, headers: Record<string, string> = {}, body = ''): string {
  const lines = Object.entries({
    Host: 'localhost',
    Connection: 'close',
    ...(body !== '' && { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${head} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

const CASES: Record<string, Case> = {
  'a page': { status: 200, bytes: http('GET /api/page') },
  'the head of a page': { status: 200, bytes: http('HEAD /api/page') },
  'an object': { status: 200, bytes: http('GET /api/json') },
  'a stream': { status: 200, bytes: http('GET /api/stream') },
  'the head of a stream': { status: 200, bytes: http('HEAD /api/stream') },
  'a page of the site': { status: 200, bytes: http('GET /docs') },
  'an answer with a status of its own': { status: 201, bytes: http('POST /api/json', JSON_BODY, '{}') },
  'a preflight': { status: 204, bytes: http('OPTIONS /api/page') },
  'a redirect': { status: 303, bytes: http('GET /api/redirect') },
  'what the client has': { status: 304, bytes: http('GET /api/page', { 'If-None-Match': '*' }) },
  'no HTTP at all': {
    status: 400,
    code: 'bad_request',
    bytes: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n',
  },
  'a made-up method': { status: 400, code: 'bad_request', bytes: http('FROB /api/page') },
  'a request without a host': {
    status: 400,
    code: 'bad_request',
    bytes: 'GET /api/page HTTP/1.1\r\nConnection: close\r\n\r\n',
  },
  'two Host headers': {
    status: 400,
    code: 'bad_request',
    bytes: 'GET /api/page HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n',
  },
  'a Host header that is no host': {
    status: 400,
    code: 'bad_request',
    bytes: http('GET /api/page', { Host: 'a b/c' }),
  },
  'a byte order mark before the JSON': {
    status: 201,
    bytes: http('POST /api/json', JSON_BODY, '\ufeff{}'),
  },
  'a compressed body': {
    status: 415,
    code: 'unsupported_media_type',
    bytes: http('POST /api/json', { ...JSON_BODY, 'Content-Encoding': 'gzip' }, '{}'),
  },
  'a body with the coding identity': {
    status: 201,
    bytes: http('POST /api/json', { ...JSON_BODY, 'Content-Encoding': 'identity' }, '{}'),
  },
  'two lengths of a body': {
    status: 400,
    code: 'bad_request',
    bytes:
      'POST /api/json HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  },
  'a percent sign that begins nothing': {
    status: 400,
    code: 'bad_request',
    bytes: http('GET /api/things/%E0%A4%A'),
  },
  'a parameter that is no UTF-8': { status: 400, code: 'bad_request', bytes: http('GET /api/things/%ff') },
  'a body that is no JSON': {
    status: 400,
    code: 'malformed_json',
    bytes: http('POST /api/json', JSON_BODY, '{'),
  },
  'a type of a body and no body': {
    status: 400,
    code: 'malformed_json',
    bytes: http('POST /api/json', JSON_BODY),
  },
  'a type of a body where none is read': { status: 200, bytes: http('DELETE /api/thing', JSON_BODY) },
  'a type of a body at an unknown path': {
    status: 404,
    code: 'not_found',
    bytes: http('DELETE /api/nowhere', JSON_BODY),
  },
  'a preflight with the type of a body': { status: 204, bytes: http('OPTIONS /api/page', JSON_BODY) },
  'an unknown path': { status: 404, code: 'not_found', bytes: http('GET /api/nowhere') },
  'an unknown path outside': { status: 404, code: 'not_found', bytes: http('GET /favicon.ico') },
  'a body for an unknown path': {
    status: 404,
    code: 'not_found',
    bytes: http('POST /api/nowhere', JSON_BODY, '{}'),
  },
  'a preflight for an unknown path': { status: 404, code: 'not_found', bytes: http('OPTIONS /api/nowhere') },
  'a failure': { status: 404, code: 'avatar_not_found', bytes: http('GET /api/failure') },
  'a wrong method': {
    status: 405,
    code: 'method_not_allowed',
    bytes: http('DELETE /api/json'),
    headers: { allow: 'GET, HEAD, OPTIONS, POST' },
  },
  'a method nobody takes': {
    status: 405,
    code: 'method_not_allowed',
    bytes: http('PROPFIND /api/things/1'),
    headers: { allow: 'GET, HEAD, OPTIONS' },
  },
  'a wrong method with a body': {
    status: 405,
    code: 'method_not_allowed',
    bytes: http('PUT /api/json', JSON_BODY, '{}'),
    headers: { allow: 'GET, HEAD, OPTIONS, POST' },
  },
  'a trace': { status: 405, code: 'method_not_allowed', bytes: http('TRACE /api/page') },
  'a tunnel': {
    status: 405,
    code: 'method_not_allowed',
    bytes: 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n',
  },
  'an announced body that is too large': {
    status: 413,
    code: 'body_too_large',
    bytes: http('POST /api/json', { ...JSON_BODY, 'Content-Length': '1048577' }),
  },
  'a body that turns out too large': {
    status: 413,
    code: 'body_too_large',
    bytes: `${http('POST /api/json', { ...JSON_BODY, 'Transfer-Encoding': 'chunked' })}100001\r\n${'x'.repeat(0x100001)}\r\n0\r\n\r\n`,
  },
  'an address that is too long': {
    status: 414,
    code: 'uri_too_long',
    bytes: http(`GET /api/page?q=${'x'.repeat(33_000)}`),
  },
  'an address longer than all headers may be': {
    status: 414,
    code: 'uri_too_long',
    bytes: http(`GET /api/page?q=${'x'.repeat(1_000_000)}`),
  },
  'a body of another type': {
    status: 415,
    code: 'unsupported_media_type',
    bytes: http('POST /api/json', { 'Content-Type': 'text/plain' }, '{}'),
  },
  'a body without a type': {
    status: 415,
    code: 'unsupported_media_type',
    bytes: http('POST /api/json', {}, '{}'),
  },
  'headers that are too large': {
    status: 431,
    code: 'headers_too_large',
    bytes: http('GET /api/page', { 'X-Large': 'x'.repeat(100_000) }),
  },
  'a bug': { status: 500, code: 'internal', bytes: http('GET /api/bug') },
  'a late bug': { status: 500, code: 'internal', bytes: http('GET /api/late-bug') },
  'a header that cannot be sent': { status: 500, code: 'internal', bytes: http('GET /api/bad-header') },
}

const VALID_HOSTS = [
  '',
  'localhost',
  'localhost:3000',
  'avatary.example:',
  'avatary.example.',
  'my_host-1.example',
  'xn--r8jz45g.example:443',
  '%e4%be%8b.example',
  "a!$&'()*+,;=~b",
  '192.0.2.1:80',
  '[::1]',
  '[2001:db8::192.0.2.1]:8080',
  '[fe80::1%25eth0]',
  '[v1.a:b]',
]
const INVALID_HOSTS = [
  'a b/c',
  'a/b',
  'a?b',
  'a#b',
  'a@b',
  'a\\b',
  'a, b c',
  'http://a',
  '::1',
  'a:80:81',
  'a:port',
  '[::1',
  '[]',
  '[::1]a',
  'a%',
  'a%zz',
  '<a>',
  '例.example',
]

describe('the header Host', () => {
  for (const [status, hosts] of [
    [200, VALID_HOSTS],
    [400, INVALID_HOSTS],
  ] as const)
    it(`is answered ${status} when it is ${status === 200 ? 'a valid host' : 'none'}`, async t => {
      const { raw } = await start(t, { limits: { global: 1000 } })
      for (const host of hosts)
        assert.equal(parseHead(await raw(http('GET /api/page', { Host: host }))).status, status, host)
    })
})

describe('every answer', () => {
  for (const [name, { status, bytes, code, headers = {} }] of Object.entries(CASES)) {
    it(`has the headers of limits, and is not HTML: ${status} for ${name}`, async t => {
      const { raw, lines } = await start(t)
      const reply = parseHead(await raw(bytes))
      assert.equal(reply.status, status)
      assertLimits(reply.headers)
      assert.equal(reply.headers['retry-after'], undefined)
      assert.equal(reply.headers['x-content-type-options'], 'nosniff')
      assert.match(reply.headers['cache-control']!, code === undefined ? /./ : /^no-store$/)
      for (const [header, value] of Object.entries(headers)) assert.equal(reply.headers[header], value)
      if (status === 405) assert.ok(reply.headers.allow)
      if (code !== undefined) assertError(reply, code)
      assert.equal(lines.length, status === 500 ? 1 : 0)
    })
  }

  for (const [origin, expected] of [
    ['https://avatary.example', 'max-age=31536000'],
    ['http://avatary.example', undefined],
  ] as const) {
    it(`has ${expected === undefined ? 'no' : 'a'} Strict-Transport-Security at ${origin}`, async t => {
      const { raw } = await start(t, { ownOrigin: origin })
      for (const [name, { bytes }] of Object.entries(CASES)) {
        const { headers } = parseHead(await raw(bytes))
        assert.equal(headers['strict-transport-security'], expected, name)
      }
    })
  }

  it('has the headers of limits on 408, for a client that never ends its headers', async t => {
    const { connect, raw } = await start(t, {
      timeouts: { headersTimeout: 30, requestTimeout: 60, connectionsCheckingInterval: 10 },
    })
    const reply = parseHead(await raw('GET /api/page HTTP/1.1\r\nHost: a\r\nX-Slow: '))
    assert.equal(reply.status, 408)
    assertLimits(reply.headers)
    assertError(reply, 'request_timeout')
    const silent = await connect()
    silent.destroy()
  })

  it('has the headers of limits on 408, for a client that never ends its body', async t => {
    const { raw, lines } = await start(t, {
      timeouts: { headersTimeout: 30, requestTimeout: 60, connectionsCheckingInterval: 10 },
    })
    const reply = parseHead(await raw(http('POST /api/json', { ...JSON_BODY, 'Content-Length': '10' }, '{')))
    assert.equal(reply.status, 408)
    assertLimits(reply.headers)
    assertError(reply, 'request_timeout')
    assert.deepEqual(lines, [])
  })

  for (const [name, { bytes }] of Object.entries(CASES)) {
    it(`is 429 with Retry-After once the backstop is used up: ${name}`, async t => {
      const { raw } = await start(t, { limits: { global: 1 } })
      await raw(http('GET /nowhere'))
      const reply = parseHead(await raw(bytes))
      assert.equal(reply.status, 429)
      assertLimits(reply.headers)
      assert.equal(reply.headers['ratelimit-remaining'], '0')
      assert.equal(reply.headers['retry-after'], '60')
      if (!bytes.startsWith('HEAD')) assertError(reply, 'rate_limited')
    })
  }
})

function assertLimits(headers: Record<string, string>): void {
  for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']) {
    assert.match(headers[name] ?? `no ${name}`, /^\d+$/)
  }
}

function assertError(
  { headers, body }: { headers: Record<string, string>; body: string },
  code: string,
): void {
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  const parsed = JSON.parse(body)
  assert.deepEqual(Object.keys(parsed), ['error', 'code'])
  assert.equal(parsed.code, code)
  assert.ok(parsed.error.length > 5)
  assert.doesNotMatch(body, /\bat \S+:\d+|<|\bbug\b/)
}
