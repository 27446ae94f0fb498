import { sharedUint16, sharedUint32 } from './shared.ts'
import { bisect } from './stream.ts'

/** Maximum number of items in a block, and the number in each block at first. */
const BLOCK_CAPACITY = 512
const INITIAL_BLOCK_SIZE = 384

export interface OrderBlock {
  readonly items: Uint32Array
  length: number
}

export const NO_BLOCK: OrderBlock = { items: new Uint32Array(0), length: 0 }

/** A boundary between items: after all items of earlier blocks and the first `index` items of `block`. */
export interface OrderBoundary {
  readonly block: number
  readonly index: number
}

interface NumberedBlock extends OrderBlock {
  /** The block's value in `#blockOf`, which never changes. */
  readonly number: number
}

/** The initial state of an `OrderList`: consecutive blocks, and the block number of each item. */
export interface BlockedOrder {
  items: Uint32Array
  blockOf: Uint16Array | Uint32Array
  /** Items in each block but the last, which has the rest. */
  blockSize: number
}

/**
 * An order whose items will move, in partly filled blocks.
 * @param docs a permutation of the numbers from 0 up.
 */
export function movingOrder(docs: Uint32Array): BlockedOrder {
  const blocks = Math.ceil(docs.length / INITIAL_BLOCK_SIZE)
  const items = sharedUint32(blocks * BLOCK_CAPACITY)
  for (let block = 0; block < blocks; block++) {
    items.set(
      docs.subarray(block * INITIAL_BLOCK_SIZE, (block + 1) * INITIAL_BLOCK_SIZE),
      block * BLOCK_CAPACITY,
    )
  }
  return { items, blockOf: blockNumbers(docs, INITIAL_BLOCK_SIZE), blockSize: INITIAL_BLOCK_SIZE }
}

/** An order whose items will not move, in full blocks that share the memory of `docs`. */
export function fixedOrder(docs: Uint32Array): BlockedOrder {
  return { items: docs, blockOf: blockNumbers(docs, BLOCK_CAPACITY), blockSize: BLOCK_CAPACITY }
}

/** Uses a type that is wide enough for four times as many blocks as there are at first. */
function blockNumbers(docs: Uint32Array, blockSize: number): Uint16Array | Uint32Array {
  const maxBlocks = Math.ceil(docs.length / blockSize) * 4 + 16
  const numbers = maxBlocks < 2 ** 16 ? sharedUint16(docs.length) : sharedUint32(docs.length)
  for (let rank = 0; rank < docs.length; rank++) numbers[docs[rank]!] = Math.floor(rank / blockSize)
  return numbers
}

/**
 * A sorted list in which one of a million numbers moves in a few microseconds: it consists of sorted blocks of at most
 * 512. The sort key of a number must not change while it is in the list.
 */
export class OrderList {
  readonly blocks: NumberedBlock[] = []
  readonly #compare: (a: number, b: number) => number
  readonly #blockOf: Uint16Array | Uint32Array | null
  readonly #freeNumbers: number[] = []
  /** For each block number, the block's index in `blocks`. */
  readonly #indexOfNumber: number[] = []
  readonly #firstBlocks = new FirstBlocks()
  #numberCount = 0

  /** @param blockOf used by `countInBlocks`; the list keeps it up to date. */
  constructor(compare: (a: number, b: number) => number, blockOf: Uint16Array | Uint32Array | null = null) {
    this.#compare = compare
    this.#blockOf = blockOf
  }

  /** Takes the arrays over. */
  static from(
    { items, blockOf, blockSize }: BlockedOrder,
    compare: (a: number, b: number) => number,
  ): OrderList {
    const list = new OrderList(compare, blockOf)
    for (let docsLeft = blockOf.length; docsLeft > 0; docsLeft -= blockSize) {
      const number = list.#numberCount++
      const block = items.subarray(number * BLOCK_CAPACITY, (number + 1) * BLOCK_CAPACITY)
      list.#replace(number, 0, { items: block, length: Math.min(docsLeft, blockSize), number })
    }
    return list
  }

