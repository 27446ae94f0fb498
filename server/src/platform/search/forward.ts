import type { BaseSections } from './sections.ts'
import type { SearchField } from './segment.ts'
import { varintLength, writeVarint } from './varint.ts'
import { codesOf } from './word-codes.ts'

/**
 * The first number of each document has the number of name fields in the bits of this mask, then one bit for that of
 * creator fields, and above them the number of tags.
 */
const NAME_FIELDS_MASK = 3
const CREATOR_SHIFT = 2
export const TAGS_SHIFT = 3

export function forwardHead(tags: number, fields: number): number {
  return (tags << TAGS_SHIFT) | fields
}

/** Packs field counts as the forward index stores them. */
export function fieldCounts(nameFields: number, creatorFields: number): number {
  return nameFields | (creatorFields << CREATOR_SHIFT)
}

/** Number of fields up to and including one of them; infinite for all but the name and the creator. */
export function fieldsUpTo(counts: number, upTo: SearchField): number {
  if (upTo === 'name') return counts & NAME_FIELDS_MASK
  if (upTo === 'creator') return (counts & NAME_FIELDS_MASK) + ((counts >> CREATOR_SHIFT) & 1)
  return Number.POSITIVE_INFINITY
}

export type ForwardSections = Pick<BaseSections, 'forward' | 'forwardOffsets' | 'wordOfCode'>

/** Reads the base's forward index, which has the tags and tokens of each document. See `BaseSections.forward`. */
export class Forward {
  readonly #bytes: Uint8Array
  readonly #offsets: Uint32Array
  readonly #wordOfCode: Uint32Array
  readonly #codeOf: Uint32Array
  #at = 0

  /** @param codeOfWord the inverse of `wordOfCode`, if the caller has it already. */
  constructor(
    { forward, forwardOffsets, wordOfCode }: ForwardSections,
    codeOfWord: Uint32Array = codesOf(wordOfCode),
  ) {
    this.#bytes = forward
    this.#offsets = forwardOffsets
    this.#wordOfCode = wordOfCode
    this.#codeOf = codeOfWord
  }

