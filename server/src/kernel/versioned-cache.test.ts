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

describe('a cache of values', () => {
  it('returns the same value for the same key until the version changes', () => {
    let version = '1'
    const cache = new VersionedCache<object>(() => version, { max: 10 })
    const make = () => ({})
    const first = cache.get('a', make)
    assert.equal(cache.get('a', make), first)
    assert.notEqual(cache.get('b', make), first)
    version = '2'
    assert.notEqual(cache.get('a', make), first)
  })

  it('drops values instead of exceeding its bound', () => {
    const bound = { maxSize: 15, sizeCalculation: ({ length }: Buffer) => length }
    const cache = new VersionedCache<Buffer>(() => '', bound)
    const make = () => Buffer.alloc(10)
    const first = cache.get('a', make)
    cache.get('b', make)
    assert.notEqual(cache.get('a', make), first)
  })
})
