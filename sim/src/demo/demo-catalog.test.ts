import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDemoCatalog } from './demo-catalog.ts'

const demo = createDemoCatalog()

describe('the demo catalog', () => {
  it('holds at least two thousand avatars with pictures, more to submit, and more in the external index', () => {
    assert.ok(demo.indexed.length >= 2000)
    assert.ok(demo.indexed.every(({ thumbnailImageUrl }) => thumbnailImageUrl !== ''))
    assert.ok(demo.submittable.length >= 200 && demo.external.length >= 500)
    assert.deepEqual(
      demo.external.map(({ id }) => id),
      demo.externalOnPlatform.map(({ id }) => id),
    )
  })

  it('holds each avatar once', () => {
    const ids = [...demo.indexed, ...demo.submittable, ...demo.external].map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
  })

  it('is the same every time', () => {
    assert.deepEqual(createDemoCatalog().indexed.slice(0, 50), demo.indexed.slice(0, 50))
    assert.deepEqual(createDemoCatalog().activity(7, 3), demo.activity(7, 3))
  })

  it('has few avatars with many views, and many with few', () => {
    const views = demo.indexed.map((_, index) => demo.activity(index, 1).views).sort((a, b) => b - a)
    assert.ok(views[0]! > 300, String(views[0]))
    assert.ok(views[1200]! < 20, String(views[1200]))
    assert.ok(views.every(count => Number.isInteger(count) && count >= 0))
  })
})
