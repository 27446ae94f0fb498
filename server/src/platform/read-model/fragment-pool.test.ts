import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { FragmentPool } from './fragment-pool.ts'

describe('the fragment pool', () => {
  it('gives equal strings one number while one of them is used', () => {
    const words = fc.nat(200).map(n => Buffer.from(`fragment ${n}`))
    const steps = fc.array(fc.tuple(fc.boolean(), words), { maxLength: 2000, size: 'max' })
    fc.assert(
      fc.property(steps, list => {
        const pool = new FragmentPool()
        const used = new Map<string, { id: number; uses: number }>()
        for (const [isUse, bytes] of list) {
          const word = bytes.toString()
          const known = used.get(word)
          if (isUse) {
            const id = pool.intern(bytes)
            if (known) assert.equal(id, known.id)
            used.set(word, { id, uses: (known?.uses ?? 0) + 1 })
          } else if (known) {
            pool.release(known.id)
            known.uses--
            if (known.uses === 0) used.delete(word)
          }
        }
        assert.equal(pool.size, used.size)
        for (const [word, { id }] of used) {
          const start = pool.start(id)
          assert.equal(pool.chunkBytes(id).toString('latin1', start, start + pool.length(id)), word)
        }
      }),
      { numRuns: 50 },
    )
  })
})
