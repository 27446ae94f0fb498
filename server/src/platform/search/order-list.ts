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

/**
 * Numbers kept in an order that can move one number at a time, in about a microsecond among a million: sorted blocks
 * of at most 512. What the order depends on must change only while the number is out of the list.
 */
export class OrderList {
  readonly blocks: OrderBlock[] = []
  readonly #compare: (a: number, b: number) => number

  constructor(compare: (a: number, b: number) => number) {
    this.#compare = compare
  }

  /** Takes over numbers that are in order already. */
  static from(sorted: Uint32Array, compare: (a: number, b: number) => number): OrderList {
    const list = new OrderList(compare)
    for (let start = 0; start < sorted.length; start += FILL) {
      list.blocks.push(blockOf(sorted.subarray(start, start + FILL)))
    }
    return list
  }

  insert(item: number): void {
    if (this.blocks.length === 0) this.blocks.push({ items: new Uint32Array(CAPACITY), length: 0 })
    const { block: at, index } = this.placeOf(item)
    const block = this.blocks[at]!
    block.items.copyWithin(index + 1, index, block.length)
    block.items[index] = item
    block.length++
    if (block.length === CAPACITY) this.#split(at)
  }

  remove(item: number): void {
    const { block: at, index } = this.placeOf(item)
    const block = this.blocks[at]
    if (block?.items[index] !== item || index >= block.length)
      throw new Error(`${item} is not in its place in the order`)
    block.items.copyWithin(index, index + 1, block.length)
    block.length--
    if (block.length === 0) this.blocks.splice(at, 1)
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
    this.blocks.splice(at + 1, 0, blockOf(block.items.subarray(half, block.length)))
    block.length = half
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

function blockOf(sorted: Uint32Array): OrderBlock {
  const items = new Uint32Array(CAPACITY)
  items.set(sorted)
  return { items, length: sorted.length }
}
