const CAPACITY = 512
const FILL = 384

export interface OrderBlock {
  readonly items: Uint32Array
  length: number
}

/** A place between items: all items of earlier blocks and the first `index` of `block` stand before it. */
export interface OrderPlace {
  readonly block: number
  readonly index: number
}

interface NumberedBlock extends OrderBlock {
  /** What `#blockOf` tells of the items; the same for the life of the block. */
  readonly number: number
}

/**
 * Numbers kept in an order that can move one number at a time, in about a microsecond among a million: sorted blocks
 * of at most 512. What the order depends on must change only while the number is out of the list.
 */
export class OrderList {
  readonly blocks: NumberedBlock[] = []
  readonly #compare: (a: number, b: number) => number
  /** The block of each item, when blocks are told of items. */
  readonly #blockOf: Uint16Array | Uint32Array | null
  readonly #freeNumbers: number[] = []
  #numbers = 0

  /** @param size bound of the numbers, for `placeInBlocks`; 0 when that is not needed. */
  constructor(compare: (a: number, b: number) => number, size = 0) {
    this.#compare = compare
    const mostBlocks = Math.ceil(size / (CAPACITY >> 1)) * 4 + 16
    this.#blockOf = size === 0 ? null : mostBlocks < 2 ** 16 ? new Uint16Array(size) : new Uint32Array(size)
  }

  /** Takes over the numbers from 0 to one less than their count, in order already. */
  static from(sorted: Uint32Array, compare: (a: number, b: number) => number): OrderList {
    const list = new OrderList(compare, sorted.length)
    for (let start = 0; start < sorted.length; start += FILL) {
      list.blocks.push(list.#newBlock(sorted.subarray(start, start + FILL)))
    }
    return list
  }

  /** How many of some items are in each block. */
  countInBlocks(items: Uint32Array, count: number): Uint32Array {
    const blockOf = this.#blockOf!
    const byNumber = new Uint32Array(this.#numbers)
    for (let i = 0; i < count; i++) byNumber[blockOf[items[i]!]!]!++
    return Uint32Array.from(this.blocks, ({ number }) => byNumber[number]!)
  }

  insert(item: number): void {
    if (this.blocks.length === 0) this.blocks.push(this.#newBlock(new Uint32Array(0)))
    const { block: at, index } = this.placeOf(item)
    const block = this.blocks[at]!
    block.items.copyWithin(index + 1, index, block.length)
    block.items[index] = item
    block.length++
    if (this.#blockOf !== null) this.#blockOf[item] = block.number
    if (block.length === CAPACITY) this.#split(at)
  }

  remove(item: number): void {
    const { block: at, index } = this.placeOf(item)
    const block = this.blocks[at]
    if (block?.items[index] !== item || index >= block.length)
      throw new Error(`${item} is not in its place in the order`)
    block.items.copyWithin(index, index + 1, block.length)
    block.length--
    if (block.length > 0) return
    this.blocks.splice(at, 1)
    this.#freeNumbers.push(block.number)
  }

  placeOf(item: number): OrderPlace {
    return this.place(other => this.#compare(other, item) < 0)
  }

  /** The place after every item for which `isBefore` holds; it must hold for a leading part of the order. */
  place(isBefore: (item: number) => boolean): OrderPlace {
    const { blocks } = this
    let low = 0
    let high = blocks.length - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      const { items, length } = blocks[middle]!
      if (isBefore(items[length - 1]!)) low = middle + 1
      else high = middle
    }
    const block = blocks[low]
    return { block: low, index: block === undefined ? 0 : partition(block.items, block.length, isBefore) }
  }

  #split(at: number): void {
    const block = this.blocks[at]!
    const half = CAPACITY >> 1
    this.blocks.splice(at + 1, 0, this.#newBlock(block.items.subarray(half, block.length)))
    block.length = half
  }

  #newBlock(sorted: Uint32Array): NumberedBlock {
    const number = this.#freeNumbers.pop() ?? this.#numbers++
    const items = new Uint32Array(CAPACITY)
    items.set(sorted)
    if (this.#blockOf !== null) for (const item of sorted) this.#blockOf[item] = number
    return { items, length: sorted.length, number }
  }
}

/** An order that never changes, by blocks like the other. */
export class FixedOrder {
  readonly blocks: OrderBlock[]
  readonly #items: Uint32Array
  readonly #blockOf: Uint16Array | Uint32Array

  /** @param items every number from 0 to one less than their count. */
  constructor(items: Uint32Array) {
    const size = items.length
    this.#items = items
    this.blocks = Array.from({ length: Math.ceil(size / CAPACITY) }, (_, i) => {
      const block = items.subarray(i * CAPACITY, (i + 1) * CAPACITY)
      return { items: block, length: block.length }
    })
    this.#blockOf = size / CAPACITY < 2 ** 16 ? new Uint16Array(size) : new Uint32Array(size)
    for (let rank = 0; rank < size; rank++) this.#blockOf[items[rank]!] = Math.floor(rank / CAPACITY)
  }

  countInBlocks(items: Uint32Array, count: number): Uint32Array {
    const counts = new Uint32Array(this.blocks.length)
    for (let i = 0; i < count; i++) counts[this.#blockOf[items[i]!]!]!++
    return counts
  }

  place(isBefore: (item: number) => boolean): OrderPlace {
    const rank = partition(this.#items, this.#items.length, isBefore)
    return { block: Math.floor(rank / CAPACITY), index: rank % CAPACITY }
  }
}

/** How many leading items `isBefore` holds for. */
export function partition(
  items: Uint32Array,
  length: number,
  isBefore: (item: number) => boolean,
  from = 0,
): number {
  let low = from
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(items[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}
