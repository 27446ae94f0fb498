import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { runSync } from '../../kernel/run-in-turns.ts'
import { countOfCode, largeCodeOf, type PackedCounts, pack, packLarge, unpackLarge } from './packed-counts.ts'

function packed(counts: ArrayLike<number>, isNet: boolean): PackedCounts {
  return runSync(pack(Float64Array.from(counts), isNet))
}

/** The counts that the codes represent; null for those stored elsewhere. */
function unpacked(counts: readonly number[], isNet: boolean): (number | null)[] {
  const { width, packedCodes: words } = packed(counts, isNet)
  return counts.map((_, i) => {
    const code = (words[(i * width) >>> 5]! >>> ((i * width) & 31)) & largeCodeOf(width)
    if (code === largeCodeOf(width)) return null
    return countOfCode(code, isNet)
  })
}

const count = fc.oneof(fc.integer({ min: -2, max: 5 }), fc.integer({ min: -(2 ** 40), max: 2 ** 40 }))

describe('packed counts', () => {
  it('have a code for each count, or name it as large', () => {
    fc.assert(
      fc.property(fc.array(count), fc.boolean(), (counts, isNet) => {
        const large = new Set(packed(counts, isNet).largeIndexes)
        const expected = counts.map((count, i) => (large.has(i) ? null : count))
        assert.deepEqual(unpacked(counts, isNet), expected)
      }),
    )
  })

  for (const [most, width] of [
    [0, 1],
    [2, 2],
    [14, 4],
    [254, 8],
    [65_534, 16],
  ] as const)
    it(`take ${width} bits each for counts of up to ${most}`, () => {
      const counts = Float64Array.from({ length: 1000 }, (_, i) => i % (most + 1)).fill(most, 0, 1)
      const { width: found, packedCodes: words, largeIndexes } = packed(counts, false)
      assert.equal(found, width)
      assert.equal(words.length, Math.ceil((1000 * width) / 32))
      assert.deepEqual(largeIndexes, [])
    })

  it('stay narrow beside few large ones', () => {
    const counts = new Float64Array(1000).fill(1)
    counts[500] = 70_000
    const { width, largeIndexes } = packed(counts, false)
    assert.deepEqual({ width, largeIndexes }, { width: 2, largeIndexes: [500] })
  })

  it('take 4 bytes each when they are large, and 8 when one of them is very large', () => {
    fc.assert(
      fc.property(fc.array(count), counts => assert.deepEqual([...unpackLarge(packLarge(counts))], counts)),
    )
    const integers = [-(2 ** 31), -1, 0, 2 ** 31 - 1]
    assert.deepEqual([...unpackLarge(packLarge(integers))], integers)
    assert.equal(packLarge(integers).byteLength, 16)
    for (const wide of [2 ** 31, -(2 ** 31) - 1]) assert.equal(packLarge([...integers, wide]).byteLength, 40)
  })

  it('take as few bits for negative counts as for positive ones', () => {
    const { width, largeIndexes } = packed(new Float64Array(1000).fill(-1), true)
    assert.deepEqual({ width, largeIndexes }, { width: 2, largeIndexes: [] })
  })
})
