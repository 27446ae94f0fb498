import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import fc from 'fast-check'
import {
  anyBitIn,
  bitsetLength,
  countBits,
  countCommon,
  intersectAndCount,
  readCommon,
  setBit,
} from './bitset.ts'
import { buildIdTable, findId, GrowingIdTable, parseIdNumbers } from './id-table.ts'
import { authorIdKeyBytes, compareBytes, keyBytes, readKey } from './key-bytes.ts'
import { fixedOrder, movingOrder, OrderList } from './order-list.ts'
import { byteVec } from './shared.ts'
import { MAX_SEGMENT_NUMBER, SlotMap } from './slot-map.ts'
import { addGapsToBits, pushGaps, pushVarint, readGaps } from './varint.ts'

const SIZE = 300
const WORDS = bitsetLength(SIZE)
const numbers = fc.uniqueArray(fc.nat(SIZE - 1)).map(found => found.sort((a, b) => a - b))

function bitsOf(set: readonly number[]): Uint32Array {
  const bits = new Uint32Array(WORDS)
  for (const i of set) setBit(bits, i)
  return bits
}

describe('bitsets', () => {
  it('count, intersect and read as sets do', () => {
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const common = a.filter(i => b.includes(i))
        const out = new Uint32Array(WORDS)
        const list = new Uint32Array(SIZE)
        assert.equal(countBits(bitsOf(a), WORDS), a.length)
        assert.equal(countCommon(bitsOf(a), bitsOf(b), WORDS), common.length)
        assert.equal(intersectAndCount(out, bitsOf(a), bitsOf(b), WORDS), common.length)
        assert.deepEqual(out, bitsOf(common))
        const n = readCommon(bitsOf(a), bitsOf(b), WORDS, list)
        assert.deepEqual([...list.subarray(0, n)], common)
      }),
    )
  })

  it('find a bit in a range', () => {
    fc.assert(
      fc.property(numbers, fc.nat(SIZE), fc.nat(SIZE), (set, from, to) => {
        assert.equal(
          anyBitIn(bitsOf(set), from, to),
          set.some(i => i >= from && i < to),
        )
      }),
    )
  })
})

describe('gaps', () => {
  it('are read as the numbers that were written, at any offset', () => {
    const wide = fc.uniqueArray(fc.nat(2 ** 30)).map(found => found.sort((a, b) => a - b))
    fc.assert(
      fc.property(fc.nat(2 ** 30), wide, (before, set) => {
        const vec = byteVec(1)
        pushVarint(vec, before)
        const start = vec.length
        pushGaps(vec, Uint32Array.from(set), set.length)
        const out = new Uint32Array(set.length)
        assert.equal(readGaps(vec.array, start, vec.length, out), set.length)
        assert.deepEqual([...out], set)
      }),
    )
  })

  it('set the bits of their numbers', () => {
    fc.assert(
      fc.property(numbers, set => {
        const vec = byteVec()
        pushGaps(vec, Uint32Array.from(set), set.length)
        const bits = new Uint32Array(WORDS)
        addGapsToBits(vec.array, 0, vec.length, bits)
        assert.deepEqual(bits, bitsOf(set))
      }),
    )
  })
})

describe('keys', () => {
  const text = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map(unit => String.fromCharCode(unit)) })

  it('sort like their texts, and are read as these, also with lone surrogates', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [x, y] = [keyBytes(a), keyBytes(b)]
        const order = Math.sign(compareBytes(x, 0, x.length, y, 0, y.length))
        assert.equal(order, a < b ? -1 : Number(a > b))
        assert.equal(readKey(x, 0, x.length), a)
      }),
    )
  })

  it('are distinct for packed author ids and all other texts', () => {
    const uuid = '26187637-0c30-4a09-86e1-bc928c07309e'
    const ids = [`usr_${uuid}`, uuid, `usr_${uuid.toUpperCase()}`, `usr_${uuid} `, '8JoV9XEdpo', '', '\0']
    const keys = ids.map(id => Buffer.from(authorIdKeyBytes(id)).toString('hex'))
    assert.equal(new Set(keys).size, ids.length)
    assert.equal(authorIdKeyBytes(ids[0]!).length, 17)
  })
})

