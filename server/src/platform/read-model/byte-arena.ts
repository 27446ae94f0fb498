const CHUNK_BITS = 24
const ALIGNMENT_BITS = 2
const CHUNK_BYTES = 1 << CHUNK_BITS
const CHUNK_UNITS = CHUNK_BYTES >> ALIGNMENT_BITS

/** A chunk of which less than this share is still used is emptied and given back. */
const LEAST_LIVE = 0.7

const NO_CHUNK = -1

interface Chunk {
  /** Written once from front to back and never over, so that a capture may hold it; empty when given back. */
  bytes: Buffer
  /** Units written, and those of them that are not released. */
  used: number
  live: number
}

/**
 * Bytes outside the JavaScript heap, in chunks of 16 MiB. An entry never crosses a chunk, and its address counts in
 * units of 4 bytes, so that a Uint32 reaches 16 GiB. Released entries leave holes; `Compaction` closes them.
 */
export class ByteArena {
  readonly #chunks: Chunk[] = []
  /** The chunk that is being filled. */
  #current = NO_CHUNK

  /** Bytes of all chunks as they are now, for a snapshot; entries appended later are not in them. */
  capture(): Buffer[] {
    return this.#chunks.map(({ bytes, used }) => bytes.subarray(0, used << ALIGNMENT_BITS))
  }

  /** The inverse of `capture`: the arrays become the arena's own, and the caller retains each entry in use. */
  static from(captured: readonly Uint8Array[]): ByteArena {
    const arena = new ByteArena()
    for (const { buffer, byteOffset, byteLength } of captured) {
      const used = byteLength >> ALIGNMENT_BITS
      arena.#chunks.push({ bytes: Buffer.from(buffer, byteOffset, byteLength), used, live: 0 })
    }
    arena.#growShortest()
    return arena
  }

  /** Bytes of the chunks held. */
  get byteLength(): number {
    return this.#chunks.reduce((sum, { bytes }) => sum + bytes.length, 0)
  }

  /** Copies `bytes` in and returns the address. */
  append(bytes: Uint8Array): number {
    if (bytes.length > CHUNK_BYTES)
      throw new RangeError(`An entry of ${bytes.length} bytes does not fit a chunk`)
    const units = unitsOf(bytes.length)
    if (this.#current === NO_CHUNK || this.#chunks[this.#current]!.used + units > CHUNK_UNITS)
      this.#openChunk()
    const chunk = this.#chunks[this.#current]!
    const address = this.#current * CHUNK_UNITS + chunk.used
    chunk.bytes.set(bytes, chunk.used << ALIGNMENT_BITS)
    chunk.used += units
    chunk.live += units
    return address
  }

  /** Says that the entry is in use; `append` does it itself. */
  retain(address: number, length: number): void {
    this.#chunks[this.chunkOf(address)]!.live += unitsOf(length)
  }

  /** Says that the entry is no longer in use. */
  release(address: number, length: number): void {
    this.#chunks[this.chunkOf(address)]!.live -= unitsOf(length)
  }

  /** A full chunk that is worth emptying, or -1. */
  wastefulChunk(): number {
    return this.#chunks.findIndex(
      ({ used, live }, i) => used > 0 && i !== this.#current && live < CHUNK_UNITS * LEAST_LIVE,
    )
  }

  /** Gives back a chunk whose entries are all elsewhere. */
  drop(chunk: number): void {
    this.#chunks[chunk] = { bytes: Buffer.alloc(0), used: 0, live: 0 }
  }

  chunkOf(address: number): number {
    return address >>> (CHUNK_BITS - ALIGNMENT_BITS)
  }

  /** The bytes among which the entry at `address` is. */
  chunk(address: number): Buffer {
    return this.#chunks[this.chunkOf(address)]!.bytes
  }

  /** Where in its chunk the entry at `address` starts, in bytes. */
  offset(address: number): number {
    return (address << ALIGNMENT_BITS) & (CHUNK_BYTES - 1)
  }

  #openChunk(): void {
    const dropped = this.#chunks.findIndex(({ used }) => used === 0)
    this.#current = dropped === -1 ? this.#chunks.length : dropped
    this.#chunks[this.#current] = { bytes: Buffer.alloc(CHUNK_BYTES), used: 0, live: 0 }
  }

  /** Goes on filling the chunk with the most room left. */
  #growShortest(): void {
    for (const [i, { used }] of this.#chunks.entries())
      if (used > 0 && used < (this.#chunks[this.#current]?.used ?? CHUNK_UNITS)) this.#current = i
    const shortest = this.#chunks[this.#current]
    if (shortest === undefined) return
    const bytes = Buffer.alloc(CHUNK_BYTES)
    shortest.bytes.copy(bytes)
    shortest.bytes = bytes
  }
}

function unitsOf(bytes: number): number {
  return (bytes + (1 << ALIGNMENT_BITS) - 1) >> ALIGNMENT_BITS
}
