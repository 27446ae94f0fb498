import { type Column, uint32Column } from './column.ts'

const FILE = /file_([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})/i

/** The UUID of the platform's file that an image address or a file id names, in lower case; null when it names none. */
export function imageFileIn(text: string): string | null {
  return FILE.exec(text)?.[1]?.toLowerCase() ?? null
}

/**
 * Finds slots by the file of their image: a hash of the file's UUID for each slot, and an open-addressing table over
 * them (linear probing, slot + 1 in each used cell); some 12 bytes an avatar. A slot whose image changes leaves its
 * cell behind: what a cell says holds only while the slot's hash is the one looked for. Hashes meet, so whoever asks
 * holds the slots against the images themselves.
 */
export class ImageFiles {
  /** 0 where there is no file. */
  readonly #hashes: Column<Uint32Array>
  #table: Uint32Array
  #used = 0

  /** @param hashes become its own. */
  constructor(hashes: Uint32Array | undefined) {
    const size = hashes?.length ?? 0
    this.#hashes = uint32Column(hashes)
    this.#table = new Uint32Array(tableLength(size))
    this.#fill(size)
  }

  /**
   * @param size slots in use.
   * @returns whether the slot had another image before.
   */
  set(slot: number, imageUrl: string, size: number): boolean {
    const file = imageFileIn(imageUrl)
    const hash = file === null ? 0 : hashOf(file)
    if (this.#hashes.get(slot) === hash) return false
    this.#hashes.set(slot, hash)
    if (hash === 0) return true
    if ((this.#used + 1) * 4 > this.#table.length * 3) {
      this.#table = new Uint32Array(tableLength(Math.max(size, slot + 1)))
      this.#fill(Math.max(size, slot + 1))
    } else this.#add(slot, hash)
    return true
  }

  /** Slots whose image may be of the file, lowest first; `file` as `imageFileIn` gives it. */
  candidates(file: string): number[] {
    const hash = hashOf(file)
    const mask = this.#table.length - 1
    const found = new Set<number>()
    for (let cell = hash & mask; this.#table[cell] !== 0; cell = (cell + 1) & mask) {
      const slot = this.#table[cell]! - 1
      if (this.#hashes.get(slot) === hash) found.add(slot)
    }
    return [...found].sort((a, b) => a - b)
  }

  /** The hashes of the first `size` slots; all that it takes to make it again. */
  capture(size: number): Uint32Array[] {
    return this.#hashes.capture(size)
  }

  #fill(size: number): void {
    this.#used = 0
    for (let slot = 0; slot < size; slot++) {
      const hash = this.#hashes.get(slot)
      if (hash !== 0) this.#add(slot, hash)
    }
  }

  #add(slot: number, hash: number): void {
    const mask = this.#table.length - 1
    let cell = hash & mask
    while (this.#table[cell] !== 0) {
      if (this.#table[cell] === slot + 1) return
      cell = (cell + 1) & mask
    }
    this.#table[cell] = slot + 1
    this.#used++
  }
}

/** A power of two, of which `size` cells are at most five eighths, so that a filled table has room. */
function tableLength(size: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(size, 160) * 1.6))
}

/** FNV-1a with a final mix, so that the low bits that pick a cell depend on every digit; never 0. */
function hashOf(file: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < file.length; i++) h = Math.imul(h ^ file.charCodeAt(i), 0x01000193)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  return (h ^ (h >>> 13)) >>> 0 || 1
}
