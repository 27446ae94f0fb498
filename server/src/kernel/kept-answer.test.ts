import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { prepared } from './answer.ts'
import { keptAnswer, keptBytes, withOwnMemory } from './kept-answer.ts'

describe('bytes with memory of their own', () => {
  it('are the same, and have no others beside them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), bytes => {
        const own = withOwnMemory(Buffer.from(bytes))
        assert.deepEqual([...own], [...bytes])
        assert.equal(own.buffer.byteLength, bytes.length)
      }),
    )
  })

  it('are not copied when they have it already', () => {
    const own = Buffer.alloc(40_000)
    assert.equal(withOwnMemory(own), own)
  })
})

it('keeps what an answer has beside its body', () => {
  const answer = prepared({ body: Buffer.from('{}'), etag: '"1"', contentType: 'text/plain' })
  const kept = keptAnswer(answer)
  assert.deepEqual(kept.options, answer.options)
  assert.equal(kept.bytes().buffer.byteLength, 2)
})

it('counts the name, the objects and the compressed forms of an answer', () => {
  const bytes = (length: number, name: string) => keptBytes(prepared({ body: Buffer.alloc(length) }), name)
  assert.ok(bytes(0, '') > 1000)
  assert.equal(bytes(0, 'abc') - bytes(0, ''), 3)
  assert.equal(bytes(600, '') - bytes(0, ''), 1000)
})
