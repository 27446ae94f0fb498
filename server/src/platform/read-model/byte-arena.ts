const CHUNK_BITS = 24
const CHUNK_BYTES = 1 << CHUNK_BITS
const ALIGNMENT_BITS = 2
const CHUNK_UNITS = CHUNK_BYTES >> ALIGNMENT_BITS

/**
 * Append-only bytes outside the JavaScript heap, in chunks of 16 MiB. An entry never crosses a chunk, and its
 * address counts in units of 4 bytes, so that a Uint32 reaches 16 GiB.
 */
export class ByteArena {
  readonly #chunks: Buffer[] = []
  /** Next free address, in units. */
  #end = 0

  /** Chunks in order, the last one cut at what is used: what a snapshot keeps. */
  sections(): Buffer[] {
    return this.#chunks.map((chunk, i) => {
      const used = this.#end - i * CHUNK_UNITS
      return chunk.subarray(0, used >= CHUNK_UNITS ? CHUNK_BYTES : used << ALIGNMENT_BITS)
    })
  }

  static fromSections(sections: readonly Uint8Array[]): ByteArena {
    const arena = new ByteArena()
    for (const [i, section] of sections.entries()) {
      const isLast = i === sections.length - 1
      const view = Buffer.from(section.buffer, section.byteOffset, section.byteLength)
      arena.#chunks.push(isLast ? grow(view) : view)
      arena.#end = i * CHUNK_UNITS + ((section.byteLength + 3) >> ALIGNMENT_BITS)
    }
    return arena
  }

  /** Bytes held, used or not. */
  get byteLength(): number {
    return this.#chunks.length * CHUNK_BYTES
  }

  /** Copies `bytes` in and returns the address. */
  append(bytes: Uint8Array): number {
    if (bytes.length > CHUNK_BYTES)
      throw new RangeError(`An entry of ${bytes.length} bytes does not fit a chunk`)
    const room = CHUNK_BYTES - ((this.#end << ALIGNMENT_BITS) & (CHUNK_BYTES - 1))
    if (this.#chunkOf(this.#end) < this.#chunks.length && room < bytes.length) {
      this.#end = this.#chunks.length * CHUNK_UNITS
    }
    if (this.#chunkOf(this.#end) >= this.#chunks.length)
      this.#chunks.push(Buffer.allocUnsafeSlow(CHUNK_BYTES))
    const address = this.#end
    this.chunk(address).set(bytes, this.offset(address))
    this.#end += (bytes.length + 3) >> ALIGNMENT_BITS
    return address
  }

  /** The chunk that holds the entry at `address`. */
  chunk(address: number): Buffer {
    return this.#chunks[this.#chunkOf(address)]!
  }

  /** Where in its chunk the entry at `address` starts, in bytes. */
  offset(address: number): number {
    return (address << ALIGNMENT_BITS) & (CHUNK_BYTES - 1)
  }

  #chunkOf(address: number): number {
    return address >>> (CHUNK_BITS - ALIGNMENT_BITS)
  }
}

function grow(view: Buffer): Buffer {
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  view.copy(chunk)
  return chunk
}
