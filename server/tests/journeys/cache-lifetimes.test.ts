import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '../support/app.ts'
import { INVENTED_AVATARS } from '../support/invented-avatars.ts'
import { ManualClock } from '../support/manual-clock.ts'

describe('max-age is what is left of the life of an answer', () => {
  const clock = new ManualClock()
  let app: TestApp
  before(async () => {
    app = await startTestApp({ avatars: INVENTED_AVATARS, clock })
  })
  after(() => app[Symbol.asyncDispose]())

  const cacheControl = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await app.get(path, { headers })
    await answer.arrayBuffer()
    return { said: answer.headers.get('cache-control'), etag: answer.headers.get('etag')! }
  }

  for (const path of ['/avatars/all?limit=2', '/world/all?limit=2'])
    it(`of ${path}, which lives two minutes`, async () => {
      const first = await cacheControl(path)
      assert.equal(first.said, 'public, max-age=120')
      clock.advance(30_500)
      const second = await cacheControl(path)
      assert.equal(second.said, 'public, max-age=89')
      assert.equal(second.etag, first.etag)
      const known = await app.get(path, { headers: { 'If-None-Match': first.etag } })
      assert.deepEqual([known.status, known.headers.get('cache-control')], [304, 'public, max-age=89'])
      clock.advance(89_500)
      assert.equal((await cacheControl(path)).said, 'public, max-age=120')
    })

  it('of the overview of insights, which lives thirty seconds, as JSON and as a table', async () => {
    const path = '/insights/overview?days=7'
    assert.equal((await cacheControl(path)).said, 'public, max-age=30')
    clock.advance(12_300)
    assert.equal((await cacheControl(path)).said, 'public, max-age=17')
    assert.equal((await cacheControl(path, { Accept: 'text/csv' })).said, 'public, max-age=17')
    assert.equal((await cacheControl('/insights/overview?days=8')).said, 'public, max-age=30')
    clock.advance(17_700)
    assert.equal((await cacheControl(path)).said, 'public, max-age=30')
  })

  it('and nothing of answers that are made anew whenever something changes', async () => {
    const paths = [
      '/avatars/search',
      '/avatars/trending',
      '/avatars/all.ndjson',
      '/world/list',
      '/world/stats',
    ]
    for (const path of paths) assert.equal((await cacheControl(path)).said, 'no-cache', path)
  })
})