  eachTag(doc: number, visit: (tag: number) => void): void {
    this.#at = this.#offsets[doc]!
    for (let tagsLeft = this.#next() >> TAGS_SHIFT; tagsLeft > 0; tagsLeft--) visit(this.#next())
  }

  hasTag(doc: number, tag: number): boolean {
    this.#at = this.#offsets[doc]!
    for (let tagsLeft = this.#next() >> TAGS_SHIFT; tagsLeft > 0; tagsLeft--)
      if (this.#next() === tag) return true
    return false
  }

  /** Counts of fields, see `fieldCounts`. */
  fieldsOf(doc: number): number {
    return this.#bytes[this.#offsets[doc]!]! & ((1 << TAGS_SHIFT) - 1)
  }

  /** True when the document has a token whose word is in the range `from` to `to - 1`, in fields up to `upTo`. */
  hasTokenIn(doc: number, from: number, to: number, upTo: SearchField): boolean {
    let fields = fieldsUpTo(this.fieldsOf(doc), upTo)
    if (fields === 0) return false
    const bytes = this.#bytes
    const wordOfCode = this.#wordOfCode
    const end = this.#offsets[doc + 1]!
    const onlyToken = to === from + 1 ? this.#codeOf[from]! + 1 : 0
    for (let at = this.#skipTags(doc); at < end; ) {
      let byte = bytes[at++]!
      let token = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++]!
        token |= (byte & 127) << shift
      }
      if (token === 0) {
        if (--fields === 0 || (upTo !== 'description' && bytes[at] === 0)) return false
      } else if (onlyToken !== 0) {
        if (token === onlyToken) return true
      } else {
        const word = wordOfCode[token - 1]!
        if (word >= from && word < to) return true
      }
    }
    return false
  }

  /** The bytes of consecutive tokens. */
  row(tokens: readonly number[]): Uint8Array {
    const codes = tokens.map(token => this.#codeOf[token]! + 1)
    const bytes = new Uint8Array(codes.reduce((sum, code) => sum + varintLength(code), 0))
    let at = 0
    for (const code of codes) at = writeVarint(bytes, at, code)
    return bytes
  }

  /**
   * True when the document has the tokens of `row` consecutively in one field up to `upTo`: their bytes are found at
   * the start of a number. An empty row is in every field.
   */
  hasRow(doc: number, row: Uint8Array, upTo: SearchField): boolean {
    const bytes = this.#bytes
    const start = this.#skipTags(doc)
    const last = this.#offsets[doc + 1]!
    const end =
      upTo === 'description' ? last : endOfFields(bytes, start, last, fieldsUpTo(this.fieldsOf(doc), upTo))
    if (row.length === 0) return hasToken(bytes, start, end)
    const first = row[0]!
    for (let at = start; at <= end - row.length; at++) {
      if (bytes[at] !== first || (at > start && bytes[at - 1]! > 127)) continue
      let sameLength = 1
      while (sameLength < row.length && bytes[at + sameLength] === row[sameLength]) sameLength++
      if (sameLength === row.length) return true
    }
    return false
  }

  /** True when the tokens of `row` are the whole name of the document's creator. */
  isCreator(doc: number, row: Uint8Array): boolean {
    const counts = this.fieldsOf(doc)
    const names = fieldsUpTo(counts, 'name')
    if (fieldsUpTo(counts, 'creator') === names) return false
    const bytes = this.#bytes
    const start = this.#skipTags(doc)
    const last = this.#offsets[doc + 1]!
    const from = names === 0 ? start : endOfFields(bytes, start, last, names) + 1
    const end = from + row.length
    if (end > last || (end < last && bytes[end] !== 0)) return false
    let same = 0
    while (same < row.length && bytes[from + same] === row[same]) same++
    return same === row.length
  }

  /** Visits the words of each document's name, then those of its creator. */
  eachNameWord(visit: (word: number, doc: number, isName: boolean) => void): void {
    const bytes = this.#bytes
    for (let doc = 0; doc < this.#offsets.length - 1; doc++) {
      const counts = this.fieldsOf(doc)
      const names = fieldsUpTo(counts, 'name')
      const all = fieldsUpTo(counts, 'creator')
      const end = this.#offsets[doc + 1]!
      let field = 0
      for (let at = this.#skipTags(doc); field < all && at < end; ) {
        let byte = bytes[at++]!
        let code = byte & 127
        for (let shift = 7; byte > 127; shift += 7) {
          byte = bytes[at++]!
          code |= (byte & 127) << shift
        }
        if (code === 0) field++
        else visit(this.#wordOfCode[code - 1]!, doc, field < names)
      }
    }
  }

  /** Visits code + 1 of each token of each document, with the value before it; fields are separated by a 0. */
  eachCode(visit: (codePlusOne: number, previous: number, doc: number) => void): void {
    const bytes = this.#bytes
    for (let doc = 0; doc < this.#offsets.length - 1; doc++) {
      const end = this.#offsets[doc + 1]!
      let previous = 0
      for (let at = this.#skipTags(doc); at < end; ) {
        let byte = bytes[at++]!
        let codePlusOne = byte & 127
        for (let shift = 7; byte > 127; shift += 7) {
          byte = bytes[at++]!
          codePlusOne |= (byte & 127) << shift
        }
        visit(codePlusOne, previous, doc)
        previous = codePlusOne
      }
    }
  }

  #skipTags(doc: number): number {
    const bytes = this.#bytes
    let at = this.#offsets[doc]!
    if (bytes[at]! > 127) {
      this.#toTokens(doc)
      return this.#at
    }
    let tagsLeft = bytes[at]! >> TAGS_SHIFT
    for (at++; tagsLeft > 0; at++) tagsLeft -= Number(bytes[at]! < 128)
    return at
  }

  /** Moves to the tokens of a document and returns where they end. */
  #toTokens(doc: number): number {
    this.#at = this.#offsets[doc]!
    for (let tagsLeft = this.#next() >> TAGS_SHIFT; tagsLeft > 0; tagsLeft--) this.#next()
    return this.#offsets[doc + 1]!
  }

  #next(): number {
    const bytes = this.#bytes
    let byte = bytes[this.#at++]!
    let value = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[this.#at++]!
      value |= (byte & 127) << shift
    }
    return value
  }
}

/**
 * The end of the given number of fields before the description, which follows two zeros. A zero byte is always a whole
 * number.
 */
function endOfFields(bytes: Uint8Array, start: number, end: number, fields: number): number {
  if (fields === 0) return start
  let fieldsLeft = fields
  for (let at = start; at < end; at++) {
    if (bytes[at] !== 0) continue
    if (bytes[at + 1] === 0 || --fieldsLeft === 0) return at
  }
  return end
}

function hasToken(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] !== 0) return true
  return false
}
