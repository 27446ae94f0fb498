import type { IndexDocument } from '../../avatars/index.ts'
import { fieldCounts, fieldCountUpTo } from './forward.ts'
import type { SearchField } from './segment.ts'
import { uint16Vec, uint32Vec } from './shared.ts'
import type { TailKeys } from './tail-keys.ts'

/** The texts of a tail's documents as sequences of words, in which phrases are found. */
export class TailTexts {
  readonly #words: TailKeys
  /**
   * Word key + 1 of each token, per document. A 0 separates fields; two zeros precede the description, which is last.
   */
  readonly #tokens = uint32Vec()
  readonly #tokenEnds = uint32Vec()
  /** Packed field counts of each document, see `fieldCounts`. */
  readonly #fieldCounts = uint16Vec()
  /** Keys of words that documents have besides their tokens. */
  readonly #extraWordKeys = uint32Vec()

  /** @param words the dictionary to which the words of the texts are added. */
  constructor(words: TailKeys) {
    this.#words = words
  }

  add({ fields, description, extraWords, nameFields, authorFields }: IndexDocument): void {
    const words = this.#words
    const tokens = this.#tokens
    for (let i = 0; i < fields.length; i++) {
      if (i > 0) tokens.push(0)
      for (const token of fields[i]!) tokens.push(words.addKey(token) + 1)
    }
    if (description.length > 0) for (let i = 0; i < 2; i++) tokens.push(0)
    for (const token of description) tokens.push(words.addKey(token) + 1)
    for (const word of extraWords) this.#extraWordKeys.push(words.addKey(word))
    words.endDocument()
    this.#tokenEnds.push(tokens.length)
    this.#fieldCounts.push(fieldCounts(nameFields, authorFields))
  }

  /** True when a document has these words consecutively, in a field up to the given one. */
  hasPhrase(doc: number, keys: readonly number[], upToField: SearchField): boolean {
    let fieldsLeft = fieldCountUpTo(this.#fieldCounts.array[doc]!, upToField)
    if (fieldsLeft === 0) return false
    const tokens = this.#tokens.array
    const end = this.#tokenEnds.array[doc]!
    for (let start = doc === 0 ? 0 : this.#tokenEnds.array[doc - 1]!; start < end; start++) {
      if (tokens[start] === 0) {
        if (--fieldsLeft === 0 || (upToField !== 'description' && tokens[start + 1] === 0)) return false
        continue
      }
      if (start + keys.length <= end && keys.every((key, i) => tokens[start + i] === key + 1)) return true
    }
    return false
  }

  /** True when these words are the whole name of a document's author. */
  isAuthorName(doc: number, keys: readonly number[]): boolean {
    const packedCounts = this.#fieldCounts.array[doc]!
    let nameFieldsLeft = fieldCountUpTo(packedCounts, 'name')
    if (fieldCountUpTo(packedCounts, 'author') === nameFieldsLeft) return false
    const tokens = this.#tokens.array
    let start = doc === 0 ? 0 : this.#tokenEnds.array[doc - 1]!
    for (; nameFieldsLeft > 0; start++) if (tokens[start] === 0) nameFieldsLeft--
    const end = start + keys.length
    const docEnd = this.#tokenEnds.array[doc]!
    if (end > docEnd || (end < docEnd && tokens[end] !== 0)) return false
    return keys.every((key, i) => tokens[start + i] === key + 1)
  }

  /** The arrays for a merge, which are shared with it. */
  parts() {
    return {
      tokens: this.#tokens.view(),
      tokenEnds: this.#tokenEnds.view(),
      fieldCounts: this.#fieldCounts.view(),
      extraWordKeys: this.#extraWordKeys.view(),
    }
  }
}
