import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { packAscending, unpackAscending } from './ascending.ts'

it('gives back the numbers that were packed, however large', () => {
  const numbers = fc.array(fc.maxSafeNat()).map(all => all.sort((a, b) => a - b))
  fc.assert(fc.property(numbers, all => assert.deepEqual(unpackAscending(packAscending(all)), all)))
})

it('takes one byte for a number that is near the one before', () => {
  assert.equal(packAscending([1_000_000, 1_000_001, 1_000_127]).length, 5)
})
