import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { route, startHttp } from '../../../tests/support/http-layer.ts'
import { json, stream } from '../../kernel/answer.ts'
import { registerRoute } from './routes.ts'

const HEADERS = {
  'User-Agent': 'SecretBrowser/7',
  'X-Forwarded-For': '198.51.100.77',
  Cookie: 'avatary_session=topsecret',
  Referer: 'https://private.example/',
  'Content-Type': 'application/json',
}

async function* failing() {
  yield 'first'
  throw new Error('the source ended')
}

describe('the log', () => {
  it('of a failure names the request and its route, and nothing about its client', async t => {
    const { request, raw, lines, metrics } = await startHttp(
      t,
      server => {
        registerRoute(server, route({ path: '/search' }), () => {
          throw new TypeError('a bug')
        })
        registerRoute(
          server,
          route({ path: '/avatars/{id}', params: Type.Object({ id: Type.String() }) }),
          async () => {
            // Libraries put their input into error messages.
            return json(new URL('http://[private-query'))
          },
        )
        registerRoute(server, route({ path: '/stream' }), async () => stream(failing(), 'text/plain'))
        registerRoute(server, route({ method: 'POST', path: '/things', body: Type.Object({}) }), () => {
          throw 'private-thrown'
        })
      },
      { trustProxy: ['loopback'] },
    )
    const replies = [
      await request('/api/search?q=private-query', { headers: HEADERS }),
      await request('/api/avatars/private-id', { headers: HEADERS }),
      await request('/api/things', { method: 'POST', headers: HEADERS, body: '{"private":"private-body"}' }),
    ]
    await raw('GET /api/stream?q=private-query HTTP/1.1\r\nHost: a\r\nUser-Agent: SecretBrowser/7\r\n\r\n')
    await request('/api/nowhere/private-path?q=private-query', { headers: HEADERS })
    await request('/api/%E0%private-path', { headers: HEADERS })
    await raw('private-nonsense\r\n\r\n')

    const entries = lines.map(line => JSON.parse(line))
    assert.deepEqual(
      entries.map(entry => [entry.level, entry.route, entry.status, entry.err.type]),
      [
        ['error', 'GET /search', 500, 'TypeError'],
        ['error', 'GET /avatars/{id}', 500, 'TypeError'],
        ['error', 'POST /things', 500, 'string'],
        ['error', 'GET /stream', 500, 'Error'],
      ],
    )
    for (const [at, { status, headers }] of replies.entries()) {
      assert.equal(status, 500)
      assert.match(entries[at].requestId, /^[\da-f-]{36}$/)
      assert.equal(headers['x-request-id'], entries[at].requestId)
    }
    assert.match(entries[0].err.stack, /privacy\.test\.ts:\d+/)
    for (const text of [...lines, await metrics.text()]) {
      assert.doesNotMatch(text, /private-|SecretBrowser|198\.51\.100|127\.0\.0\.1|topsecret|private\.example/)
    }
  })

  it('has no line about answered requests', async t => {
    const { request, lines } = await startHttp(t, server =>
      registerRoute(server, route({}), async () => json({})),
    )
    for (const path of ['/api/test', '/api/nowhere']) await request(path)
    assert.deepEqual(lines, [])
  })
})