  /** For each block, how many of the first `count` items are in it. */
  countInBlocks(items: Uint32Array, count: number): Uint32Array {
    const blockOf = this.#blockOf!
    const countOfNumber = new Uint32Array(this.#numberCount)
    for (let i = 0; i < count; i++) countOfNumber[blockOf[items[i]!]!]!++
    const counts = new Uint32Array(this.blocks.length)
    for (let at = 0; at < counts.length; at++) counts[at] = countOfNumber[this.blocks[at]!.number]!
    return counts
  }

  /** The first `count` of some items, in this order. */
  firstOf(items: Uint32Array, count: number): Uint32Array {
    return this.#firstBlocks
      .select(items, count, this.#blockOf!, this.#numberCount, this.blocks)
      .sort(this.#compare)
      .slice(0, count)
  }

  insert(item: number): void {
    if (this.blocks.length === 0) this.#replace(0, 0, this.#newBlock(new Uint32Array(0)))
    const { block: at, index } = this.boundaryBefore(item)
    const block = this.blocks[at]!
    block.items.copyWithin(index + 1, index, block.length)
    block.items[index] = item
    block.length++
    if (this.#blockOf !== null) this.#blockOf[item] = block.number
    if (block.length === BLOCK_CAPACITY) this.#split(at)
  }

  remove(item: number): void {
    const { block: at, index } =
      this.#blockOf === null ? this.boundaryBefore(item) : this.#find(this.#blockOf, item)
    const block = this.blocks[at]
    if (block?.items[index] !== item || index >= block.length)
      throw new Error(`${item} is not in its place in the order`)
    block.items.copyWithin(index, index + 1, block.length)
    block.length--
    if (block.length > 0) return
    this.#replace(at, 1)
    this.#freeNumbers.push(block.number)
  }

  /**
   * Finds an item by its block number, without comparisons: those would read the keys of some twenty items all over
   * memory.
   */
  #find(blockOf: Uint16Array | Uint32Array, item: number): OrderBoundary {
    const block = this.#indexOfNumber[blockOf[item]!]!
    return { block, index: this.blocks[block]?.items.indexOf(item) ?? -1 }
  }

  boundaryBefore(item: number): OrderBoundary {
    return this.boundary(other => this.#compare(other, item) < 0)
  }

  /** The boundary after the items for which `isBefore` is true, which must be the first ones of the order. */
  boundary(isBefore: (item: number) => boolean): OrderBoundary {
    const { blocks } = this
    const last = Math.max(0, blocks.length - 1)
    const at = bisect(0, last, i => {
      const { items, length } = blocks[i]!
      return !isBefore(items[length - 1]!)
    })
    const { items, length } = blocks[at] ?? NO_BLOCK
    return { block: at, index: bisect(0, length, i => !isBefore(items[i]!)) }
  }

  #split(at: number): void {
    const block = this.blocks[at]!
    const half = BLOCK_CAPACITY >> 1
    this.#replace(at + 1, 0, this.#newBlock(block.items.subarray(half, block.length)))
    block.length = half
  }

  #replace(at: number, count: number, ...newBlocks: NumberedBlock[]): void {
    this.blocks.splice(at, count, ...newBlocks)
    for (let i = at; i < this.blocks.length; i++) this.#indexOfNumber[this.blocks[i]!.number] = i
  }

  #newBlock(sortedDocs: Uint32Array): NumberedBlock {
    const number = this.#freeNumbers.pop() ?? this.#numberCount++
    const items = new Uint32Array(BLOCK_CAPACITY)
    items.set(sortedDocs)
    if (this.#blockOf !== null) for (const item of sortedDocs) this.#blockOf[item] = number
    return { items, length: sortedDocs.length, number }
  }
}

/** Replaces the count of a block that is among the first. */
const IN_FIRST_BLOCKS = 0xffff_ffff

/**
 * Selects items in the first blocks of an order. Its buffers are reused, because allocating them causes more garbage
 * collections.
 */
class FirstBlocks {
  #counts = new Uint32Array(0)
  #selectedItems = new Uint32Array(0)

  /**
   * Returns the items in the first blocks, of which just enough are taken to contain `count` of them; valid until the
   * next call.
   * @param numberCount one more than the highest number in `blockOf`.
   */
  select(
    items: Uint32Array,
    count: number,
    blockOf: Uint16Array | Uint32Array,
    numberCount: number,
    blocks: readonly NumberedBlock[],
  ): Uint32Array {
    if (this.#counts.length < numberCount) this.#counts = new Uint32Array(numberCount)
    const counts = this.#counts.fill(0, 0, numberCount)
    for (let i = 0; i < items.length; i++) counts[blockOf[items[i]!]!]!++
    const limit = Math.min(count, items.length)
    let foundCount = 0
    for (let index = 0; foundCount < limit; index++) {
      const { number } = blocks[index]!
      foundCount += counts[number]!
      counts[number] = IN_FIRST_BLOCKS
    }
    if (this.#selectedItems.length < foundCount) this.#selectedItems = new Uint32Array(foundCount * 2)
    const out = this.#selectedItems.subarray(0, foundCount)
    let n = 0
    for (let i = 0; n < foundCount; i++)
      if (counts[blockOf[items[i]!]!] === IN_FIRST_BLOCKS) out[n++] = items[i]!
    return out
  }
}
