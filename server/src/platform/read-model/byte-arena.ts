import { type ViewedBytes, viewed } from '../../kernel/viewed-bytes.ts'

const CHUNK_BITS = 24
const ALIGNMENT_BITS = 1
const CHUNK_BYTES = 1 << CHUNK_BITS
const CHUNK_UNITS = CHUNK_BYTES >> ALIGNMENT_BITS
/** Initial size of a chunk, which doubles when it needs more. */
const INITIAL_BYTES = 1 << 16
/**
 * A chunk is grown by copying only up to this size, because copying more would delay requests. A longer one is
 * allocated whole at once: its pages take no memory until they are written.
 */
const MAX_COPIED_BYTES = 1 << 20

/** A chunk is compacted when less than this share of it is live. */
const MIN_LIVE_SHARE = 0.7

const NO_CHUNK = -1

interface Chunk {
  /**
   * Bytes are written once and never overwritten, so that a capture may share them; empty when the chunk is dropped.
   */
  memory: ViewedBytes
  /** Units written, released ones included. */
  used: number
  /** Units written and not released. */
  live: number
}

export interface CapturedArena {
  chunks: readonly Uint8Array[]
  /** For each chunk, its units that are not released. */
  live: Uint32Array
}

/**
 * Bytes outside the JavaScript heap, in chunks of up to 16 MiB. An entry never spans chunks; its address counts units
 * of 2 bytes, so that 32 bits address 8 GiB. Released entries leave holes, which `Compaction` closes.
 */
export class ByteArena {
  readonly #chunks: Chunk[] = []
  /** The chunk that is being filled. */
  #current = NO_CHUNK

  /** The chunks for a snapshot, without entries that are appended later. */
  capture(): CapturedArena {
    return {
      chunks: this.#chunks.map(({ memory, used }) => memory.bytes.subarray(0, used << ALIGNMENT_BITS)),
      live: Uint32Array.from(this.#chunks, ({ live }) => live),
    }
  }

  /**
   * The inverse of `capture`; the arena takes the arrays over.
   * @throws when a chunk has no number of live units.
   */
  static from({ chunks, live }: CapturedArena): ByteArena {
    if (live.length !== chunks.length)
      throw new Error(`${chunks.length} chunks have ${live.length} numbers of live units`)
    const arena = new ByteArena()
    for (const [i, { buffer, byteOffset, byteLength }] of chunks.entries()) {
      const usedUnits = byteLength >> ALIGNMENT_BITS
      const memory = viewed(Buffer.from(buffer, byteOffset, byteLength))
      arena.#chunks.push({ memory, used: usedUnits, live: live[i]! })
    }
    arena.#resumeShortestChunk()
    return arena
  }

  /** Total bytes of all chunks. */
  get byteLength(): number {
    return this.#chunks.reduce((sum, { memory }) => sum + memory.bytes.length, 0)
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
    makeRoom(chunk, units)
    chunk.memory.bytes.set(bytes, chunk.used << ALIGNMENT_BITS)
    chunk.used += units
    chunk.live += units
    return address
  }

  release(address: number, length: number): void {
    this.#chunks[this.chunkOf(address)]!.live -= unitsOf(length)
  }

  /** A full chunk that should be compacted, or -1. */
  wastefulChunk(): number {
    return this.#chunks.findIndex(
      ({ used, live }, i) => used > 0 && i !== this.#current && live < CHUNK_UNITS * MIN_LIVE_SHARE,
    )
  }

  drop(chunk: number): void {
    this.#chunks[chunk] = emptyChunk()
  }

  chunkOf(address: number): number {
    return address >>> (CHUNK_BITS - ALIGNMENT_BITS)
  }

  chunk(address: number): Buffer {
    return this.memory(address).bytes
  }

  /** The memory of the chunk with the entry at `address`. */
  memory(address: number): ViewedBytes {
    return this.#chunks[this.chunkOf(address)]!.memory
  }

  /** Byte offset of the entry at `address` in its chunk. */
  offset(address: number): number {
    return (address << ALIGNMENT_BITS) & (CHUNK_BYTES - 1)
  }

  #openChunk(): void {
    const droppedChunk = this.#chunks.findIndex(({ used }) => used === 0)
    this.#current = droppedChunk === -1 ? this.#chunks.length : droppedChunk
    this.#chunks[this.#current] = emptyChunk()
  }

  /** Makes the chunk with the most free space current, if it is short enough to be grown by copying. */
  #resumeShortestChunk(): void {
    let minUsed = MAX_COPIED_BYTES >> ALIGNMENT_BITS
    for (const [i, { used }] of this.#chunks.entries())
      if (used > 0 && used < minUsed) {
        minUsed = used
        this.#current = i
      }
  }
}

/** Grows the chunk to hold `units` more. Captures keep the old buffer. */
function makeRoom(chunk: Chunk, units: number): void {
  const neededBytes = (chunk.used + units) << ALIGNMENT_BITS
  const { bytes: oldBytes } = chunk.memory
  if (neededBytes <= oldBytes.length) return
  const doubled = Math.max(neededBytes, INITIAL_BYTES, oldBytes.length * 2)
  const bytes = Buffer.alloc(doubled > MAX_COPIED_BYTES ? CHUNK_BYTES : doubled)
  oldBytes.copy(bytes)
  chunk.memory = viewed(bytes)
}

function emptyChunk(): Chunk {
  return { memory: viewed(Buffer.alloc(0)), used: 0, live: 0 }
}

function unitsOf(bytes: number): number {
  return (bytes + (1 << ALIGNMENT_BITS) - 1) >> ALIGNMENT_BITS
}
