import { hashOfText } from '../../kernel/hash-table.ts'

const PLACE_BITS = 14

/** Remembers questions in 64 KiB by their hashes, each until another question takes its place. */
export class AskedQuestions {
  readonly #hashes = new Uint32Array(1 << PLACE_BITS)

  /** True when a question was asked before, as far as that is remembered, and remembers it. */
  isAskedAgain(question: string): boolean {
    const hash = hashOfText(question)
    const place = hash >>> (32 - PLACE_BITS)
    const isKnown = this.#hashes[place] === hash
    this.#hashes[place] = hash
    return isKnown
  }
}
