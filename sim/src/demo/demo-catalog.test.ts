import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDemoCatalog } from './demo-catalog.ts'

const demo = createDemoCatalog()

describe('the demo catalog', () => {
  it('holds at least two thousand avatars with pictures, more to submit, and more in the external index', () => {
    assert.ok(demo.indexedAvatars.length >= 2000)
    assert.ok(demo.indexedAvatars.every(({ thumbnailImageUrl }) => thumbnailImageUrl !== ''))
    assert.ok(demo.submittableAvatars.length >= 200 && demo.externalRecords.length >= 500)
    assert.deepEqual(
      demo.externalRecords.map(({ id }) => id),
      demo.externalAvatars.map(({ id }) => id),
    )
  })

  it('holds each avatar once', () => {
    const ids = [...demo.indexedAvatars, ...demo.submittableAvatars, ...demo.externalRecords].map(
      ({ id }) => id,
    )
    assert.equal(new Set(ids).size, ids.length)
  })

  it('is the same every time', () => {
    assert.deepEqual(createDemoCatalog().indexedAvatars.slice(0, 50), demo.indexedAvatars.slice(0, 50))
    assert.deepEqual(createDemoCatalog().activity(7, 3), demo.activity(7, 3))
  })

  it('has few avatars with many views, and many with few', () => {
    const views = demo.indexedAvatars.map((_, index) => demo.activity(index, 1).views).sort((a, b) => b - a)
    assert.ok(views[0]! > 300, String(views[0]))
    assert.ok(views[1200]! < 20, String(views[1200]))
    assert.ok(views.every(count => Number.isInteger(count) && count >= 0))
  })
})
