import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BufferPool } from './buffer-pool.ts'
import { JsonWriter } from './json-writer.ts'

describe('a buffer pool', () => {
  it('gives the smallest returned buffer that is large enough, or else a new one', () => {
    const memory = new BufferPool()
    const [large, small] = [memory.take(4000), memory.take(1000)]
    memory.give(large)
    memory.give(small)
    assert.equal(memory.take(1000), small)
    assert.equal(memory.take(1000), large)
    assert.equal(memory.take(900).length, 900)
  })

  it('gives a buffer to one user at a time', () => {
    const memory = new BufferPool()
    memory.give(memory.take(1000))
    assert.notEqual(memory.take(1000), memory.take(1000))
  })

  it('keeps at most 8 MiB', () => {
    const memory = new BufferPool()
    const taken = Array.from({ length: 9 }, () => memory.take(2 ** 20))
    for (const each of taken) memory.give(each)
    const again = new Set(Array.from({ length: 9 }, () => memory.take(2 ** 20)))
    assert.equal(taken.filter(each => again.has(each)).length, 8)
  })
})

describe('the memory that a writer lends', () => {
  it('does not change while the writer goes on, until it is released', () => {
    const out = new JsonWriter(16)
    const text = 'first '.repeat(10)
    const first = out.text(text).lend()
    const second = out.text('second').lend()
    assert.deepEqual([first.bytes.toString(), second.bytes.toString()], [text, 'second'])
    first.release()
    const third = out.text('third').lend()
    assert.equal(third.bytes.buffer, first.bytes.buffer)
    assert.equal(second.bytes.toString(), 'second')
  })

  it('starts at the initial capacity again after a large answer', () => {
    const out = new JsonWriter(16)
    out.ascii('x'.repeat(1000)).lend()
    assert.equal(out.ascii('small').lend().bytes.buffer.byteLength, 16)
  })

  it('is the buffer that was returned last, of two equal ones', () => {
    const memory = new BufferPool()
    const [first, second] = [memory.take(16), memory.take(16)]
    memory.give(second)
    memory.give(first)
    assert.equal(memory.take(16), first)
  })

  it('is kept for the next long answer, although many short answers were returned before', () => {
    const memory = new BufferPool()
    const short = Array.from({ length: 256 }, () => memory.take(32 * 1024))
    const long = memory.take(4 * 1024 * 1024)
    for (const each of [...short, long]) memory.give(each)
    assert.equal(memory.take(3 * 1024 * 1024), long)
    assert.equal(memory.take(32 * 1024), short.at(-1))
  })

  it('returns to the pool when the writer outgrows it', () => {
    const memory = new BufferPool()
    const first = memory.take(16)
    memory.give(first)
    const { bytes } = new JsonWriter(16, memory).ascii('x'.repeat(16)).ascii('y').lend()
    assert.equal(bytes.toString(), `${'x'.repeat(16)}y`)
    assert.equal(memory.take(16), first)
  })

  it('can be a buffer that another writer released', () => {
    const memory = new BufferPool()
    const { bytes, release } = new JsonWriter(5000, memory).text('one').lend()
    release()
    assert.equal(new JsonWriter(4000, memory).text('two').lend().bytes.buffer, bytes.buffer)
  })
})
