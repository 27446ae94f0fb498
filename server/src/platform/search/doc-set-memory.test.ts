import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { DocSetCache } from './doc-set-cache.ts'
import { DocSetMemory } from './doc-set-memory.ts'

describe('the memory of sets', () => {
  it('is zeros when it is allocated again', () => {
    const memory = new DocSetMemory()
    const first = memory.allocate(300).fill(7)
    memory.recycle()
    const again = memory.allocate(290)
    assert.equal(again.buffer, first.buffer)
    assert.deepEqual(again, new Uint32Array(290))
  })

  it('is not allocated again during the same search', () => {
    const memory = new DocSetMemory()
    const keptSet = memory.keep(memory.allocate(300))
    memory.drop(keptSet)
    assert.notEqual(memory.allocate(300).buffer, keptSet.buffer)
    memory.recycle()
    const buffers = Array.from({ length: 3 }, () => memory.allocate(300).buffer)
    assert.ok(buffers.includes(keptSet.buffer))
    assert.equal(new Set(buffers).size, 3)
  })

  it('is not taken by kept sets without documents', () => {
    const memory = new DocSetMemory()
    const emptySet = memory.allocate(0)
    const keptSet = memory.keep(emptySet)
    assert.deepEqual([keptSet.length, keptSet.buffer.byteLength], [0, 0])
    assert.equal(memory.keep(new Uint32Array(0)), keptSet)
    memory.drop(keptSet)
    memory.recycle()
    assert.equal(memory.allocate(1).buffer, emptySet.buffer)
  })

  it('waits for use up to a bound', () => {
    const memory = new DocSetMemory()
    const large = Array.from({ length: 10 }, () => memory.allocate(2 ** 18).buffer)
    memory.recycle()
    const again = Array.from({ length: 10 }, () => memory.allocate(2 ** 18).buffer)
    assert.equal(again.filter(buffer => large.includes(buffer)).length, 8)
  })
})

describe('the memory of sets of very many documents', () => {
  it('keeps the bitsets of a search for the next one', () => {
    const memory = new DocSetMemory(2 ** 20)
    const bitsets = Array.from({ length: 16 }, () => memory.allocate(2 ** 20).buffer)
    memory.recycle()
    const again = Array.from({ length: 16 }, () => memory.allocate(2 ** 20).buffer)
    assert.equal(again.filter(buffer => bitsets.includes(buffer)).length, 16)
  })
})

describe('the cache of sets', () => {
  it('evicts the least recently used sets beyond its bytes', () => {
    const cache = new DocSetCache(3 * 1300, new DocSetMemory())
    const madeNames: string[] = []
    const get = (key: string) =>
      cache.get(key, () => {
        madeNames.push(key)
        return new Uint32Array(256)
      })
    for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) get(key)
    assert.deepEqual(madeNames, ['a', 'b', 'c', 'd', 'b'])
  })

  it('returns what was made, until the next search, however much is evicted', () => {
    const key = fc.nat(12)
    const searches = fc.array(fc.array(fc.record({ key, isLent: fc.boolean() }), { maxLength: 6 }))
    fc.assert(
      fc.property(searches, all => {
        const memory = new DocSetMemory()
        const cache = new DocSetCache(5 * 1300, memory)
        const shared = new Uint32Array(400)
        for (const gets of all) {
          memory.recycle()
          const got = gets.map(({ key, isLent }) => {
            const make = () => (isLent ? memory.allocate(100 + key) : shared.subarray(0, 100 + key)).fill(key)
            return { key, set: cache.get(String(key), make) }
          })
          for (const { key, set } of got) assert.deepEqual(set, new Uint32Array(100 + key).fill(key))
        }
      }),
      { numRuns: 300 },
    )
  })
})
