import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { prepared } from './answer.ts'
import { cacheableAnswer, cacheEntryBytes, withOwnMemory } from './cacheable-answer.ts'

describe('bytes with memory of their own', () => {
  it('are equal, and alone in their ArrayBuffer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), bytes => {
        const copy = withOwnMemory(Buffer.from(bytes))
        assert.deepEqual([...copy], [...bytes])
        assert.equal(copy.buffer.byteLength, bytes.length)
      }),
    )
  })

  it('are not copied when they are alone in it already', () => {
    const bytes = Buffer.alloc(40_000)
    assert.equal(withOwnMemory(bytes), bytes)
  })
})

it('a cacheable answer keeps all options beside the body', () => {
  const answer = prepared({ body: Buffer.from('{}'), etag: '"1"', contentType: 'text/plain' })
  const keptAnswer = cacheableAnswer(answer)
  assert.deepEqual(keptAnswer.options, answer.options)
  assert.equal(keptAnswer.bytes().buffer.byteLength, 2)
})

it('the size of a cache entry counts its name, objects and compressed forms', () => {
  const bytes = (length: number, name: string) =>
    cacheEntryBytes(prepared({ body: Buffer.alloc(length) }), name)
  assert.ok(bytes(0, '') > 1000)
  assert.equal(bytes(0, 'abc') - bytes(0, ''), 3)
  // Two compressed forms are each at most a third as large as the body.
  assert.equal(bytes(600, '') - bytes(0, ''), 1000)
})
