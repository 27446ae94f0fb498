import type { IndexDocument } from '../../avatars/index.ts'
import { setBit, wordsFor } from './bitset.ts'
import { parseIdWords } from './id-table.ts'
import { type KeyWriter, writeAuthorIdKey, writeKey } from './key-bytes.ts'
import { float64Vec, uint16Vec, uint32Vec } from './shared.ts'
import { TailKeys } from './tail-keys.ts'
import { TailTexts } from './tail-texts.ts'

/** The `updatedAt` of a document whose update time is not known. */
export const UNKNOWN = Number.NEGATIVE_INFINITY

/** The arrays of a tail for the merge. Its documents are numbered in order of arrival. */
export type TailParts = ReturnType<TailDocuments['freeze']>

/** Documents in order of arrival, from which a run is made. */
export class TailDocuments<Keys extends TailKeys = TailKeys> {
  size = 0
  listed: Uint32Array = new Uint32Array(32)
  replaced: Uint32Array = new Uint32Array(32)
  #described: Uint32Array = new Uint32Array(32)
  readonly #slots = uint32Vec()
  readonly #addedAt = float64Vec()
  readonly #updatedAt = float64Vec()
  readonly #views = float64Vec()
  readonly #likes = float64Vec()
  /** Four words per document id. */
  protected readonly idWords = uint32Vec()
  readonly #platforms = uint32Vec()
  protected readonly ratings = uint16Vec()
  readonly #newId = new Uint32Array(4)
  protected readonly words: Keys
  readonly tags: Keys
  protected readonly authorIds: Keys
  protected readonly authorNames: Keys
  protected readonly names: Keys
  protected readonly texts: TailTexts

  protected constructor(keys: (write: KeyWriter) => Keys) {
    this.words = keys(writeKey)
    this.tags = keys(writeKey)
    this.authorIds = keys(writeAuthorIdKey)
    this.authorNames = keys(writeKey)
    this.names = keys(writeKey)
    this.texts = new TailTexts(this.words)
  }

  static create(): TailDocuments {
    return new TailDocuments(write => new TailKeys(write))
  }

  get slots(): Uint32Array {
    return this.#slots.array
  }
  get addedAt(): Float64Array {
    return this.#addedAt.array
  }
  get updatedAt(): Float64Array {
    return this.#updatedAt.array
  }
  get ids(): Uint32Array {
    return this.idWords.array
  }
  get views(): Float64Array {
    return this.#views.array
  }
  get likes(): Float64Array {
    return this.#likes.array
  }

  add(slot: number, document: IndexDocument): number {
    if (!parseIdWords(document.id, this.#newId))
      throw new TypeError(`An avatar id is avtr_ and a lower-case UUID, not ${JSON.stringify(document.id)}`)
    const doc = this.size++
    this.#slots.push(slot)
    this.#addedAt.push(document.addedAtMs)
    this.#updatedAt.push(document.updatedAtMs ?? UNKNOWN)
    this.#views.push(document.views)
    this.#likes.push(document.likes)
    for (let i = 0; i < 4; i++) this.idWords.push(this.#newId[i]!)
    this.#platforms.push(document.platforms)
    this.ratings.push(document.performance)
    for (const tag of document.tags) this.tags.addKey(tag)
    this.tags.endDocument()
    this.authorIds.addOnlyKey(document.authorId)
    this.authorNames.addOnlyKey(document.authorName)
    this.names.addOnlyKey(document.nameKey)
    this.texts.add(document)
    this.#growBits()
    if (document.description.length > 0) setBit(this.#described, doc)
    if (document.isListed) setBit(this.listed, doc)
    return doc
  }

  /** The arrays for a merge. Columns that may still change are copied, the others are shared. */
  freeze() {
    return {
      size: this.size,
      replaced: this.replaced.slice(),
      listed: this.listed.slice(),
      described: this.#described.slice(),
      slots: this.#slots.view(),
      addedAt: this.#addedAt.view(),
      updatedAt: this.#updatedAt.view(),
      views: this.views.slice(0, this.size),
      likes: this.likes.slice(0, this.size),
      ids: this.idWords.view(),
      platforms: this.#platforms.view(),
      performance: this.ratings.view(),
      words: this.words.parts(),
      tags: this.tags.parts(),
      authorIds: this.authorIds.parts(),
      authorNames: this.authorNames.parts(),
      names: this.names.parts(),
      ...this.texts.parts(),
    }
  }

  #growBits(): void {
    if (wordsFor(this.size) <= this.listed.length) return
    this.listed = doubled(this.listed)
    this.#described = doubled(this.#described)
    this.replaced = doubled(this.replaced)
  }
}

export function doubled(bits: Uint32Array): Uint32Array {
  const newBits = new Uint32Array(bits.length * 2)
  newBits.set(bits)
  return newBits
}
