import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createClient } from '@avatary/client'
import { pathWith, type RouteContract } from '@avatary/contract/route'
import { ROUTES } from '@avatary/contract/routes/all'
import { startTestApp, type TestApp } from '../support/app.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'
import { ManualClock } from '../support/manual-clock.ts'

/** Written and added to the days by then. */
const WRITTEN_MS = 5000
/** Queries of routes whose answer has no avatars without one. */
const QUERIES: Readonly<Record<string, string>> = {
  worldAvatars: `ids=${inventedId(1)}`,
  worldBundle: 'include=promoted,random',
}
const READS = ROUTES.filter(({ method, mediaType }) => method === 'GET' && mediaType !== 'text/event-stream')
const COUNTING = READS.filter(({ countsImpressions }) => countsImpressions)
const OTHERS = READS.filter(({ countsImpressions }) => !countsImpressions)

describe('impressions', () => {
  let app: TestApp
  before(async () => {
    const env = { RATE_LIMIT_BULK: '0', RATE_LIMIT_GLOBAL: '0' }
    app = await startTestApp({ avatars: INVENTED_AVATARS, env, clock: new ManualClock(Date.now()) })
    const headers = { Authorization: `Bearer ${app.adminToken}` }
    const operator = createClient({ baseUrl: `${app.origin}/api`, fetch, headers })
    await operator.addPlacement({ body: { subject: inventedId(1) } })
    await app.get(`/world/avatar/${inventedId(1)}`)
    await app.settle(WRITTEN_MS)
  })
  after(() => app[Symbol.asyncDispose]())

  const read = async (route: RouteContract, method = 'GET') => {
    const params = { ...route.exampleRequests?.[0]?.params, id: inventedId(1) }
    const query = QUERIES[route.id] ?? route.exampleRequests?.[0]?.query ?? ''
    const headers = route.auth === 'admin' ? { Authorization: `Bearer ${app.adminToken}` } : {}
    const init = { method, headers, redirect: 'manual' } as const
    const response = await app.get(`${pathWith(route.path, params)}?${query}`, init)
    await response.arrayBuffer()
    return response.status
  }
  const impressions = async () => {
    await app.settle(WRITTEN_MS)
    const numbers = INVENTED_AVATARS.map(async ({ id }) => {
      const { lifetime } = await app.getJson(`/insights/avatars/${id}`)
      return (lifetime as { impressions: number } | undefined)?.impressions ?? 0
    })
    return (await Promise.all(numbers)).reduce((sum, number) => sum + number, 0)
  }

  for (const route of COUNTING)
    it(`are counted once by each answer of ${route.path}, cached or not, and not by HEAD`, async () => {
      const counts = [await impressions()]
      for (const method of ['GET', 'GET', 'HEAD']) {
        assert.equal(await read(route, method), 200)
        counts.push(await impressions())
      }
      const [before, first, second, third] = counts as [number, number, number, number]
      const shown = first - before
      assert.ok(shown > 0)
      assert.deepEqual([second - first, third - second], [shown, 0])
    })

  it('are counted by no route that does not declare it', async () => {
    const before = await impressions()
    const statuses = await Promise.all(OTHERS.map(route => read(route)))
    assert.ok(statuses.filter(status => status === 200).length > OTHERS.length / 2, statuses.join())
    assert.equal(await impressions(), before)
  })
})
