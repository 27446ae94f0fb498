import { type BytesWithView, withView } from '../../kernel/bytes-with-view.ts'

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
  memory: BytesWithView
  /** Units written, released ones included. */
  usedUnits: number
  /** Units written and not released. */
  liveUnits: number
}

export interface CapturedArena {
  chunks: readonly Uint8Array[]
  /** For each chunk, its units that are not released. */
  liveUnits: Uint32Array
}

/**
 * Bytes outside the JavaScript heap, in chunks of up to 16 MiB. An entry never spans chunks; its address counts units
 * of 2 bytes, so that 32 bits address 8 GiB. Released entries leave holes, which `Compaction` closes.
 */
export class ByteArena {
  readonly #chunks: Chunk[] = []
  /** The chunk that is being filled. */
  #currentChunk = NO_CHUNK

  /** The chunks for a snapshot, without entries that are appended later. */
  capture(): CapturedArena {
    return {
      chunks: this.#chunks.map(({ memory, usedUnits }) =>
        memory.bytes.subarray(0, usedUnits << ALIGNMENT_BITS),
      ),
      liveUnits: Uint32Array.from(this.#chunks, ({ liveUnits }) => liveUnits),
    }
  }

  /**
   * The inverse of `capture`; the arena takes the arrays over.
   * @throws when a chunk has no number of live units.
   */
  static from({ chunks, liveUnits }: CapturedArena): ByteArena {
    if (liveUnits.length !== chunks.length)
      throw new Error(`${chunks.length} chunks have ${liveUnits.length} numbers of live units`)
    const arena = new ByteArena()
    for (const [i, { buffer, byteOffset, byteLength }] of chunks.entries()) {
      const usedUnits = byteLength >> ALIGNMENT_BITS
      const memory = withView(Buffer.from(buffer, byteOffset, byteLength))
      arena.#chunks.push({ memory, usedUnits, liveUnits: liveUnits[i]! })
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
    if (this.#currentChunk === NO_CHUNK || this.#chunks[this.#currentChunk]!.usedUnits + units > CHUNK_UNITS)
      this.#openChunk()
    const chunk = this.#chunks[this.#currentChunk]!
    const address = this.#currentChunk * CHUNK_UNITS + chunk.usedUnits
    makeRoom(chunk, units)
    chunk.memory.bytes.set(bytes, chunk.usedUnits << ALIGNMENT_BITS)
    chunk.usedUnits += units
    chunk.liveUnits += units
    return address
  }

  release(address: number, length: number): void {
    this.#chunks[this.chunkNumberOf(address)]!.liveUnits -= unitsOf(length)
  }

  /** The number of a chunk that is no longer filled and should be compacted, or -1. */
  wastefulChunk(): number {
    return this.#chunks.findIndex(
      ({ usedUnits, liveUnits }, i) =>
        usedUnits > 0 && i !== this.#currentChunk && liveUnits < CHUNK_UNITS * MIN_LIVE_SHARE,
    )
  }

  drop(chunkNumber: number): void {
    this.#chunks[chunkNumber] = emptyChunk()
  }

  chunkNumberOf(address: number): number {
    return address >>> (CHUNK_BITS - ALIGNMENT_BITS)
  }

  chunkBytes(address: number): Buffer {
    return this.memory(address).bytes
  }

  /** The memory of the chunk with the entry at `address`. */
  memory(address: number): BytesWithView {
    return this.#chunks[this.chunkNumberOf(address)]!.memory
  }

  /** Byte offset of the entry at `address` in its chunk. */
  offset(address: number): number {
    return (address << ALIGNMENT_BITS) & (CHUNK_BYTES - 1)
  }

  #openChunk(): void {
    const droppedChunk = this.#chunks.findIndex(({ usedUnits }) => usedUnits === 0)
    this.#currentChunk = droppedChunk === -1 ? this.#chunks.length : droppedChunk
    this.#chunks[this.#currentChunk] = emptyChunk()
  }

  /** Makes the chunk with the most free space current, if it is short enough to be grown by copying. */
  #resumeShortestChunk(): void {
    let minUnits = MAX_COPIED_BYTES >> ALIGNMENT_BITS
    for (const [i, { usedUnits }] of this.#chunks.entries())
      if (usedUnits > 0 && usedUnits < minUnits) {
        minUnits = usedUnits
        this.#currentChunk = i
      }
  }
}

/** Grows the chunk to hold `units` more. Captures keep the old buffer. */
function makeRoom(chunk: Chunk, units: number): void {
  const neededBytes = (chunk.usedUnits + units) << ALIGNMENT_BITS
  const { bytes: oldBytes } = chunk.memory
  if (neededBytes <= oldBytes.length) return
  const doubled = Math.max(neededBytes, INITIAL_BYTES, oldBytes.length * 2)
  const bytes = Buffer.alloc(doubled > MAX_COPIED_BYTES ? CHUNK_BYTES : doubled)
  oldBytes.copy(bytes)
  chunk.memory = withView(bytes)
}

function emptyChunk(): Chunk {
  return { memory: withView(Buffer.alloc(0)), usedUnits: 0, liveUnits: 0 }
}

function unitsOf(byteLength: number): number {
  return (byteLength + (1 << ALIGNMENT_BITS) - 1) >> ALIGNMENT_BITS
}
