import { OrderList } from './order-list.ts'
import { byteVec, uint32Vec } from './shared.ts'

/** A tail's dictionary as the merge reads it: keys in order of arrival, and the keys of each document. */
export interface TailFieldParts {
  bytes: Uint8Array
  /** Offsets of the keys, and the end of the last. */
  offsets: Uint32Array
  /** Distinct keys of the documents, one document after the other. */
  keys: Uint32Array
  keyEnds: Uint32Array
}

/** A dictionary that grows, with the posted documents of each key. */
export class TailField {
  readonly #toBytes: (text: string) => Uint8Array
  readonly #ofText = new Map<string, number>()
  readonly #texts: string[] = []
  readonly #bytes = byteVec()
  readonly #offsets = uint32Vec()
  readonly #keys = uint32Vec()
  readonly #keyEnds = uint32Vec()
  readonly #docs: number[][] = []
  /** Posted keys by text, for prefixes. */
  readonly #sorted = new OrderList((a, b) => compareTexts(this.#texts[a]!, this.#texts[b]!))
  readonly #counts: number[] = []
  readonly #lastDoc: number[] = []

  constructor(toBytes: (text: string) => Uint8Array) {
    this.#toBytes = toBytes
    this.#offsets.push(0)
  }

  get bytes(): Uint8Array {
    return this.#bytes.array
  }

  /** The offset of a key, which is the end of the previous one. */
  start(key: number): number {
    return this.#offsets.array[key]!
  }

  find(text: string): number {
    return this.#ofText.get(text) ?? -1
  }

  intern(text: string): number {
    let key = this.#ofText.get(text)
    if (key !== undefined) return key
    key = this.#texts.length
    this.#ofText.set(text, key)
    this.#texts.push(text)
    this.#counts.push(0)
    this.#lastDoc.push(-1)
    this.#bytes.append(this.#toBytes(text))
    this.#offsets.push(this.#bytes.length)
    return key
  }

  /** Adds a text to the next document, unless it has it, and returns the key. */
  addKey(text: string): number {
    const key = this.intern(text)
    const doc = this.#keyEnds.length
    if (this.#lastDoc[key] === doc) return key
    this.#lastDoc[key] = doc
    this.#keys.push(key)
    return key
  }

  endDocument(): void {
    this.#keyEnds.push(this.#keys.length)
  }

  /** Adds the only text of the next document. */
  addOnlyKey(text: string): void {
    this.#keys.push(this.intern(text))
    this.endDocument()
  }

  keysOf(doc: number): Uint32Array {
    const start = doc === 0 ? 0 : this.#keyEnds.array[doc - 1]!
    return this.#keys.array.subarray(start, this.#keyEnds.array[doc]!)
  }

  keyAt(doc: number): number {
    return this.#keys.array[this.#keyEnds.array[doc]! - 1]!
  }

  textAt(doc: number): string {
    return this.#texts[this.keyAt(doc)]!
  }

  /** Makes a document searchable by its keys; must be called in ascending order. */
  post(doc: number): void {
    for (const key of this.keysOf(doc)) {
      const docs = this.#docs[key]
      if (docs !== undefined) docs.push(doc)
      else {
        this.#docs[key] = [doc]
        this.#sorted.insert(key)
      }
    }
  }

  /** Documents with a text, ascending; null when there are none. */
  docsOf(text: string): readonly number[] | null {
    const key = this.#ofText.get(text)
    return key === undefined ? null : (this.#docs[key] ?? null)
  }

  /** The keys of the texts that start with `prefix`, each with its documents. */
  docsOfPrefix(prefix: string): [key: number, docs: readonly number[]][] {
    const found: [key: number, docs: readonly number[]][] = []
    const { blocks } = this.#sorted
    const { block, index } = this.#sorted.place(key => this.#texts[key]! < prefix)
    for (let at = block, i = index; at < blocks.length; at++, i = 0) {
      const { items, length } = blocks[at]!
      for (; i < length; i++) {
        const key = items[i]!
        if (!this.#texts[key]!.startsWith(prefix)) return found
        found.push([key, this.#docs[key]!])
      }
    }
    return found
  }

  textsOfPrefix(prefix: string): string[] {
    return this.docsOfPrefix(prefix).map(([key]) => this.#texts[key]!)
  }

  /** Visits the texts of posted documents, in order of arrival. */
  eachPosted(visit: (text: string) => void): void {
    for (let key = 0; key < this.#texts.length; key++)
      if (this.#docs[key] !== undefined) visit(this.#texts[key]!)
  }

  /** Changes the number of listed documents of a key. */
  count(key: number, step: number): void {
    this.#counts[key]! += step
  }

  /** Visits the texts of listed documents, with the number of those. */
  eachCounted(visit: (key: number, text: string, count: number) => void): void {
    for (let key = 0; key < this.#counts.length; key++) {
      if (this.#counts[key]! > 0) visit(key, this.#texts[key]!, this.#counts[key]!)
    }
  }

  parts(): TailFieldParts {
    return {
      bytes: this.#bytes.view(),
      offsets: this.#offsets.view(),
      keys: this.#keys.view(),
      keyEnds: this.#keyEnds.view(),
    }
  }
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
