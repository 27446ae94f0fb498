import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeView } from '../../../tests/support/fake-view.ts'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { BUILD_LIFETIME_MS, type BulkDeps, BulkListing } from './bulk.ts'

function setUp(size: number) {
  const view = new FakeView(size)
  const clock = new ManualClock()
  const bulk = new BulkListing({ view, clock, termsUrl: 'http://localhost/terms' })
  const page = (offset: number, limit: number) =>
    JSON.parse(bulk.page('recent', offset, limit).options.body.toString())
  const ids = (offset: number, limit: number) =>
    page(offset, limit).avatars.map((avatar: { id: string }) => avatar.id)
  return { view, clock, bulk, page, ids }
}

describe('the bulk listing', () => {
  it('answers the fields of the spec in order and follows nextOffset to null', () => {
    const { page } = setUp(5)
    assert.deepEqual(Object.keys(page(0, 2)), ['total', 'count', 'nextOffset', 'avatars'])
    assert.deepEqual([page(0, 2).nextOffset, page(2, 2).nextOffset, page(4, 2).nextOffset], [2, 4, null])
    assert.deepEqual([page(0, 2).count, page(4, 2).count], [2, 1])
    assert.deepEqual(page(0, 5).nextOffset, null)
  })

  it('writes pages with the given function', () => {
    const view = new FakeView(3)
    const write: BulkDeps['write'] = (_, { slots, ...page }) => Buffer.from(JSON.stringify([...slots, page]))
    const bulk = new BulkListing({ view, clock: new ManualClock(), termsUrl: '', write })
    bulk.page('recent', 0, 2)
    view.hide(1)
    const page = JSON.parse(bulk.page('recent', 0, 2).options.body.toString())
    assert.deepEqual(page, [2, { total: 2, offset: 0, limit: 2, nextOffset: 2 }])
  })

  it('answers an empty page past the end', () => {
    assert.deepEqual(setUp(3).page(10, 5), { total: 3, count: 0, nextOffset: null, avatars: [] })
  })

  it('keeps its order for two minutes while avatars are added', () => {
    const { view, clock, ids } = setUp(4)
    assert.deepEqual(ids(0, 2), ['avtr_3', 'avtr_2'])
    view.add()
    clock.advance(119_999)
    assert.deepEqual(ids(2, 2), ['avtr_1', 'avtr_0'])
    clock.advance(1)
    assert.deepEqual(ids(0, 2), ['avtr_4', 'avtr_3'])
  })

  it('makes a new build when the clock is set back', () => {
    const { view, clock, ids } = setUp(1)
    ids(0, 2)
    view.add()
    clock.advance(-HOUR_MS)
    assert.deepEqual(ids(0, 2), ['avtr_1', 'avtr_0'])
  })

  it('changes its ETag after one of its avatars was hidden', () => {
    const { view, bulk } = setUp(3)
    const { etag } = bulk.currentSlots('recent')
    view.add()
    assert.equal(bulk.currentSlots('recent').etag, etag)
    view.hide(1)
    assert.notEqual(bulk.currentSlots('recent').etag, etag)
  })

  it('returns the same prepared answer during a build', () => {
    const { bulk, clock } = setUp(4)
    const { options, representations } = bulk.page('recent', 0, 2)
    clock.advance(119_999)
    const again = bulk.page('recent', 0, 2)
    assert.equal(again.options.body, options.body)
    assert.equal(again.representations, representations)
    assert.notEqual(bulk.page('popular', 0, 2).representations, representations)
    clock.advance(1)
    assert.notEqual(bulk.page('recent', 0, 2).representations, representations)
  })

  it('lets caches keep a page until its build ends', () => {
    const { bulk, clock } = setUp(1)
    const cacheControl = () => bulk.page('recent', 0, 1).options.cacheControl
    assert.equal(cacheControl(), 'public, max-age=120')
    clock.advance(45_001)
    assert.equal(cacheControl(), 'public, max-age=74')
    clock.advance(74_998)
    assert.equal(cacheControl(), 'public, max-age=0')
    clock.advance(1)
    assert.equal(cacheControl(), 'public, max-age=120')
  })

  it('drops a hidden avatar from page and total at once without moving any other', () => {
    const { view, ids, page } = setUp(6)
    assert.deepEqual(ids(0, 2), ['avtr_5', 'avtr_4'])
    assert.deepEqual(ids(2, 2), ['avtr_3', 'avtr_2'])
    view.hide(4)
    view.hide(4)
    assert.deepEqual(ids(0, 2), ['avtr_5'])
    assert.deepEqual(ids(2, 2), ['avtr_3', 'avtr_2'])
    assert.deepEqual([page(0, 2).total, page(2, 2).total, page(0, 2).nextOffset], [5, 5, 2])
  })

  it('keeps its pages when the hidden avatar was in none of them', () => {
    const { view, bulk } = setUp(3)
    view.hide(0)
    const { representations } = bulk.page('recent', 0, 2)
    view.hide(0)
    assert.equal(bulk.page('recent', 0, 2).representations, representations)
  })

  it('finds the page of a query string again until its build expires or one of its avatars is hidden', () => {
    const { view, bulk, clock } = setUp(3)
    assert.equal(bulk.cached('limit=2'), null)
    const { options, representations } = bulk.page('recent', 0, 2, 'limit=2')
    assert.equal(bulk.cached('limit=2'), bulk.page('recent', 0, 2))
    assert.equal(bulk.cached('limit=3'), null)
    clock.advance(1000)
    assert.equal(bulk.cached('limit=2')?.representations, representations)
    assert.notEqual(bulk.cached('limit=2')?.options.cacheControl, options.cacheControl)
    view.hide(2)
    assert.equal(bulk.cached('limit=2'), null)
    bulk.page('recent', 0, 2)
    assert.equal(JSON.parse(bulk.cached('limit=2')!.options.body.toString()).count, 1)
    clock.advance(BUILD_LIFETIME_MS)
    assert.equal(bulk.cached('limit=2'), null)
  })

  it('keeps a bounded number of pages', () => {
    const { bulk } = setUp(500)
    const { representations } = bulk.page('recent', 0, 1)
    for (let offset = 1; offset < 200; offset++) bulk.page('recent', offset, 1)
    assert.notEqual(bulk.page('recent', 0, 1).representations, representations)
  })
})
