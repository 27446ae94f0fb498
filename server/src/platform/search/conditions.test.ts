import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bitsetLength, hasBit, setBits } from './bitset.ts'
import { conditionSource } from './conditions.ts'
import { keepSource } from './keep.ts'
import type { Segment } from './segment.ts'
import { LazySource, ReadySource } from './sources.ts'

const SIZE = 100_000
const EVEN = Uint32Array.from({ length: SIZE / 2 }, (_, i) => 2 * i)
/** Documents with a phrase whose set does not exist yet. */
const WITH_PHRASE = Uint32Array.of(1, 2, 3, 5001)

/**
 * Keeps the documents that have a frequent word or a rare phrase.
 * @returns these documents, and those that were tested for the phrase.
 */
function keep(docs: Uint32Array): { kept: number[]; tested: number[] } {
  const tested: number[] = []
  const test = (doc: number) => tested.push(doc) > 0 && WITH_PHRASE.includes(doc)
  const traits = { size: WITH_PHRASE.length, isDense: false, testCost: 4, test }
  const bits = new Uint32Array(bitsetLength(SIZE))
  setBits(bits, EVEN)
  const segment = {
    size: SIZE,
    word: () => new ReadySource(bits, EVEN.length, true),
    phrase: () => new LazySource(traits, () => WITH_PHRASE),
    isCached: () => false,
    cachedSet: (_: string, make: () => Uint32Array) => make(),
    allocate: (length: number) => new Uint32Array(length),
    scratchLists: [new Uint32Array(0), new Uint32Array(0)],
  } as unknown as Segment
  const of = [{ kind: 'word', word: 'a' } as const, { kind: 'phrase', tokens: ['b', 'c'] } as const]
  const source = conditionSource(segment, { kind: 'any', of }, 'description')
  const docsLeft = docs.slice()
  const n = keepSource(segment, docsLeft, docsLeft.length, source!, true)
  assert.ok(EVEN.every(doc => hasBit(bits, doc)))
  return { kept: Array.from(docsLeft.subarray(0, n)), tested }
}

test('a union of an existing set and few documents is made rather than tested on many documents', () => {
  const docs = Uint32Array.from({ length: 5000 }, (_, i) => i + 1)
  const { kept, tested } = keep(docs)
  assert.deepEqual(kept, Array.from(docs.filter(doc => doc % 2 === 0 || WITH_PHRASE.includes(doc))))
  assert.deepEqual(tested, [])
})

test('few documents are tested against a union', () => {
  assert.deepEqual(keep(Uint32Array.of(3, 4, 5)), { kept: [3, 4], tested: [3, 5] })
})
