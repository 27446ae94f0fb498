import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR_MS } from '../../src/kernel/time.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'
import { ManualClock } from '../support/manual-clock.ts'

const ENV = {
  FLUSH_INTERVAL_MS: '10',
  TRUST_PROXY: 'loopback',
  RATE_LIMIT_READ: '0',
  RATE_LIMIT_WORLD: '0',
  RATE_LIMIT_GLOBAL: '0',
}
const [FOX, CAT] = [inventedId(4), inventedId(7)]

interface VisitAnswer {
  ok: boolean
  counted?: boolean
}

function headersFrom(address: string) {
  return { 'X-Forwarded-For': address, 'Content-Type': 'application/json' }
}

async function track(app: TestApp, id: string, event: string, address: string): Promise<VisitAnswer> {
  const body = JSON.stringify({ event })
  const answer = await app.get(`/avatars/${id}/track`, {
    method: 'POST',
    headers: headersFrom(address),
    body,
  })
  assert.equal(answer.status, 200)
  return (await answer.json()) as VisitAnswer
}

async function visitInWorld(app: TestApp, path: string, address: string): Promise<VisitAnswer> {
  return (await app.getJson(`/world/avatar/${path}`, {
    headers: headersFrom(address),
  })) as unknown as VisitAnswer
}

/** Number of visits in a row whose answer said that they count. */
async function countOf(times: number, visit: () => Promise<VisitAnswer>): Promise<number> {
  let count = 0
  for (let i = 0; i < times; i++) {
    const { ok, counted = true } = await visit()
    assert.equal(ok, true)
    if (counted) count++
  }
  return count
}

interface Window {
  views: number
  outbound: number
  wears: number
}

async function windowOf(app: TestApp, id: string): Promise<Window> {
  const { avatars } = (await app.getJson(`/insights/avatars?q=${id}`)) as { avatars: { window: Window }[] }
  const { views, outbound, wears } = avatars[0]!.window
  return { views, outbound, wears }
}

describe('an address that visits an avatar again and again', () => {
  it('moves no ranking: five views, clicks and wears count of it in an hour', async () => {
    const clock = new ManualClock()
    await using app = await startTestApp({ avatars: INVENTED_AVATARS, env: ENV, clock })
    const address = '198.51.100.77'
    assert.equal(await countOf(200, () => track(app, FOX, 'view', address)), 5)
    // A view in a world is one of the same five.
    assert.equal(await countOf(60, () => visitInWorld(app, FOX, address)), 0)
    assert.equal(await countOf(9, () => track(app, FOX, 'outbound', address)), 5)
    assert.equal(await countOf(9, () => visitInWorld(app, `${FOX}/wear`, address)), 5)
    for (let visitor = 1; visitor <= 8; visitor++)
      assert.equal(await countOf(1, () => track(app, CAT, 'view', `203.0.113.${visitor}`)), 1)

    await app.settle()
    assert.equal((await windowOf(app, CAT)).views, 8)
    assert.deepEqual(await windowOf(app, FOX), { views: 5, outbound: 5, wears: 5 })
    // Rankings are computed again after some seconds.
    await clock.settle(10_000)
    for (const path of ['/avatars/trending?limit=2', '/world/trending', '/insights/avatars?limit=2']) {
      const { avatars } = (await app.getJson(path)) as { avatars: { id: string }[] }
      assert.deepEqual(
        avatars.map(({ id }) => id),
        [CAT, FOX],
        path,
      )
    }
  })

  it('is any address of one IPv6 network, and counts again in the next hour', async () => {
    const clock = new ManualClock()
    await using app = await startTestApp({ avatars: INVENTED_AVATARS, env: ENV, clock })
    let host = 0
    const fromNetwork = (prefix: string) => () => track(app, FOX, 'view', `${prefix}::${++host}`)
    assert.equal(await countOf(9, fromNetwork('2001:db8:1:2')), 5)
    assert.equal(await countOf(9, fromNetwork('2001:db8:1:3')), 5)
    clock.advance(HOUR_MS)
    assert.equal(await countOf(9, fromNetwork('2001:db8:1:2')), 5)
  })

  it('counts as often as RATE_LIMIT_VIEWS says, and always if that is 0', async () => {
    for (const [views, expected] of [
      ['2', 2],
      ['0', 20],
    ] as const) {
      const env = { ...ENV, RATE_LIMIT_VIEWS: views }
      await using app = await startTestApp({ avatars: INVENTED_AVATARS, env })
      assert.equal(await countOf(20, () => track(app, FOX, 'view', '198.51.100.77')), expected)
    }
  })
})
