import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ifCommitted } from './if-committed.ts'

describe('a read that is repeated after commits', () => {
  it('is skipped while nothing was committed since the last one began', async () => {
    let version = 1
    const seen: number[] = []
    const read = ifCommitted({ readDataVersion: async () => version }, async () => void seen.push(version))
    assert.deepEqual([await read(), await read()], [true, false])
    version++
    assert.deepEqual([await read(), await read()], [true, false])
    assert.deepEqual(seen, [1, 2])
  })

  it('is repeated after a commit during it', async () => {
    let version = 1
    const read = ifCommitted({ readDataVersion: async () => version }, async () => void version++)
    assert.deepEqual([await read(), await read()], [true, true])
  })

  it('is repeated when it failed, or left something for the next one', async () => {
    const results = [() => Promise.reject(new Error('away')), async () => false, async () => true]
    const read = ifCommitted({ readDataVersion: async () => 1 }, () => results.shift()!())
    await assert.rejects(read(), /away/)
    assert.deepEqual([await read(), await read(), await read()], [true, true, false])
  })

  it('is never skipped where the database does not tell of commits', async () => {
    const read = ifCommitted({ readDataVersion: null }, async () => {})
    assert.deepEqual([await read(), await read()], [true, true])
  })
})
