import assert from 'node:assert/strict'
import { it } from 'node:test'
import { LRUCache } from 'lru-cache'
import { ManualClock } from '../../tests/support/manual-clock.ts'
import { cacheTime } from './clock.ts'

it('entries of a cache end after their time, and at once when the clock is set back', () => {
  const clock = new ManualClock()
  const cache = new LRUCache<string, true>({ max: 10, ttl: 1000, ttlResolution: 0, perf: cacheTime(clock) })
  cache.set('a', true)
  clock.advance(999)
  assert.equal(cache.getRemainingTTL('a'), 1)
  clock.advance(2)
  assert.equal(cache.get('a'), undefined)
  cache.set('b', true)
  clock.advance(-1)
  assert.equal(cache.get('b'), undefined)
  cache.set('c', true)
  clock.advance(500)
  assert.equal(cache.get('c'), true)
})
