import type { BaseSections } from './sections.ts'

/** Reads the base's forward index: the tags and tokens of one document. See `BaseSections.forward`. */
export class Forward {
  readonly #bytes: Uint8Array
  readonly #offsets: Uint32Array
  #at = 0

  constructor({ forward, forwardOffsets }: Pick<BaseSections, 'forward' | 'forwardOffsets'>) {
    this.#bytes = forward
    this.#offsets = forwardOffsets
  }

  eachTag(doc: number, visit: (tag: number) => void): void {
    this.#at = this.#offsets[doc]!
    for (let left = this.#next(); left > 0; left--) visit(this.#next())
  }

  hasTag(doc: number, tag: number): boolean {
    this.#at = this.#offsets[doc]!
    for (let left = this.#next(); left > 0; left--) if (this.#next() === tag) return true
    return false
  }

  /** Whether a token of the document is one of the words `from` to `to - 1`. */
  hasTokenIn(doc: number, from: number, to: number): boolean {
    const end = this.#toTokens(doc)
    while (this.#at < end) {
      const token = this.#next() - 1
      if (token >= from && token < to) return true
    }
    return false
  }

  /** Whether the tokens stand next to each other in one field; no tokens stand in any field. */
  hasPhrase(doc: number, tokens: readonly number[]): boolean {
    const end = this.#toTokens(doc)
    if (tokens.length === 0) return this.#hasToken(end)
    const first = tokens[0]! + 1
    while (this.#at < end) {
      if (this.#next() !== first) continue
      const afterFirst = this.#at
      let matched = 1
      while (matched < tokens.length && this.#at < end && this.#next() === tokens[matched]! + 1) matched++
      if (matched === tokens.length) return true
      this.#at = afterFirst
    }
    return false
  }

  /** Writes the tokens + 1 of a document, with a 0 between fields, and returns how many numbers there are. */
  readTokens(doc: number, out: Uint32Array): number {
    const end = this.#toTokens(doc)
    let n = 0
    while (this.#at < end) out[n++] = this.#next()
    return n
  }

  #hasToken(end: number): boolean {
    while (this.#at < end) if (this.#next() !== 0) return true
    return false
  }

  #toTokens(doc: number): number {
    this.#at = this.#offsets[doc]!
    for (let left = this.#next(); left > 0; left--) this.#next()
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
