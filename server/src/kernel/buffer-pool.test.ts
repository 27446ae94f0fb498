import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BufferPool } from './buffer-pool.ts'
import { JsonWriter } from './json-writer.ts'

describe('a buffer pool', () => {
  it('gives the smallest returned buffer that is large enough, or else a new one', () => {
    const pool = new BufferPool()
    const [large, small] = [pool.take(4000), pool.take(1000)]
    pool.give(large)
    pool.give(small)
    assert.equal(pool.take(1000), small)
    assert.equal(pool.take(1000), large)
    assert.equal(pool.take(900).length, 900)
  })

  it('gives the buffer that was returned last, of two equal ones', () => {
    const pool = new BufferPool()
    const [first, second] = [pool.take(16), pool.take(16)]
    pool.give(second)
    pool.give(first)
    assert.equal(pool.take(16), first)
  })

  it('keeps a long buffer although many short ones were returned before it', () => {
    const pool = new BufferPool()
    const short = Array.from({ length: 256 }, () => pool.take(32 * 1024))
    const long = pool.take(4 * 1024 * 1024)
    for (const each of [...short, long]) pool.give(each)
    assert.equal(pool.take(3 * 1024 * 1024), long)
    assert.equal(pool.take(32 * 1024), short.at(-1))
  })

  it('gives a buffer to one user at a time', () => {
    const pool = new BufferPool()
    pool.give(pool.take(1000))
    assert.notEqual(pool.take(1000), pool.take(1000))
  })

  it('keeps at most 8 MiB', () => {
    const pool = new BufferPool()
    const taken = Array.from({ length: 9 }, () => pool.take(2 ** 20))
    for (const each of taken) pool.give(each)
    const again = new Set(Array.from({ length: 9 }, () => pool.take(2 ** 20)))
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

  it('returns to the pool when the writer outgrows it', () => {
    const pool = new BufferPool()
    const first = pool.take(16)
    pool.give(first)
    const { bytes } = new JsonWriter(16, pool).ascii('x'.repeat(16)).ascii('y').lend()
    assert.equal(bytes.toString(), `${'x'.repeat(16)}y`)
    assert.equal(pool.take(16), first)
  })

  it('can be a buffer that another writer released', () => {
    const pool = new BufferPool()
    const { bytes, release } = new JsonWriter(5000, pool).text('one').lend()
    release()
    assert.equal(new JsonWriter(4000, pool).text('two').lend().bytes.buffer, bytes.buffer)
  })
})
