import { compareTexts } from '../../kernel/text/compare-texts.ts'
import { OrderList } from './order-list.ts'
import { TailKeys } from './tail-keys.ts'

/** A searchable dictionary of a tail, with the postings of each key: the documents that have it. */
export class TailDictionary extends TailKeys {
  readonly #texts: string[] = []
  readonly #docs: number[][] = []
  /** Keys with postings sorted by text, for searches by prefix. */
  readonly #keysByText = new OrderList((a, b) => compareTexts(this.#texts[a]!, this.#texts[b]!))
  readonly #listedCountCache: number[] = []

  override intern(text: string): number {
    const key = super.intern(text)
    if (key === this.#texts.length) {
      this.#texts.push(text)
      this.#listedCountCache.push(0)
    }
    return key
  }

  soleTextOf(doc: number): string {
    return this.#texts[this.soleKeyOf(doc)]!
  }

  /** Makes a document searchable by its keys. To be called in ascending order of documents. */
  addPostings(doc: number): void {
    for (const key of this.keysOf(doc)) {
      const docs = this.#docs[key]
      if (docs !== undefined) docs.push(doc)
      else {
        this.#docs[key] = [doc]
        this.#keysByText.insert(key)
      }
    }
  }

  /** Documents with a text, in ascending order; null when there are none. */
  docsOf(text: string): readonly number[] | null {
    return this.#docs[this.find(text)] ?? null
  }

  /** The keys whose texts start with `prefix`, each with its documents. */
  docsOfPrefix(prefix: string): [key: number, docs: readonly number[]][] {
    const keysWithDocs: [key: number, docs: readonly number[]][] = []
    const { blocks } = this.#keysByText
    const { block, index } = this.#keysByText.boundary(key => this.#texts[key]! < prefix)
    for (let at = block, i = index; at < blocks.length; at++, i = 0) {
      const { items, length } = blocks[at]!
      for (; i < length; i++) {
        const key = items[i]!
        if (!this.#texts[key]!.startsWith(prefix)) return keysWithDocs
        keysWithDocs.push([key, this.#docs[key]!])
      }
    }
    return keysWithDocs
  }

  textsOfPrefix(prefix: string): string[] {
    return this.docsOfPrefix(prefix).map(([key]) => this.#texts[key]!)
  }

  /** Visits the texts of searchable documents in order of arrival. */
  eachSearchableText(visit: (text: string) => void): void {
    for (let key = 0; key < this.#texts.length; key++)
      if (this.#docs[key] !== undefined) visit(this.#texts[key]!)
  }

  /** Changes a key's number of listed documents by `step`. */
  changeCount(key: number, step: number): void {
    this.#listedCountCache[key]! += step
  }

  /** Visits the texts of listed documents, with their number. */
  eachListedText(visit: (key: number, text: string, count: number) => void): void {
    for (let key = 0; key < this.#listedCountCache.length; key++) {
      if (this.#listedCountCache[key]! > 0) visit(key, this.#texts[key]!, this.#listedCountCache[key]!)
    }
  }
}
