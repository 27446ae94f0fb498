import type { IndexDocument } from '../../avatars/index.ts'
import { fieldCounts, fieldsUpTo } from './forward.ts'
import type { SearchField } from './segment.ts'
import { uint16Vec, uint32Vec } from './shared.ts'
import type { TailKeys } from './tail-keys.ts'

/** The texts of a tail's documents, word by word in their order, in which phrases are found. */
export class TailTexts {
  readonly #words: TailKeys
  /** Keys of words + 1 of each document, with a 0 between fields and two before the description, the last. */
  readonly #tokens = uint32Vec()
  readonly #tokenEnds = uint32Vec()
  /** Counts of fields of each document, see `fieldCounts`. */
  readonly #fieldCounts = uint16Vec()
  /** Keys of words beyond the tokens. */
  readonly #extras = uint32Vec()

  /** @param words to which the words of the texts are added. */
  constructor(words: TailKeys) {
    this.#words = words
  }

  add({ fields, description, extraWords, nameFields, creatorFields }: IndexDocument): void {
    const words = this.#words
    const tokens = this.#tokens
    for (let i = 0; i < fields.length; i++) {
      if (i > 0) tokens.push(0)
      for (const token of fields[i]!) tokens.push(words.addKey(token) + 1)
    }
    if (description.length > 0) for (let i = 0; i < 2; i++) tokens.push(0)
    for (const token of description) tokens.push(words.addKey(token) + 1)
    for (const word of extraWords) this.#extras.push(words.addKey(word))
    words.endDocument()
    this.#tokenEnds.push(tokens.length)
    this.#fieldCounts.push(fieldCounts(nameFields, creatorFields))
  }

  /** True when words stand beside each other in a document, in a field up to the given one. */
  hasPhrase(doc: number, keys: readonly number[], upTo: SearchField): boolean {
    let fields = fieldsUpTo(this.#fieldCounts.array[doc]!, upTo)
    if (fields === 0) return false
    const tokens = this.#tokens.array
    const end = this.#tokenEnds.array[doc]!
    for (let start = doc === 0 ? 0 : this.#tokenEnds.array[doc - 1]!; start < end; start++) {
      if (tokens[start] === 0) {
        if (--fields === 0 || (upTo !== 'description' && tokens[start + 1] === 0)) return false
        continue
      }
      if (start + keys.length <= end && keys.every((key, i) => tokens[start + i] === key + 1)) return true
    }
    return false
  }

  /** The arrays for the merge, which are shared. */
  parts() {
    return {
      tokens: this.#tokens.view(),
      tokenEnds: this.#tokenEnds.view(),
      fieldCounts: this.#fieldCounts.view(),
      extras: this.#extras.view(),
    }
  }
}
