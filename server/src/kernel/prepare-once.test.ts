import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ByteText } from './answer.ts'
import { BufferPool } from './buffer-pool.ts'
import { contentETag } from './content-etag.ts'
import { JsonWriter } from './json-writer.ts'
import { prepareOnce } from './prepare-once.ts'

describe('an answer that is prepared once', () => {
  for (const [bytes, isText] of [
    [15 * 1024, true],
    [15 * 1024 + 1, false],
  ] as const) {
    it(`of ${bytes} bytes is ${isText ? 'a text in the heap' : 'a buffer'}`, () => {
      const out = new JsonWriter().ascii('x'.repeat(bytes - 3)).text('狐')
      const writtenBytes = out.toBuffer()
      const answer = prepareOnce(out)
      out.reset().ascii('others')
      assert.equal(answer.options.body instanceof ByteText, isText)
      assert.deepEqual(answer.bytes(), writtenBytes)
      assert.equal(answer.options.body.length, bytes)
    })
  }

  it('has the ETag of its bytes', () => {
    const out = new JsonWriter().text('狐')
    const tag = contentETag(out.toBuffer())
    assert.equal(prepareOnce(out).options.etag, tag)
  })

  for (const bytes of [1000, 200_000]) {
    it(`of ${bytes} bytes gives its memory back`, () => {
      const memory = new BufferPool()
      const buffer = memory.take(bytes)
      memory.give(buffer)
      const answer = prepareOnce(new JsonWriter(bytes, memory).ascii('x'.repeat(bytes)))
      answer.options.release?.()
      assert.equal(memory.take(bytes), buffer)
    })
  }
})
