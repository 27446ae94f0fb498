import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BulkPage, ChangesPage } from '#contract/catalog'
import { createClient } from './client.ts'
import { FollowError, followAll, followChanges } from './follow.ts'

interface Reply {
  readonly body: unknown
  readonly status?: number
  readonly headers?: Record<string, string>
}

/** A client whose server gives these replies in turn, and a sleep that only records its durations. */
function clientAnswering(...replies: Reply[]) {
  const requested: string[] = []
  const pausesMs: number[] = []
  const client = createClient({
    baseUrl: '',
    fetch: async url => {
      requested.push(url)
      const { body, status = 200, headers = {} } = replies.shift() ?? { body: {}, status: 500 }
      return new Response(JSON.stringify(body), { status, headers })
    },
  })
  const sleep = async (milliseconds: number) => {
    pausesMs.push(milliseconds)
  }
  return { requested, pausesMs, options: { client, sleep } }
}

function page(nextOffset: number | null, ...ids: string[]): BulkPage {
  const avatars = ids.map(id => ({ id }) as BulkPage['avatars'][number])
  return { total: 4, count: ids.length, nextOffset, avatars }
}

function idsOf(pages: readonly BulkPage[]): string[][] {
  return pages.map(({ avatars }) => avatars.map(({ id }) => id))
}

function limits(remaining: number): Record<string, string> {
  return { 'RateLimit-Limit': '30', 'RateLimit-Remaining': String(remaining), 'RateLimit-Reset': '20' }
}

const RATE_LIMITED = {
  body: { error: 'No.', code: 'rate_limited' },
  status: 429,
  headers: { 'Retry-After': '3' },
}
const NOT_READY = { body: { error: 'Not yet.', code: 'not_ready' }, status: 503 }
const CURSOR_EXPIRED = { body: { error: 'Too old.', code: 'cursor_expired' }, status: 410 }

async function collect<Value>(pages: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = []
  for await (const page of pages) all.push(page)
  return all
}

describe('following the whole catalog', () => {
  it('requests all pages, each overlapping the one before', async () => {
    const { options, requested, pausesMs } = clientAnswering(
      { body: page(2, 'a', 'b') },
      { body: page(null, 'b', 'c') },
    )
    const pages = await collect(followAll({ ...options, pageSize: 2, sort: 'name' }))
    assert.deepEqual(idsOf(pages), [['a', 'b'], ['c']])
    assert.deepEqual(requested, [
      '/avatars/all?offset=0&limit=2&sort=name',
      '/avatars/all?offset=1&limit=2&sort=name',
    ])
    assert.deepEqual(pausesMs, [])
  })

  it('goes further back when avatars were hidden meanwhile', async () => {
    const { options, requested } = clientAnswering(
      { body: page(3, 'a', 'b', 'c') },
      { body: page(null, 'e') },
      { body: page(null, 'c', 'd', 'e') },
    )
    assert.deepEqual(idsOf(await collect(followAll(options))), [
      ['a', 'b', 'c'],
      ['d', 'e'],
    ])
    assert.deepEqual(requested, ['/avatars/all?offset=0', '/avatars/all?offset=2', '/avatars/all?offset=0'])
  })

  it('waits until the rate limit resets when no requests remain, but not after the last page', async () => {
    const { options, pausesMs } = clientAnswering(
      { body: page(2), headers: limits(1) },
      { body: page(4), headers: limits(0) },
      { body: page(null), headers: limits(0) },
    )
    await collect(followAll(options))
    assert.deepEqual(pausesMs, [20_000])
  })

  it('repeats temporary failures after Retry-After, or after a delay that doubles', async () => {
    const { options, pausesMs, requested } = clientAnswering(RATE_LIMITED, NOT_READY, NOT_READY, {
      body: page(null),
    })
    await collect(followAll(options))
    assert.deepEqual(pausesMs, [3000, 2000, 4000])
    assert.equal(new Set(requested).size, 1)
  })

  it('gives up after its attempts, and at once on permanent failures', async () => {
    const notReady = clientAnswering(NOT_READY, NOT_READY, NOT_READY)
    await assert.rejects(collect(followAll({ ...notReady.options, attempts: 2 })), (error: FollowError) => {
      assert.equal(error.error.code, 'not_ready')
      return error instanceof FollowError
    })
    assert.equal(notReady.requested.length, 2)
    const invalid = clientAnswering({ body: { error: 'No.', code: 'invalid_parameter' }, status: 400 })
    await assert.rejects(collect(followAll(invalid.options)), FollowError)
    assert.equal(invalid.requested.length, 1)
  })
})

describe('following changes', () => {
  /** A page with a change if `next` is odd, otherwise an empty one. */
  const changes = (next: number, hasMore: boolean): ChangesPage => ({
    changes: next % 2 === 0 ? [] : [{ seq: next, type: 'remove', id: 'avtr_x' }],
    next,
    hasMore,
  })

  it('continues from the cursor of each page until it is current', async () => {
    const { options, requested, pausesMs } = clientAnswering(
      { body: changes(5, true), headers: limits(0) },
      { body: changes(7, false) },
    )
    const pages = await collect(followChanges({ ...options, since: 3, stopWhenCurrent: true }))
    assert.deepEqual(
      pages.map(({ next }) => next),
      [5, 7],
    )
    assert.deepEqual(requested, ['/avatars/changes?since=3', '/avatars/changes?since=5'])
    assert.deepEqual(pausesMs, [20_000])
  })

  it('pauses when there are no changes, yields a new cursor, and requests again', async () => {
    const { options, pausesMs } = clientAnswering(
      { body: changes(4, false) },
      { body: changes(4, false) },
      { body: changes(6, false) },
      CURSOR_EXPIRED,
    )
    const seen: number[] = []
    await assert.rejects(async () => {
      for await (const { next } of followChanges({ ...options, since: 4 })) seen.push(next)
    }, FollowError)
    assert.deepEqual(seen, [6])
    assert.deepEqual(pausesMs, [5000, 5000, 5000])
  })

  it('throws at once when the cursor is too old', async () => {
    const { options, requested } = clientAnswering(CURSOR_EXPIRED)
    await assert.rejects(collect(followChanges({ ...options, since: 1 })), (error: FollowError) => {
      return error.error.code === 'cursor_expired'
    })
    assert.equal(requested.length, 1)
  })
})