describe('id tables', () => {
  const ids = fc.uniqueArray(
    fc.uuid().map(uuid => `avtr_${uuid}`),
    { minLength: 1, maxLength: 200 },
  )
  const wordsOf = (id: string): Uint32Array => {
    const words = new Uint32Array(4)
    assert.ok(parseIdNumbers(id, words))
    return words
  }

  it('find every id at its number and no other', () => {
    fc.assert(
      fc.property(ids, fc.uuid(), (all, other) => {
        const words = Uint32Array.from(all.flatMap(id => [...wordsOf(id)]))
        const table = buildIdTable(words, all.length)
        const growing = new GrowingIdTable({ array: words })
        for (const doc of all.keys()) growing.add(doc)
        for (const [doc, id] of [...all, `avtr_${other}`].entries()) {
          const number = doc < all.length ? doc : all.indexOf(id)
          assert.equal(findId(table, words, wordsOf(id)), number)
          assert.equal(growing.find(wordsOf(id)), number)
        }
      }),
    )
  })

  it('refuse a text that is not an avatar id in lower case', () => {
    const id = 'avtr_26187637-0c30-4a09-86e1-bc928c07309e'
    for (const wrong of [id.toUpperCase(), `${id}0`, id.replace('7', 'g'), id.replaceAll('-', '0'), '']) {
      assert.equal(parseIdNumbers(wrong, new Uint32Array(4)), false, wrong)
    }
  })
})

describe('order lists', () => {
  it('stay in order, with the block of each item, while items move', () => {
    const size = 3000
    const keys = Uint32Array.from({ length: size }, (_, i) => (i * 7919) % 101)
    const compare = (a: number, b: number): number => keys[a]! - keys[b]! || a - b
    const sorted = Uint32Array.from(keys.keys()).sort(compare)
    const list = OrderList.from(movingOrder(sorted), compare)
    for (let step = 0; step < 20_000; step++) {
      const item = (step * 31) % size
      list.remove(item)
      // First all keys gather in one place, so that its blocks split; then they spread out again.
      keys[item] = step < 10_000 ? 50 : (step * 13) % 1000
      list.insert(item)
    }
    const items = list.blocks.flatMap(({ items, length }) => [...items.subarray(0, length)])
    assert.deepEqual(items, [...keys.keys()].sort(compare))
    const counts = list.countInBlocks(sorted, size)
    assert.deepEqual(
      [...counts],
      list.blocks.map(({ length }) => length),
    )
    for (const count of [1, 7, 400, size]) {
      const some = Uint32Array.from(items.filter(item => item % 3 > 0))
      const first = list.firstOf(some, count)
      list.firstOf(some.toReversed(), 200)
      assert.deepEqual(first, some.subarray(0, count))
    }
  })

  it('find items of an order that does not change in full blocks', () => {
    const items = Uint32Array.from({ length: 1500 }, (_, i) => 1499 - i)
    const compare = (a: number, b: number): number => b - a
    const list = OrderList.from(fixedOrder(items), compare)
    assert.deepEqual(
      list.blocks.map(({ length }) => length),
      [512, 512, 476],
    )
    assert.deepEqual([...list.countInBlocks(items, 600)], [512, 88, 0])
    const some = items.filter(item => item % 3 > 0).reverse()
    assert.deepEqual(list.firstOf(some, 400), some.toReversed().subarray(0, 400))
    assert.deepEqual(
      list.boundary(item => item >= 900),
      { block: 1, index: 88 },
    )
  })

  it('refuse to remove an item that is not in its place', () => {
    const list = new OrderList((a, b) => a - b)
    list.insert(1)
    assert.throws(() => list.remove(2), /not in its place/)
  })

  it('remove an item of a numbered block without a comparison', () => {
    const compare = mock.fn((a: number, b: number) => a - b)
    const list = OrderList.from(movingOrder(Uint32Array.from({ length: 1000 }, (_, i) => i)), compare)
    for (let item = 999; item > 0; item--) list.remove(item)
    assert.equal(compare.mock.callCount(), 0)
    assert.deepEqual(
      list.blocks.flatMap(({ items, length }) => [...items.subarray(0, length)]),
      [0],
    )
    assert.throws(() => list.remove(1), /not in its place/)
    assert.throws(() => list.remove(999), /not in its place/)
  })
})

describe('the map of slots', () => {
  it('takes slots in a row, and refuses one that leaves a gap', () => {
    const slots = new SlotMap(1, Uint32Array.of(1, 0))
    slots.set(2, 2, 7)
    slots.set(0, 2, 8)
    assert.deepEqual(
      [0, 1, 2, 3].map(slot => slots.segmentNumberOf(slot)),
      [2, 1, 2, 0],
    )
    assert.equal(slots.docOf(2), 7)
    const last = 2 ** 26 - 1
    slots.set(1, MAX_SEGMENT_NUMBER, last)
    assert.deepEqual([slots.segmentNumberOf(1), slots.docOf(1)], [MAX_SEGMENT_NUMBER, last])
    assert.throws(() => slots.set(1, 1, last + 1), /at most 67108864 documents/)
    assert.throws(() => slots.set(4, 2, 9), /slot 4 leaves a gap: the next one is 3/)
  })
})
