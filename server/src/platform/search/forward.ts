import type { BaseSections } from './sections.ts'
import type { SearchField } from './segment.ts'
import { varintLength, writeVarint } from './varint.ts'
import { codesOf } from './word-codes.ts'

/**
 * The first number of each document has the number of name fields in the bits of this mask, then one bit for that of
 * author fields, and above them the number of tags.
 */
const NAME_FIELDS_MASK = 3
const AUTHOR_SHIFT = 2
export const TAGS_SHIFT = 3

export function forwardHead(tagCount: number, packedFieldCounts: number): number {
  return (tagCount << TAGS_SHIFT) | packedFieldCounts
}

/** Packs field counts as the forward index stores them. */
export function fieldCounts(nameFields: number, authorFields: number): number {
  return nameFields | (authorFields << AUTHOR_SHIFT)
}

/** Number of fields up to and including one of them; infinite for all but the name and the author. */
export function fieldCountUpTo(packedCounts: number, upToField: SearchField): number {
  if (upToField === 'name') return packedCounts & NAME_FIELDS_MASK
  if (upToField === 'author') return (packedCounts & NAME_FIELDS_MASK) + ((packedCounts >> AUTHOR_SHIFT) & 1)
  return Number.POSITIVE_INFINITY
}

export type ForwardSections = Pick<BaseSections, 'forward' | 'forwardOffsets' | 'wordOfCode'>

/**
 * Reads the base's forward index, which has the tags and tokens of each document, see `BaseSections.forward`. Loops
 * decode varints by themselves, because a call per number takes longer.
 */
export class ForwardIndex {
  readonly #bytes: Uint8Array
  readonly #offsets: Uint32Array
  readonly #wordOfCode: Uint32Array
  readonly #codeOfWord: Uint32Array
  #at = 0

