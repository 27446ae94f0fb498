import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '../support/app.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'
import { ManualClock } from '../support/manual-clock.ts'

const AVATAR = inventedId(1)
const PATHS = [
  '/docs',
  '/docs/reference/catalog',
  '/terms',
  '/api/openapi.json',
  '/api/health',
  '/api/ready',
  '/api/stats',
  '/api/avatars/all',
  '/api/avatars/tags',
  '/api/avatars/changes',
  '/api/avatars/all.ndjson',
  `/api/avatars/${AVATAR}/submission`,
  '/api/insights/avatars',
  `/api/insights/avatars/${AVATAR}`,
  '/api/world/tags',
  '/api/feeds/newest.atom',
  '/api/integrations/vrcx',
  '/api/account/settings',
]

describe('a slash at the end of a path', () => {
  let app: TestApp
  before(async () => {
    app = await startTestApp({ avatars: INVENTED_AVATARS, clock: new ManualClock() })
  })
  after(() => app[Symbol.asyncDispose]())

  const ask = async (address: string, init: RequestInit = {}) => {
    const response = await fetch(`${app.origin}${address}`, { redirect: 'manual', ...init })
    const { status, headers } = response
    const told = ['content-type', 'etag', 'cache-control', 'allow', 'location'].map(name => headers.get(name))
    return { status, told, body: await response.text() }
  }

  for (const path of PATHS) {
    it(`changes nothing: ${path}/`, async () => {
      const without = await ask(`${path}?limit=3&search=fox`)
      assert.notEqual(without.status, 404, path)
      assert.deepEqual(await ask(`${path}/?limit=3&search=fox`), without)
    })
  }

  it('changes nothing about methods that a path does not take, and preflights', async () => {
    for (const method of ['DELETE', 'OPTIONS']) {
      const init = { method, headers: { Origin: 'https://elsewhere.example' } }
      assert.deepEqual(await ask('/api/stats/', init), await ask('/api/stats', init))
    }
  })

  it('does not make a path of two', async () => {
    for (const path of ['/docs//', '/api/stats//', '/api/avatars/', '/api/nothing/'])
      assert.equal((await ask(path)).status, 404, path)
  })
})
