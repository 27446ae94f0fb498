import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { mergeSorted } from './sources.ts'

it('two ascending lists are merged without repeats', () => {
  const list = fc.uniqueArray(fc.nat(20), { maxLength: 12 }).map(docs => Uint32Array.from(docs).sort())
  fc.assert(
    fc.property(list, list, (a, b) => {
      const expected = [...new Set([...a, ...b])].sort((one, other) => one - other)
      assert.deepEqual([...mergeSorted(a, b, new Uint32Array(a.length + b.length))], expected)
    }),
    { numRuns: 500 },
  )
})
