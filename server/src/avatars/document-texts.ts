import { isToken, isUnspaced, tokensOfRun, wordRuns } from '../kernel/text/tokenize.ts'
import type { IndexDocument } from './search-port.ts'
import { tagForm } from './tag-form.ts'

/** The tokens of a text, and the pairs of neighbouring characters in scripts written without spaces. */
interface Words {
  readonly tokens: readonly string[]
  readonly pairs: readonly string[]
}

/** The normal form of a tag, with its words. */
interface TagWords extends Words {
  readonly form: string
}

const NO_WORDS: readonly string[] = []
const MAX_CACHED_TAGS = 4096

function wordsOf(text: string): Words {
  const runs = wordRuns(text)
  if (runs.every(isToken)) return { tokens: runs, pairs: NO_WORDS }
  const tokens: string[] = []
  const pairs: string[] = []
  for (const run of runs) {
    const isPaired = isUnspaced(run)
    let previousToken = ''
    for (const token of tokensOfRun(run)) {
      if (previousToken !== '') pairs.push(previousToken + token)
      if (isPaired) previousToken = token
      tokens.push(token)
    }
  }
  return { tokens, pairs }
}

/** A cache of the words of tags. Most records repeat tags of recent ones. */
export class TagCache {
  readonly #words = new Map<string, TagWords>()

  wordsOf(tag: string): TagWords {
    const cachedWords = this.#words.get(tag)
    if (cachedWords !== undefined) return cachedWords
    // Clearing the whole cache costs less per tag than ordering it by use.
    if (this.#words.size === MAX_CACHED_TAGS) this.#words.clear()
    const form = tagForm(tag)
    const newWords = { form, ...wordsOf(form) }
    this.#words.set(tag, newWords)
    return newWords
  }
}

/** Collects the words of a document's texts, each distinct text once: a repeated one adds neither words nor phrases. */
export class DocumentTexts {
  readonly fields: (readonly string[])[] = []
  /** Distinct tags in normal form. */
  readonly tags: string[] = []
  readonly #texts: string[] = []
  readonly #pairs: string[] = []
  readonly #cache: TagCache

  constructor(cache: TagCache) {
    this.#cache = cache
  }

  /** Adds a field, unless the text is repeated or has no words. @returns the number of fields so far. */
  addField(text: string): number {
    const tokens = this.addText(text)
    return tokens.length > 0 ? this.fields.push(tokens) : this.fields.length
  }

  addTags(tags: readonly string[]): void {
    for (const tag of tags) {
      const { form, tokens, pairs } = this.#cache.wordsOf(tag)
      if (form === '' || this.tags.includes(form)) continue
      this.tags.push(form)
      if (tokens.length === 0 || this.#texts.includes(form)) continue
      this.fields.push(tokens)
      this.#addPairs(pairs)
    }
  }

  /** Adds the pairs of a text, and no field. @returns its tokens; none for a repeated text. */
  addText(text: string): readonly string[] {
    if (this.#texts.includes(text) || this.tags.includes(text)) return NO_WORDS
    this.#texts.push(text)
    const { tokens, pairs } = wordsOf(text)
    this.#addPairs(pairs)
    return tokens
  }

  /** Distinct pairs of all texts. */
  get extraWords(): IndexDocument['extraWords'] {
    return this.#pairs.length === 0 ? NO_WORDS : [...new Set(this.#pairs)]
  }

  #addPairs(pairs: readonly string[]): void {
    for (const pair of pairs) this.#pairs.push(pair)
  }
}
