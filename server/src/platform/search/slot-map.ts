/** Bits of a document's number, above which are those of its segment. */
const DOC_BITS = 26
const MAX_DOCS = 2 ** DOC_BITS
/** The segment number of a slot that is not in use. */
export const NO_SEGMENT = 0
export const MAX_SEGMENT_NUMBER = 2 ** (32 - DOC_BITS) - 1

/** The segment and the document of each slot. Segments are numbered from 1. */
export class SlotMap {
  /** Number of slots in use, which are 0 to `size - 1`. */
  size: number
  #locations: Uint32Array

  /** Puts all slots into one segment. */
  constructor(segment: number, docOfSlot: Uint32Array) {
    this.size = docOfSlot.length
    this.#locations = new Uint32Array(roomFor(this.size))
    for (let slot = 0; slot < this.size; slot++) this.#locations[slot] = locationOf(segment, docOfSlot[slot]!)
  }

  /** `NO_SEGMENT` for a slot that is not in use. */
  segmentNumberOf(slot: number): number {
    return (this.#locations[slot] ?? 0) >>> DOC_BITS
  }

  docOf(slot: number): number {
    return this.#locations[slot]! & (MAX_DOCS - 1)
  }

  /** @throws RangeError when a slot before this one is not in use, or the document's number is too high. */
  set(slot: number, segment: number, doc: number): void {
    if (slot > this.size || slot < 0)
      throw new RangeError(`slot ${slot} leaves a gap: the next one is ${this.size}`)
    if (slot === this.#locations.length) this.#grow()
    this.#locations[slot] = locationOf(segment, doc)
    if (slot === this.size) this.size++
  }

  #grow(): void {
    const locations = new Uint32Array(roomFor(this.size))
    locations.set(this.#locations)
    this.#locations = locations
  }
}

function locationOf(segment: number, doc: number): number {
  if (doc >= MAX_DOCS) throw new RangeError(`A segment has at most ${MAX_DOCS} documents`)
  return ((segment << DOC_BITS) | doc) >>> 0
}

/** Allows a tenth more slots, so that a map seldom grows. */
function roomFor(slots: number): number {
  return Math.ceil(slots * 1.1) + 4096
}
