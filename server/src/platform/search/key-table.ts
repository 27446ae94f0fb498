import { HashTable, hashOfBytes } from '../../kernel/hash-table.ts'
import type { KeyWriter } from './key-bytes.ts'
import { byteVec, uint32Vec } from './shared.ts'

/** Numbers distinct texts by their keys' bytes. No text stays in the heap, which millions would fill. */
export class KeyTable {
  readonly #write: KeyWriter
  readonly #bytes = byteVec()
  readonly #offsets = uint32Vec()
  readonly #hashes = uint32Vec()
  readonly #keys = new HashTable(key => this.#hashes.array[key]!)
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
    const bytes = this.#bytes.reserve(text.length * 3 + 1)
    const start = this.#bytes.length
    this.#end = this.#write(text, bytes, start)
    this.#hash = hashOfBytes(bytes, start, this.#end)
    return this.#keys.find(this.#hash, this.#isSought)
  }

  intern(text: string): number {
    const known = this.find(text)
    if (known !== -1) return known
    const key = this.size
    this.#bytes.length = this.#end
    this.#offsets.push(this.#end)
    this.#hashes.push(this.#hash)
    this.#keys.add(key)
    return key
  }

  /** Keys in order of arrival: their bytes, their offsets and the end of the last. */
  parts(): { bytes: Uint8Array; offsets: Uint32Array } {
    return { bytes: this.#bytes.view(), offsets: this.#offsets.view() }
  }

  readonly #isSought = (key: number): boolean => {
    if (this.#hashes.array[key] !== this.#hash) return false
    const bytes = this.#bytes.array
    const sought = this.#bytes.length
    const start = this.start(key)
    const length = this.start(key + 1) - start
    if (length !== this.#end - sought) return false
    for (let i = 0; i < length; i++) if (bytes[start + i] !== bytes[sought + i]) return false
    return true
  }
}
