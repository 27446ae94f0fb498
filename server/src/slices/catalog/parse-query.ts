import type { Platform } from '@avatary/contract/avatar'
import { MAX_QUERY, type QueryWarning } from '@avatary/contract/query-language'
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
import { characterPairs, isUnspaced, runTokens, wordRuns } from '../../kernel/text/tokenize.ts'
import { mergedForms, otherForms, wordsOfRun } from './other-forms.ts'
import {
  type ConditionContext,
  conditionOf,
  openWord,
  platformBeside,
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
  return parseWithWanted(q, platform).text
}

/** Parses like `parseQuery`, and also returns `wantedText`, so that the text is only read once. */
export function parseWithWanted(
  q: string,
  platform: Platform | null = null,
): Pick<ParsedCatalogQuery, 'text' | 'wantedText'> {
  const text = cutQuery(q)
  const filtersById = MAY_HAVE_ID.test(fold(text)) ? idsIn(text) : null
  if (filtersById !== null) return { text: { ...NO_TEXT, ...filtersById }, wantedText: '' }
  const { items, warnings } = readItems(text)
  const parts = new QueryParts({ open: openWord(items), platform: platformBeside(items, platform) })
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
  const { words, phrases, prefix, conditions } = text
  const hasWords = words.length + phrases.length > 0 || prefix !== null || conditions.some(hasWord)
  if (!hasWords) return null
  const ofWords = {
    ...NO_TEXT,
    words,
    phrases,
    prefix,
    forms: text.forms,
    conditions: conditions.filter(hasWord),
  }
  const key = nameKey(wantedText)
  return {
    nameKeys: key === '' ? [] : spellingsOf(key),
    creatorTokens: creatorTokens(wantedText),
    text: exceptDescriptions(ofWords),
  }
}

/** Null for a single character, which nobody is called. */
function creatorTokens(wantedText: string): readonly string[] | null {
  const runs = wordRuns(wantedText)
  const [run] = runs
  if (run === undefined || (runs.length === 1 && [...run].length === 1)) return null
  return runs.flatMap(runTokens)
}

function hasWord(condition: Condition): boolean {
  switch (condition.kind) {
    case 'word':
    case 'prefix':
    case 'phrase':
    case 'joined':
      return true
    case 'all':
    case 'any':
      return condition.of.some(hasWord)
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
export function exceptDescriptions<Query extends TextQuery>(text: Query): Query {
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

/** Separates words of a single token from the others, which become phrases. */
function withoutPairs(indexWords: readonly string[]): [words: string[], phrases: string[][]] {
  const words: string[] = []
  const phrases: string[][] = []
  for (const word of indexWords) {
    const tokens = runTokens(word)
    if (tokens.length === 1) words.push(word)
    else phrases.push(tokens)
  }
  return [words, phrases]
}

class QueryParts {
  /** Runs grouped so that no phrase stands between neighbours. */
  readonly #neighbours: string[][] = [[]]
  readonly #words = new Set<string>()
  readonly #notWords = new Set<string>()
  readonly #notTags = new Set<string>()
  readonly #phrases: string[][] = []
  readonly #notPhrases: string[][] = []
  readonly #conditions: Condition[] = []
  readonly #context: ConditionContext
  #prefix: string | null = null
  #wantsMatches = false

  constructor(context: ConditionContext) {
    this.#context = context
  }

  add(item: QueryItem): void {
    if (item.kind !== 'text') this.#addCondition(item)
    else if (item.isExcluded) this.#addNot(item.text)
    else if (item.isQuoted) this.#addPhrase(item.text)
    else this.#addWord(item.text)
  }

  /**
   * @param text the whole text. One that neither finds nor excludes anything matches nothing; an empty one everything.
   */
  toQuery(text: string): TextQuery {
    const last = this.#neighbours.length - 1
    const isNeeded = this.#conditions.some(({ kind }) => kind !== 'not')
    const hasMatches = this.#words.size + this.#phrases.length > 0 || this.#prefix !== null || isNeeded
    const excludes =
      this.#notWords.size + this.#notTags.size + this.#notPhrases.length + this.#conditions.length > 0
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
      conditions: this.#conditions,
      avatarIds: [],
      authorId: null,
      matchesNothing: !hasMatches && (this.#wantsMatches || (!excludes && hasContent(text))),
      skipsDescription: false,
    }
  }

  #addCondition(item: QueryItem): void {
    const condition = conditionOf(item, this.#context)
    if (item.kind !== 'qualifier' && !item.isExcluded) {
      this.#finishPrefix()
      this.#neighbours.push([])
      this.#wantsMatches = true
    }
    if (condition === null) return
    if (condition.kind === 'not' && condition.of.kind === 'tag') this.#notTags.add(condition.of.tag)
    else this.#conditions.push(condition)
  }

  #addWord(text: string): void {
    if (text.trim() !== '') this.#wantsMatches = true
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

  /** Also adds the phrase's character pairs as words, which spares the index the long lists of single characters. */
  #addLongPhrase(runs: readonly string[]): void {
    this.#phrases.push(runs.flatMap(runTokens))
    for (const pair of runs.filter(isUnspaced).flatMap(characterPairs)) this.#words.add(pair)
  }

  #addNot(text: string): void {
    const word = singleWord(text)
    if (word !== null) this.#notWords.add(word)
    else if (wordRuns(text).length > 0) this.#notPhrases.push(wordRuns(text).flatMap(runTokens))
  }

  /**
   * Makes the prefix a whole word because another word follows. Not called for exclusions, which only remove other
   * matches.
   */
  #finishPrefix(): void {
    if (this.#prefix !== null) this.#words.add(this.#prefix)
    this.#prefix = null
  }
}

/** Finds the URL of a legacy author in the unfolded text, because such ids are case-sensitive. */
function authorUrlIn(text: string): string | null {
  for (const chunk of text.split(/\s+/)) {
    const id = parseAuthorId(chunk)
    if (id !== null) return id
  }
  return null
}

export function cutQuery(q: string): string {
  return q.length <= MAX_QUERY ? q : [...q.slice(0, 2 * MAX_QUERY)].slice(0, MAX_QUERY).join('')
}
