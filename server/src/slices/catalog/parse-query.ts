import {
  type AuthorFilter,
  authorNameKey,
  type Condition,
  type TextQuery,
  tagForm,
} from '../../avatars/index.ts'
import { findAuthorId, findAvatarIds, isLegacyAuthorId, parseAuthorId } from '../../kernel/avatar-id.ts'
import { fold } from '../../kernel/text/fold.ts'
import { characterPairs, isUnspaced, runTokens, wordRuns } from '../../kernel/text/tokenize.ts'
import { mergedForms, otherForms, wordsOfRun } from './other-forms.ts'

/** The most code points of a `q`; the rest is cut (design, "Parameters"). */
export const LONGEST_QUERY = 200

const CURLY_QUOTES = /[“”„‟]/g
/** The prefix of tags on the platform, which documents are analysed without. */
const AUTHOR_TAG = /(?<![^\s"-])author_tag_(?=[^\s"])/g
const ITEM =
  /(?<minus>-)?(?:"(?<phrase>[^"]*)"|(?<=-)tag:(?:"(?<quotedTag>[^"]*)"|(?<tag>[^\s"]+))|(?<word>[^\s"]+))/g

/**
 * Parses a search text (design, "Search"): words, all of which must match; `"a b"` a phrase; `-word`, `-"a b"` and
 * `-tag:x` exclude. The last word, unless quoted or excluded, matches as a prefix. A quote without an end is
 * ignored, as the phrase is still being typed. Ids or URLs of avatars, or of an author, anywhere in the text are the
 * whole query.
 *
 * A word of a script without spaces becomes its pairs of neighbouring characters, which are far cheaper to look up
 * than a phrase and almost always mean the same; quotes make it a phrase.
 */
export function parseQuery(q: string): TextQuery {
  const text = cutQuery(q)
  const folded = fold(text)
  const parts = new QueryParts()
  const avatarIds = findAvatarIds(folded)
  if (avatarIds.length > 0) return { ...parts.toQuery(), avatarIds }
  const authorId = findAuthorId(folded) ?? authorUrlIn(text)
  if (authorId !== null) return { ...parts.toQuery(), authorId }
  for (const item of itemsOf(folded)) parts.add(item)
  return parts.toQuery()
}

/**
 * Restricts a query to names, authors and tags. Pairs of characters become phrases, as the index does not know which
 * field has a pair.
 */
export function exceptDescriptions(text: TextQuery): TextQuery {
  const isPairWithForms = (word: string) => runTokens(word).length > 1 && text.forms.has(word)
  const [words, phrases] = withoutPairs(text.words.filter(word => !isPairWithForms(word)))
  const [notWords, notPhrases] = withoutPairs(text.notWords)
  const inForms = text.words
    .filter(isPairWithForms)
    .map((word): Condition => ({ kind: 'any', of: [{ kind: 'word', word }, ...text.forms.get(word)!] }))
  return {
    ...text,
    words,
    forms: new Map(Array.from(text.forms, ([word, forms]) => [word, forms.map(conditionWithoutPairs)])),
    phrases: text.phrases.concat(phrases),
    notWords,
    notPhrases: text.notPhrases.concat(notPhrases),
    conditions: text.conditions.concat(inForms).map(conditionWithoutPairs),
    skipsDescription: true,
  }
}

function conditionWithoutPairs(condition: Condition): Condition {
  switch (condition.kind) {
    case 'word': {
      const tokens = runTokens(condition.word)
      return tokens.length === 1 ? condition : { kind: 'phrase', tokens }
    }
    case 'all':
    case 'any':
      return { ...condition, of: condition.of.map(conditionWithoutPairs) }
    case 'not':
      return { ...condition, of: conditionWithoutPairs(condition.of) }
    default:
      return condition
  }
}

/** Separates words of one token from the others, which become phrases. */
function withoutPairs(all: readonly string[]): [words: string[], phrases: string[][]] {
  const words: string[] = []
  const phrases: string[][] = []
  for (const word of all) {
    const tokens = runTokens(word)
    if (tokens.length === 1) words.push(word)
    else phrases.push(tokens)
  }
  return [words, phrases]
}

/** Parses the `author` parameter: an id or user URL, a name, or a text that may be either; null when empty. */
export function parseAuthor(author: string): AuthorFilter | null {
  const id = parseAuthorId(author)
  if (id !== null) return { kind: 'id', id }
  const foldedName = authorNameKey(author)
  if (foldedName === '') return null
  const trimmed = author.trim()
  if (isLegacyAuthorId(trimmed)) return { kind: 'id-or-name', id: trimmed, foldedName }
  return { kind: 'name', foldedName }
}

/** One item of a query by the name of the group that captured it. */
export type QueryItem = Readonly<Partial<Record<'minus' | 'phrase' | 'quotedTag' | 'tag' | 'word', string>>>

/** Splits a folded query into items. */
export function itemsOf(folded: string): QueryItem[] {
  const plain = folded.replace(CURLY_QUOTES, '"').replace(AUTHOR_TAG, '')
  return Array.from(plain.matchAll(ITEM), ({ groups }) => groups as QueryItem)
}

class QueryParts {
  /** Runs without a phrase between them. */
  readonly #neighbours: string[][] = [[]]
  readonly #words = new Set<string>()
  readonly #notWords = new Set<string>()
  readonly #notTags = new Set<string>()
  readonly #phrases: string[][] = []
  readonly #notPhrases: string[][] = []
  #prefix: string | null = null
  #wantsMatches = false

  add({ minus, phrase, quotedTag, tag, word }: QueryItem): void {
    const notTag = quotedTag ?? tag
    if (notTag !== undefined) this.#addNotTag(notTag)
    else if (minus !== undefined) this.#addNot((phrase ?? word)!)
    else if (phrase !== undefined) this.#addPhrase(phrase)
    else this.#addWord(word!)
  }

  toQuery(): TextQuery {
    const last = this.#neighbours.length - 1
    const hasMatches = this.#words.size > 0 || this.#phrases.length > 0 || this.#prefix !== null
    return {
      words: [...this.#words],
      prefix: this.#prefix,
      forms: mergedForms(
        this.#neighbours.map((runs, i) => otherForms(runs, this.#prefix !== null && i === last)),
      ),
      phrases: this.#phrases,
      notWords: [...this.#notWords],
      notPhrases: this.#notPhrases,
      notTags: [...this.#notTags],
      conditions: [],
      avatarIds: [],
      authorId: null,
      matchesNothing: this.#wantsMatches && !hasMatches,
      skipsDescription: false,
    }
  }

  #addWord(text: string): void {
    this.#wantsMatches = true
    for (const run of wordRuns(text)) {
      this.#neighbours.at(-1)!.push(run)
      this.#finishPrefix()
      if (!isUnspaced(run)) this.#prefix = runTokens(run)[0]!
      else for (const word of wordsOfRun(run)) this.#words.add(word)
    }
  }

  #addPhrase(text: string): void {
    this.#finishPrefix()
    this.#neighbours.push([])
    if (text.trim() !== '') this.#wantsMatches = true
    const word = singleWord(text)
    if (word !== null) this.#words.add(word)
    else if (wordRuns(text).length > 0) this.#addLongPhrase(wordRuns(text))
  }

  /** Adds the pairs of characters as words, so that the index need not read the lists of single characters. */
  #addLongPhrase(runs: readonly string[]): void {
    this.#phrases.push(runs.flatMap(runTokens))
    for (const pair of runs.filter(isUnspaced).flatMap(characterPairs)) this.#words.add(pair)
  }

  #addNot(text: string): void {
    const word = singleWord(text)
    if (word !== null) this.#notWords.add(word)
    else if (wordRuns(text).length > 0) this.#notPhrases.push(wordRuns(text).flatMap(runTokens))
  }

  #addNotTag(tag: string): void {
    const form = tagForm(tag)
    if (form !== '') this.#notTags.add(form)
  }

  /**
   * Makes the prefix a whole word, as another one follows. Exclusions do not, because they may remove other matches
   * only.
   */
  #finishPrefix(): void {
    if (this.#prefix !== null) this.#words.add(this.#prefix)
    this.#prefix = null
  }
}

function unspacedWords(run: string): string[] {
  const pairs = characterPairs(run)
  return pairs.length === 0 ? [run] : pairs
}

/** Returns the single index word that a text consists of; null for phrases and empty texts. */
function singleWord(text: string): string | null {
  const [run, next] = wordRuns(text)
  if (run === undefined || next !== undefined) return null
  const words = isUnspaced(run) ? unspacedWords(run) : runTokens(run)
  return words.length === 1 ? words[0]! : null
}

/** Finds the URL of a legacy author in the unfolded text, as such ids have capitals. */
function authorUrlIn(text: string): string | null {
  for (const chunk of text.split(/\s+/)) {
    const id = parseAuthorId(chunk)
    if (id !== null) return id
  }
  return null
}

/** Cuts a `q` to its longest length. */
export function cutQuery(q: string): string {
  return q.length <= LONGEST_QUERY ? q : [...q.slice(0, 2 * LONGEST_QUERY)].slice(0, LONGEST_QUERY).join('')
}
