import type { Platform } from '@avatary/contract/avatar'
import { MAX_QUERY_CODE_POINTS, type QueryWarning } from '@avatary/contract/query-language'
import {
  type CatalogQuery,
  type Condition,
  NO_TEXT,
  nameKey,
  type RelevanceQuery,
  type TextQuery,
} from '../../avatars/index.ts'
import { findAuthorId, findAvatarIds, parseAuthorId } from '../../kernel/avatar-id.ts'
import { fold } from '../../kernel/text/fold.ts'
import { spellingsOf } from '../../kernel/text/spellings.ts'
import { characterPairs, isUnspaced, tokensOfRun, wordRuns } from '../../kernel/text/tokenize.ts'
import { mergedForms, otherForms, wordsOfRun } from './other-forms.ts'
import {
  type ConditionContext,
  conditionOf,
  platformBeside,
  prefixItemOf,
  singleWord,
} from './query-conditions.ts'
import { hasContent, mayExceed, type QueryItem, readItems, wantedTextOf } from './query-items.ts'

/** Author ids inside a qualifier are a filter, while other ids replace the whole query. */
const AUTHOR_QUALIFIER = /(?<![^\s(-])author[:=]\S+/gi

/** Every id and every URL contains one of these characters. */
const MAY_HAVE_ID = /[_/]/

/** A parsed query, and warnings about the parts of its text that were not understood. */
export interface ParsedQuery extends TextQuery {
  readonly warnings: readonly QueryWarning[]
}

export interface ParsedCatalogQuery extends CatalogQuery {
  readonly text: ParsedQuery
  /** Words and phrases that must match, joined by spaces; empty with alternatives, and when ids replace the query. */
  readonly wantedText: string
}

/**
 * Parses a search text: words, all of which must match; `"a b"` a phrase; qualifiers; `OR` and parentheses; `-`
 * excludes what follows it. The last word, unless quoted, excluded or in a group, matches as a prefix. An unclosed
 * quote is ignored, as the phrase is still being typed. Ids or URLs of avatars, or of an author, anywhere in the text
 * replace the query.
 *
 * A word of a script without spaces becomes its pairs of neighbouring characters, which are far cheaper to look up than
 * a phrase and almost always mean the same; quotes make it a phrase.
 *
 * @param platform the platform filter of the request: ratings in the text are those of this platform.
 */
export function parseQuery(q: string, platform: Platform | null = null): ParsedQuery {
  return parseWithWantedText(q, platform).text
}

export function parseWithWantedText(
  q: string,
  platform: Platform | null = null,
): Pick<ParsedCatalogQuery, 'text' | 'wantedText'> {
  const text = cutQuery(q)
  const filtersById = MAY_HAVE_ID.test(fold(text)) ? idsIn(text) : null
  if (filtersById !== null) return { text: { ...NO_TEXT, ...filtersById }, wantedText: '' }
  const { items, warnings } = readItems(text)
  const parts = new QueryParts({
    prefixItem: prefixItemOf(items),
    platform: platformBeside(items, platform),
  })
  for (const item of items) parts.add(item)
  return { text: { ...parts.toQuery(text), warnings }, wantedText: wantedTextOf(items) }
}

/** The avatars, or else the author, that a text names by id or URL; null when it names none. */
function idsIn(text: string): Partial<Pick<TextQuery, 'avatarIds' | 'authorId'>> | null {
  const withoutAuthorQualifier = text.replace(AUTHOR_QUALIFIER, ' ')
  const foldedText = fold(withoutAuthorQualifier)
  const avatarIds = findAvatarIds(foldedText)
  if (avatarIds.length > 0) return { avatarIds }
  const authorId = findAuthorId(foldedText) ?? authorUrlIn(withoutAuthorQualifier)
  return authorId === null ? null : { authorId }
}

/** The tiers by relevance for the matches of a text; null for a text without words. */
export function relevanceOf(wantedText: string, text: ParsedQuery): RelevanceQuery | null {
  const { words, phrases, prefix, forms } = text
  const conditions = text.conditions.filter(containsWord)
  if (words.length + phrases.length + conditions.length === 0 && prefix === null) return null
  const searchedKey = nameKey(wantedText)
  return {
    nameKeys: searchedKey === '' ? [] : spellingsOf(searchedKey),
    authorTokens: authorTokens(wantedText),
    text: withoutDescriptionSearch({ ...NO_TEXT, words, phrases, prefix, forms, conditions }),
  }
}

/** Null for a single character, which nobody is called. */
function authorTokens(wantedText: string): readonly string[] | null {
  const runs = wordRuns(wantedText)
  const [run] = runs
  if (run === undefined || (runs.length === 1 && [...run].length === 1)) return null
  return runs.flatMap(tokensOfRun)
}

function containsWord(condition: Condition): boolean {
  switch (condition.kind) {
    case 'word':
    case 'prefix':
    case 'phrase':
    case 'split':
      return true
    case 'all':
    case 'any':
      return condition.of.some(containsWord)
    default:
      return false
  }
}

/** A sentence that names the exceeded limit; null for a text within all limits. */
export function excessOf(q: string): string | null {
  const text = cutQuery(q)
  return mayExceed(text) ? readItems(text).excess : null
}

/**
 * Restricts a query to names, authors and tags. Character pairs become phrases, because the index does not know which
 * field a pair is in.
 */
export function withoutDescriptionSearch<Query extends TextQuery>(text: Query): Query {
  const isPairWithForms = (word: string) => tokensOfRun(word).length > 1 && text.forms.has(word)
  const [words, phrases] = separatePairs(text.words.filter(word => !isPairWithForms(word)))
  const [notWords, notPhrases] = separatePairs(text.notWords)
  const conditionsOfPairs = text.words
    .filter(isPairWithForms)
    .map((word): Condition => ({ kind: 'any', of: [{ kind: 'word', word }, ...text.forms.get(word)!] }))
  return {
    ...text,
    words,
    forms: new Map(Array.from(text.forms, ([word, forms]) => [word, forms.map(conditionWithoutPairs)])),
    phrases: text.phrases.concat(phrases),
    notWords,
    notPhrases: text.notPhrases.concat(notPhrases),
    conditions: text.conditions.concat(conditionsOfPairs).map(conditionWithoutPairs),
    skipsDescription: true,
  }
}

function conditionWithoutPairs(condition: Condition): Condition {
  switch (condition.kind) {
    case 'word': {
      const tokens = tokensOfRun(condition.word)
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

/** Separates words of a single token from character pairs, which become phrases. */
function separatePairs(indexWords: readonly string[]): [words: string[], phrases: string[][]] {
  const words: string[] = []
  const phrases: string[][] = []
  for (const word of indexWords) {
    const tokens = tokensOfRun(word)
    if (tokens.length === 1) words.push(word)
    else phrases.push(tokens)
  }
  return [words, phrases]
}

class QueryParts {
  /** Groups of runs without a phrase, `OR` or parenthesis between them. */
  readonly #runGroups: string[][] = [[]]
  readonly #words = new Set<string>()
  readonly #notWords = new Set<string>()
  readonly #notTags = new Set<string>()
  readonly #phrases: string[][] = []
  readonly #notPhrases: string[][] = []
  readonly #conditions: Condition[] = []
  readonly #context: ConditionContext
  #prefix: string | null = null
  /** True when something was added that is not excluded, even if nothing in it can be searched. */
  #hasWantedPart = false

  constructor(context: ConditionContext) {
    this.#context = context
  }

  add(item: QueryItem): void {
    if (item.kind !== 'text') this.#addCondition(item)
    else if (item.isExcluded) this.#exclude(item.text)
    else if (item.isQuoted) this.#addPhrase(item.text)
    else this.#addWord(item.text)
  }

  /**
   * @param text the whole text. If nothing in it can be searched or excluded, it matches nothing; an empty one
   * everything.
   */
  toQuery(text: string): TextQuery {
    const lastGroup = this.#runGroups.length - 1
    const hasWantedCondition = this.#conditions.some(({ kind }) => kind !== 'not')
    const searchesSomething =
      this.#words.size + this.#phrases.length > 0 || this.#prefix !== null || hasWantedCondition
    const excludesSomething =
      this.#notWords.size + this.#notTags.size + this.#notPhrases.length + this.#conditions.length > 0
    return {
      words: [...this.#words],
      prefix: this.#prefix,
      forms: mergedForms(
        this.#runGroups.map((runs, i) => otherForms(runs, this.#prefix !== null && i === lastGroup)),
      ),
      phrases: this.#phrases,
      notWords: [...this.#notWords],
      notPhrases: this.#notPhrases,
      notTags: [...this.#notTags],
      conditions: this.#conditions,
      avatarIds: [],
      authorId: null,
      matchesNothing: !searchesSomething && (this.#hasWantedPart || (!excludesSomething && hasContent(text))),
      skipsDescription: false,
    }
  }

  #addCondition(item: QueryItem): void {
    const condition = conditionOf(item, this.#context)
    if (item.kind !== 'qualifier' && !item.isExcluded) {
      this.#finishPrefix()
      this.#runGroups.push([])
      this.#hasWantedPart = true
    }
    if (condition === null) return
    if (condition.kind === 'not' && condition.of.kind === 'tag') this.#notTags.add(condition.of.tag)
    else this.#conditions.push(condition)
  }

  #addWord(text: string): void {
    if (text.trim() !== '') this.#hasWantedPart = true
    for (const run of wordRuns(text)) {
      this.#runGroups.at(-1)!.push(run)
      this.#finishPrefix()
      if (!isUnspaced(run)) this.#prefix = tokensOfRun(run)[0]!
      else for (const word of wordsOfRun(run)) this.#words.add(word)
    }
  }

  #addPhrase(text: string): void {
    this.#finishPrefix()
    this.#runGroups.push([])
    if (text.trim() !== '') this.#hasWantedPart = true
    const word = singleWord(text)
    if (word !== null) this.#words.add(word)
    else if (wordRuns(text).length > 0) this.#addLongPhrase(wordRuns(text))
  }

  /** Also adds the phrase's character pairs as words, which spares the index the long lists of single characters. */
  #addLongPhrase(runs: readonly string[]): void {
    this.#phrases.push(runs.flatMap(tokensOfRun))
    for (const pair of runs.filter(isUnspaced).flatMap(characterPairs)) this.#words.add(pair)
  }

  #exclude(text: string): void {
    const word = singleWord(text)
    if (word !== null) this.#notWords.add(word)
    else if (wordRuns(text).length > 0) this.#notPhrases.push(wordRuns(text).flatMap(tokensOfRun))
  }

  /**
   * Makes the prefix a whole word because another word follows. Not called for exclusions, after which the word may
   * still be incomplete.
   */
  #finishPrefix(): void {
    if (this.#prefix !== null) this.#words.add(this.#prefix)
    this.#prefix = null
  }
}

/** Finds the URL of a legacy author in the unfolded text, because such ids are case-sensitive. */
function authorUrlIn(text: string): string | null {
  const ids = text.split(/\s+/).map(parseAuthorId)
  return ids.find(id => id !== null) ?? null
}

/** Cuts a text to the maximum number of code points, each of which has at most two UTF-16 code units. */
export function cutQuery(q: string): string {
  return q.length <= MAX_QUERY_CODE_POINTS
    ? q
    : [...q.slice(0, 2 * MAX_QUERY_CODE_POINTS)].slice(0, MAX_QUERY_CODE_POINTS).join('')
}
