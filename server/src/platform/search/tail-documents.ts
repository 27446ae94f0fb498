import type { IndexDocument } from '../../avatars/index.ts'
import { bitsetLength, setBit } from './bitset.ts'
import { parseIdNumbers } from './id-table.ts'
import { type KeyWriter, writeAuthorIdKey, writeKey } from './key-bytes.ts'
import { float64Vec, uint16Vec, uint32Vec } from './shared.ts'
import { TailKeys } from './tail-keys.ts'
import { TailTexts } from './tail-texts.ts'

/** The `updatedAt` of a document whose update time is not known. */
export const UNKNOWN_TIME = Number.NEGATIVE_INFINITY

/** The arrays of a tail for the merge. Its documents are numbered in order of arrival. */
export type TailParts = ReturnType<TailDocuments['freeze']>

/** Length of the bitsets at first. */
export const INITIAL_BITSET_LENGTH = 32

/** Documents in order of arrival, from which a run is made. */
export class TailDocuments<Keys extends TailKeys = TailKeys> {
  size = 0
  listedBits: Uint32Array = new Uint32Array(INITIAL_BITSET_LENGTH)
  replacedBits: Uint32Array = new Uint32Array(INITIAL_BITSET_LENGTH)
  #describedBits: Uint32Array = new Uint32Array(INITIAL_BITSET_LENGTH)
  readonly #slots = uint32Vec()
  readonly #addedAt = float64Vec()
  readonly #updatedAt = float64Vec()
  readonly #views = float64Vec()
  readonly #likes = float64Vec()
  /** Four 32-bit numbers per document id. */
  protected readonly idNumbers = uint32Vec()
  readonly #platforms = uint32Vec()
  protected readonly ratings = uint16Vec()
  readonly #newId = new Uint32Array(4)
  protected readonly words: Keys
  readonly tags: Keys
  protected readonly authorIds: Keys
  protected readonly authorNames: Keys
  protected readonly names: Keys
  protected readonly texts: TailTexts

  protected constructor(createKeys: (write: KeyWriter) => Keys) {
    this.words = createKeys(writeKey)
    this.tags = createKeys(writeKey)
    this.authorIds = createKeys(writeAuthorIdKey)
    this.authorNames = createKeys(writeKey)
    this.names = createKeys(writeKey)
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
    return this.idNumbers.array
  }
  get views(): Float64Array {
    return this.#views.array
  }
  get likes(): Float64Array {
    return this.#likes.array
  }

  add(slot: number, document: IndexDocument): number {
    if (!parseIdNumbers(document.id, this.#newId))
      throw new TypeError(`An avatar id is avtr_ and a lower-case UUID, not ${JSON.stringify(document.id)}`)
    const doc = this.size++
    this.#slots.push(slot)
    this.#addedAt.push(document.addedAtMs)
    this.#updatedAt.push(document.updatedAtMs ?? UNKNOWN_TIME)
    this.#views.push(document.views)
    this.#likes.push(document.likes)
    for (let i = 0; i < 4; i++) this.idNumbers.push(this.#newId[i]!)
    this.#platforms.push(document.platforms)
    this.ratings.push(document.performance)
    for (const tag of document.tags) this.tags.addKey(tag)
    this.tags.endDocument()
    this.authorIds.addSoleKey(document.authorId)
    this.authorNames.addSoleKey(document.authorName)
    this.names.addSoleKey(document.nameKey)
    this.texts.add(document)
    this.#growBits()
    if (document.description.length > 0) setBit(this.#describedBits, doc)
    if (document.isListed) setBit(this.listedBits, doc)
    return doc
  }

  /** The arrays for a merge. Those that may still change are copied, the others are shared. */
  freeze() {
    return {
      size: this.size,
      replaced: this.replacedBits.slice(),
      listed: this.listedBits.slice(),
      described: this.#describedBits.slice(),
      slots: this.#slots.view(),
      addedAt: this.#addedAt.view(),
      updatedAt: this.#updatedAt.view(),
      views: this.views.slice(0, this.size),
      likes: this.likes.slice(0, this.size),
      ids: this.idNumbers.view(),
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
    if (bitsetLength(this.size) <= this.listedBits.length) return
    this.listedBits = doubleLength(this.listedBits)
    this.#describedBits = doubleLength(this.#describedBits)
    this.replacedBits = doubleLength(this.replacedBits)
  }
}

export function doubleLength(bits: Uint32Array): Uint32Array {
  const newBits = new Uint32Array(bits.length * 2)
  newBits.set(bits)
  return newBits
}