  /** @param codeOfWord the inverse of `wordOfCode`, if the caller has it already. */
  constructor(
    { forward, forwardOffsets, wordOfCode }: ForwardSections,
    codeOfWord: Uint32Array = codesOf(wordOfCode),
  ) {
    this.#bytes = forward
    this.#offsets = forwardOffsets
    this.#wordOfCode = wordOfCode
    this.#codeOfWord = codeOfWord
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

  /** Packed by `fieldCounts`. */
  fieldCountsOf(doc: number): number {
    return this.#bytes[this.#offsets[doc]!]! & ((1 << TAGS_SHIFT) - 1)
  }

  /** True when the document has a token whose word is in the range `from` to `to - 1`, in fields up to `upToField`. */
  hasTokenIn(doc: number, from: number, to: number, upToField: SearchField): boolean {
    let fieldsLeft = fieldCountUpTo(this.fieldCountsOf(doc), upToField)
    if (fieldsLeft === 0) return false
    const bytes = this.#bytes
    const wordOfCode = this.#wordOfCode
    const end = this.#offsets[doc + 1]!
    const onlyCodePlusOne = to === from + 1 ? this.#codeOfWord[from]! + 1 : 0
    for (let at = this.#tokensStart(doc); at < end; ) {
      let byte = bytes[at++]!
      let codePlusOne = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++]!
        codePlusOne |= (byte & 127) << shift
      }
      if (codePlusOne === 0) {
        if (--fieldsLeft === 0 || (upToField !== 'description' && bytes[at] === 0)) return false
      } else if (onlyCodePlusOne !== 0) {
        if (codePlusOne === onlyCodePlusOne) return true
      } else {
        const word = wordOfCode[codePlusOne - 1]!
        if (word >= from && word < to) return true
      }
    }
    return false
  }

  /** The bytes of consecutive tokens, given by their words. */
  tokenBytes(words: readonly number[]): Uint8Array {
    const codesPlusOne = words.map(word => this.#codeOfWord[word]! + 1)
    const bytes = new Uint8Array(codesPlusOne.reduce((sum, value) => sum + varintLength(value), 0))
    let at = 0
    for (const value of codesPlusOne) at = writeVarint(bytes, at, value)
    return bytes
  }

  /**
   * True when the document has these tokens consecutively in one field up to `upToField`: their bytes are found at the
   * start of a number. No tokens are in every field.
   */
  hasTokenBytes(doc: number, tokenBytes: Uint8Array, upToField: SearchField): boolean {
    const bytes = this.#bytes
    const start = this.#tokensStart(doc)
    const docEnd = this.#offsets[doc + 1]!
    const end =
      upToField === 'description'
        ? docEnd
        : endOfFields(bytes, start, docEnd, fieldCountUpTo(this.fieldCountsOf(doc), upToField))
    if (tokenBytes.length === 0) return hasToken(bytes, start, end)
    const firstByte = tokenBytes[0]!
    for (let at = start; at <= end - tokenBytes.length; at++) {
      if (bytes[at] !== firstByte || (at > start && bytes[at - 1]! > 127)) continue
      let sameLength = 1
      while (sameLength < tokenBytes.length && bytes[at + sameLength] === tokenBytes[sameLength]) sameLength++
      if (sameLength === tokenBytes.length) return true
    }
    return false
  }

  /** True when these tokens are the whole name of the document's author. */
  isAuthorName(doc: number, tokenBytes: Uint8Array): boolean {
    const counts = this.fieldCountsOf(doc)
    const nameFields = fieldCountUpTo(counts, 'name')
    if (fieldCountUpTo(counts, 'author') === nameFields) return false
    const bytes = this.#bytes
    const start = this.#tokensStart(doc)
    const docEnd = this.#offsets[doc + 1]!
    const from = nameFields === 0 ? start : endOfFields(bytes, start, docEnd, nameFields) + 1
    const end = from + tokenBytes.length
    if (end > docEnd || (end < docEnd && bytes[end] !== 0)) return false
    let sameLength = 0
    while (sameLength < tokenBytes.length && bytes[from + sameLength] === tokenBytes[sameLength]) sameLength++
    return sameLength === tokenBytes.length
  }

  /** Visits the words of each document's name, then those of its author. */
  eachNameWord(visit: (word: number, doc: number, isName: boolean) => void): void {
    const bytes = this.#bytes
    for (let doc = 0; doc < this.#offsets.length - 1; doc++) {
      const counts = this.fieldCountsOf(doc)
      const nameFields = fieldCountUpTo(counts, 'name')
      const fieldsToVisit = fieldCountUpTo(counts, 'author')
      const end = this.#offsets[doc + 1]!
      let field = 0
      for (let at = this.#tokensStart(doc); field < fieldsToVisit && at < end; ) {
        let byte = bytes[at++]!
        let codePlusOne = byte & 127
        for (let shift = 7; byte > 127; shift += 7) {
          byte = bytes[at++]!
          codePlusOne |= (byte & 127) << shift
        }
        if (codePlusOne === 0) field++
        else visit(this.#wordOfCode[codePlusOne - 1]!, doc, field < nameFields)
      }
    }
  }

  /** Visits code + 1 of each token of each document, with the value before it; fields are separated by a 0. */
  eachCode(visit: (codePlusOne: number, previous: number, doc: number) => void): void {
    const bytes = this.#bytes
    for (let doc = 0; doc < this.#offsets.length - 1; doc++) {
      const end = this.#offsets[doc + 1]!
      let previous = 0
      for (let at = this.#tokensStart(doc); at < end; ) {
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

  /** The start of a document's tokens. If the number of tags is in one byte, only the tags' last bytes are counted. */
  #tokensStart(doc: number): number {
    const bytes = this.#bytes
    let at = this.#offsets[doc]!
    if (bytes[at]! > 127) return this.#startAfterTags(doc)
    let tagsLeft = bytes[at]! >> TAGS_SHIFT
    for (at++; tagsLeft > 0; at++) tagsLeft -= Number(bytes[at]! < 128)
    return at
  }

  #startAfterTags(doc: number): number {
    this.#at = this.#offsets[doc]!
    for (let tagsLeft = this.#next() >> TAGS_SHIFT; tagsLeft > 0; tagsLeft--) this.#next()
    return this.#at
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
function endOfFields(bytes: Uint8Array, start: number, end: number, fieldCount: number): number {
  if (fieldCount === 0) return start
  let fieldsLeft = fieldCount
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
