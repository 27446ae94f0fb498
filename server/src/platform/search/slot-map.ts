/** The segment and the document of each slot. Segments are numbered 1 to 255. */
export class SlotMap {
  /** Number of slots in use, which are 0 to `size - 1`. */
  size: number
  #segments: Uint8Array
  #docs: Uint32Array

  /** Puts all slots into one segment. */
  constructor(segment: number, docOfSlot: Uint32Array) {
    this.size = docOfSlot.length
    this.#segments = new Uint8Array(roomFor(this.size)).fill(segment, 0, this.size)
    this.#docs = new Uint32Array(roomFor(this.size))
    this.#docs.set(docOfSlot)
  }

  /** The segment's number, 0 for a slot that is not in use. */
  segmentOf(slot: number): number {
    return this.#segments[slot] ?? 0
  }

  docOf(slot: number): number {
    return this.#docs[slot]!
  }

  /** @throws RangeError when a slot before this one is not in use. */
  set(slot: number, segment: number, doc: number): void {
    if (slot > this.size || slot < 0)
      throw new RangeError(`slot ${slot} leaves a gap: the next one is ${this.size}`)
    if (slot === this.#docs.length) this.#grow()
    this.#segments[slot] = segment
    this.#docs[slot] = doc
    if (slot === this.size) this.size++
  }

  #grow(): void {
    const segments = new Uint8Array(roomFor(this.size))
    const docs = new Uint32Array(roomFor(this.size))
    segments.set(this.#segments)
    docs.set(this.#docs)
    this.#segments = segments
    this.#docs = docs
  }
}

function roomFor(slots: number): number {
  return Math.ceil(slots * 1.1) + 4096
}
