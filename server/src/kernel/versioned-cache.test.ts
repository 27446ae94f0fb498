import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { VersionedCache } from './versioned-cache.ts'

describe('a cache of promises', () => {
  it('makes a value again after a rejection', async () => {
    const cache = new VersionedCache<Promise<number>>(() => 1, { max: 10 })
    await assert.rejects(cache.get('a', () => Promise.reject(new Error('down'))))
    assert.equal(await cache.get('a', async () => 2), 2)
    assert.equal(await cache.get('a', async () => 3), 2)
  })

  it('keeps the value of a later version when one of an earlier version is rejected', async () => {
    let version = 1
    const cache = new VersionedCache<Promise<number>>(() => version, { max: 10 })
    const { promise, reject } = Promise.withResolvers<number>()
    const earlier = cache.get('a', () => promise)
    version++
    await cache.get('a', async () => 2)
    reject(new Error('down'))
    await assert.rejects(earlier)
    assert.equal(await cache.get('a', async () => 3), 2)
  })
})
