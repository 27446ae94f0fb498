import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Avatar } from '#contract/avatar'
import type { SearchPage } from '#contract/catalog'
import { exampleOf } from '#contract/example'
import { ROUTES_BY_ID } from '#contract/routes/all'
import { type ClientAnswer, createClient, type Fetch } from './client.ts'

const LIMITS = { 'RateLimit-Limit': '600', 'RateLimit-Remaining': '599', 'RateLimit-Reset': '1' }
const RATE_LIMIT = { limit: 600, remaining: 599, resetSeconds: 1 }

interface Sent {
  readonly url: string
  readonly init: RequestInit
}

/** A client whose server gives the same answer to every request. */
function clientAnswering(body: unknown, init: ResponseInit = {}) {
  const sent: Sent[] = []
  const fetch: Fetch = async (url, request) => {
    sent.push({ url, init: request })
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { headers: LIMITS, ...init })
  }
  const headers = { 'User-Agent': 'mirror/1.0' }
  return { client: createClient({ baseUrl: 'https://avatars.example/api', fetch, headers }), sent }
}

describe('a client', () => {
  it('sends the query, path and body of a route', async () => {
    const { client, sent } = clientAnswering({ ok: true })
    await client.searchAvatars({ query: { q: 'red fox&', limit: 3, platform: undefined } })
    await client.worldAvatars({ query: { ids: ['a,b', 'c'] } })
    await client.trackAvatar({ params: { id: 'avtr/1' }, body: { event: 'view' }, headers: { 'X-A': 'b' } })
    assert.deepEqual(
      sent.map(({ url }) => url.replace('https://avatars.example/api', '')),
      ['/avatars/search?q=red%20fox%26&limit=3', '/world/avatars?ids=a%2Cb,c', '/avatars/avtr%2F1/track'],
    )
    assert.deepEqual(sent[2]!.init, {
      method: 'POST',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        'User-Agent': 'mirror/1.0',
        'X-A': 'b',
      },
      body: '{"event":"view"}',
    })
  })

  it('returns the value and the limits', async () => {
    const page = exampleOf(ROUTES_BY_ID.searchAvatars.response)
    const { client } = clientAnswering(page)
    assert.deepEqual(await client.searchAvatars(), { kind: 'value', value: page, rateLimit: RATE_LIMIT })
  })

  it('has the types of the contract', async () => {
    const { client } = clientAnswering(exampleOf(ROUTES_BY_ID.searchAvatars.response))
    const answer: ClientAnswer<SearchPage> = await client.searchAvatars()
    assert.ok(answer.kind === 'value')
    const [avatar]: readonly Avatar[] = answer.value.avatars
    assert.equal(avatar?.name, 'Ember Fox')
    // The compiler checks these lines: `@ts-expect-error` fails where there is no error.
    void [
      // @ts-expect-error no such sort
      () => client.searchAvatars({ query: { sort: 'best' } }),
      // @ts-expect-error no such parameter
      () => client.searchAvatars({ query: { query: 'fox' } }),
      // @ts-expect-error the id is missing
      () => client.worldAvatar({}),
      // @ts-expect-error the body is missing
      () => client.submitAvatars(),
      // @ts-expect-error a page for browsers
      () => client.authorize,
      // @ts-expect-error a stream
      () => client.avatarEvents,
    ]
  })

  it('returns an empty object for an empty answer', async () => {
    const { client } = clientAnswering({})
    const answer = await client.revoke({ body: { token: 'avo_x' } })
    assert.deepEqual(answer, { kind: 'value', value: {}, rateLimit: RATE_LIMIT })
  })

  it('returns a failure as a value, with the time to wait', async () => {
    const { client } = clientAnswering(
      { error: 'Too many requests.', code: 'rate_limited' },
      { status: 429, headers: { ...LIMITS, 'Retry-After': '7' } },
    )
    assert.deepEqual(await client.indexStats(), {
      kind: 'failure',
      error: { status: 429, code: 'rate_limited', message: 'Too many requests.', retryAfterSeconds: 7 },
      rateLimit: RATE_LIMIT,
    })
  })

  it('computes the time to wait from a date', async () => {
    for (const [passedMs, seconds] of [
      [-29_001, 30],
      [5000, 0],
    ] as const) {
      const date = new Date(Date.UTC(2026, 10, 21, 12))
      const client = createClient({
        baseUrl: '',
        now: () => date.getTime() + passedMs,
        fetch: async () => new Response('', { status: 503, headers: { 'Retry-After': date.toUTCString() } }),
      })
      const answer = await client.indexStats()
      assert.equal(answer.kind === 'failure' && answer.error.retryAfterSeconds, seconds)
    }
  })

  it('reads errors of OAuth', async () => {
    const { client } = clientAnswering({ error: 'invalid_token' }, { status: 401 })
    const answer = await client.userInfo()
    assert.ok(answer.kind === 'failure')
    assert.deepEqual(answer.error, { status: 401, code: 'invalid_token', message: 'invalid_token' })
  })

  it('returns an error for an HTML page of a proxy', async () => {
    for (const status of [200, 502]) {
      const { client } = clientAnswering('<html>', { status, headers: {} })
      const answer = await client.indexStats()
      assert.ok(answer.kind === 'failure')
      assert.deepEqual([answer.error.status, answer.error.code], [status, 'unexpected_answer'])
      assert.equal(answer.rateLimit, null)
    }
  })

  it('returns an error when the server is unreachable, and throws when the call was aborted', async () => {
    const fetch: Fetch = async (_, { signal }) => {
      signal?.throwIfAborted()
      throw new TypeError('connect ECONNREFUSED')
    }
    const client = createClient({ baseUrl: 'https://avatars.example/api', fetch })
    const answer = await client.indexStats()
    assert.ok(answer.kind === 'failure')
    assert.deepEqual(answer.error, { status: 0, code: 'unreachable', message: 'connect ECONNREFUSED' })
    await assert.rejects(client.indexStats({ signal: AbortSignal.abort() }), { name: 'AbortError' })
  })
})
