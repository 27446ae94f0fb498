import { hashOfBytes } from '../../kernel/hash-table.ts'
import type { KeyWriter } from './key-bytes.ts'
import { byteVec, uint32Vec } from './shared.ts'

const FEWEST_CELLS = 256

/** Numbers distinct texts by their keys' bytes. No text stays in the heap, which millions would fill. */
export class KeyTable {
  readonly #write: KeyWriter
  readonly #bytes = byteVec()
  readonly #offsets = uint32Vec()
  /** Two numbers a cell: key + 1, or 0 in a free cell, and the hash. At most half of the cells are used. */
  #cells = new Uint32Array(FEWEST_CELLS * 2)
  /** End of the bytes of the text sought last, which stand behind those of the keys, and its hash. */
  #end = 0
  #hash = 0

  constructor(write: KeyWriter) {
    this.#write = write
    this.#offsets.push(0)
  }

  get size(): number {
    return this.#offsets.length - 1
  }

  get bytes(): Uint8Array {
    return this.#bytes.array
  }

  /** The offset of a key, which is the end of the previous one. */
  start(key: number): number {
    return this.#offsets.array[key]!
  }

  /** The key of a text, or -1. */
  find(text: string): number {
    return this.#cells[this.#seek(text)]! - 1
  }

  intern(text: string): number {
    const cell = this.#seek(text)
    const known = this.#cells[cell]!
    if (known !== 0) return known - 1
    const key = this.size
    this.#bytes.length = this.#end
    this.#offsets.push(this.#end)
    this.#cells[cell] = key + 1
    this.#cells[cell + 1] = this.#hash
    if (this.size * 4 > this.#cells.length) this.#grow()
    return key
  }

  /** Keys in order of arrival: their bytes, their offsets and the end of the last. */
  parts(): { bytes: Uint8Array; offsets: Uint32Array } {
    return { bytes: this.#bytes.view(), offsets: this.#offsets.view() }
  }

  /** The place in `#cells` of a text, or of the free cell for it. */
  #seek(text: string): number {
    const bytes = this.#bytes.reserve(text.length * 3 + 1)
    const start = this.#bytes.length
    this.#end = this.#write(text, bytes, start)
    this.#hash = hashOfBytes(bytes, start, this.#end)
    const cells = this.#cells
    const last = cells.length - 2
    let at = (this.#hash * 2) & last
    while (cells[at] !== 0 && (cells[at + 1] !== this.#hash || !this.#isSought(cells[at]! - 1)))
      at = (at + 2) & last
    return at
  }

  #isSought(key: number): boolean {
    const bytes = this.#bytes.array
    const sought = this.#bytes.length
    const start = this.start(key)
    const length = this.start(key + 1) - start
    if (length !== this.#end - sought) return false
    for (let i = 0; i < length; i++) if (bytes[start + i] !== bytes[sought + i]) return false
    return true
  }

  #grow(): void {
    const from = this.#cells
    const cells = new Uint32Array(from.length * 2)
    const last = cells.length - 2
    for (let i = 0; i < from.length; i += 2) {
      if (from[i] === 0) continue
      let at = (from[i + 1]! * 2) & last
      while (cells[at] !== 0) at = (at + 2) & last
      cells[at] = from[i]!
      cells[at + 1] = from[i + 1]!
    }
    this.#cells = cells
  }
}
