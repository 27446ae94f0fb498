import { MAX_CLAUSES, MAX_DEPTH, type QueryWarning } from '@avatary/contract/query-language'
import type { Condition } from '../../avatars/index.ts'
import { fold } from '../../kernel/text/fold.ts'
import { lastRun } from '../../kernel/text/tokenize.ts'
import { readQualifier } from './qualifiers.ts'

export type QueryItem =
  /** Folded words; if quoted, a phrase. */
  | { readonly kind: 'text'; readonly text: string; readonly isQuoted: boolean; readonly isExcluded: boolean }
  | { readonly kind: 'qualifier'; readonly condition: Condition; readonly isExcluded: boolean }
  | { readonly kind: 'group'; readonly items: readonly QueryItem[]; readonly isExcluded: boolean }
  /** Items joined by `OR`. */
  | { readonly kind: 'any'; readonly items: readonly QueryItem[]; readonly isExcluded: false }

export interface QueryTree {
  readonly items: readonly QueryItem[]
  readonly warnings: readonly QueryWarning[]
  /** A sentence that names the exceeded limit, if any. */
  readonly excess: string | null
}

/** The prefix of tags on the platform; documents are analysed without it. */
const AUTHOR_TAG = /(?<![^\s-])author_tag_(?=\S)/g
const NOT_ASCII = /[^\0-\x7f]/g
/** Characters that folding turns into signs of the query language, and other quotation marks. */
const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '"': '“”„‟＂',
    '(': '（﹙⁽₍︵',
    ')': '）﹚⁾₎︶',
    '-': '－﹣',
    ':': '：˸﹕︓',
    '<': '＜≺﹤',
    '>': '＞≻﹥',
    '=': '＝﹦⁼₌',
  }).flatMap(([sign, others]) => [...others].map(other => [other, sign] as const)),
)
/** A `-` excludes, but not a word that also ends with one (`-rose-`, a name). Spaces may stand around `<` and `>`. */
const TOKEN =
  /(?<minus>-+(?=[^\s-])(?![^\s"():<>=]*-(?:\s|$)))?(?:"(?<phrase>[^"]*)"|(?<open>\()|(?<qualifier>(?:perf|added|updated|views)\s*[<>]=?(?:\s+(?=[a-z0-9]))?|[a-z]{2,}(?:[<>]=?|[:=]))(?:"(?<quoted>[^"]*)"|(?<value>[^\s"()]*))|(?<word>[^\s"()]+))|(?<close>\))/gi

/** Matches every text with qualifiers, exclusions, quotes, parentheses, `OR` or foreign operators, and some others. */
const HAS_SYNTAX = /["():<>=]|OR|AND|NOT|(?<!\S)-/
/** Operators of other search engines, and what to write instead. */
const FOREIGN_OPERATORS: ReadonlyMap<string, string> = new Map([
  ['AND', '`AND` was searched as a word: without it, all words must match.'],
  ['NOT', '`NOT` was searched as a word: a `-` before a word excludes it.'],
])
const WORDS = /\S+/g
const CONTENT = /[^\s"()]/

type Token = Readonly<
  Partial<Record<'minus' | 'phrase' | 'open' | 'close' | 'qualifier' | 'quoted' | 'value' | 'word', string>>
>

/**
 * Splits a search text into words, phrases, qualifiers, alternatives and groups. Any text is accepted. `OR` joins its
 * two neighbours. Parentheses that neither exclude nor contain an `OR` have no effect and are dropped.
 */
export function readItems(text: string): QueryTree {
  return new ItemReader(text).read()
}

/** False for a text of plain words, which cannot exceed a limit. */
export function mayExceed(text: string): boolean {
  return HAS_SYNTAX.test(plainSigns(text))
}

/** False for a text of only spaces, quotes and parentheses, as it is before anything is typed between them. */
export function hasContent(text: string): boolean {
  return CONTENT.test(fold(plainSigns(text)))
}

/** Words and phrases that must match, joined by spaces; empty with alternatives, which are not a single text. */
export function wantedTextOf(items: readonly QueryItem[]): string {
  if (items.some(({ kind, isExcluded }) => !isExcluded && (kind === 'any' || kind === 'group'))) return ''
  return items.map(item => (item.kind === 'text' && !item.isExcluded ? item.text : '')).join(' ')
}

/** Folds and replaces the words and phrases of a search text, and keeps its qualifiers. */
export function replaceTexts(text: string, change: (foldedText: string) => string): string {
  return plainSigns(text).replace(TOKEN, (typedText, ...captures) => {
    const token = captures.at(-1) as Token
    const content = token.phrase ?? token.word
    return content === undefined || isOr(token)
      ? typedText
      : typedText.replace(content, () => change(fold(content)))
  })
}

/** A search text that is being typed, around its last word. */
export interface LastWord {
  readonly before: string
  /** Folded. */
  readonly word: string
  /** Punctuation that follows the word. */
  readonly after: string
}

/** Splits a search text at its last word; null when a qualifier or an operator is last. */
export function lastWordOf(text: string): LastWord | null {
  const plainText = plainSigns(text)
  const lastMatch = [...plainText.matchAll(TOKEN)].filter(({ groups }) => groups!.close === undefined).at(-1)
  const token = lastMatch?.groups as Token | undefined
  const content = token?.phrase ?? token?.word
  if (content === undefined || isOr(token!)) return null
  const foldedText = fold(content)
  const word = lastRun(foldedText)
  if (word === null) return null
  const contentStart = lastMatch!.index + lastMatch![0].indexOf(content)
  const contentEnd = contentStart + content.length
  const wordStart = foldedText.lastIndexOf(word)
  return {
    before: plainText.slice(0, contentStart) + foldedText.slice(0, wordStart),
    word,
    after: (foldedText.slice(wordStart + word.length) + plainText.slice(contentEnd)).trimEnd(),
  }
}

/** Writes the signs of the query language in ASCII. */
export function plainSigns(text: string): string {
  return text.replace(NOT_ASCII, character => SIGNS.get(character) ?? character)
}

class ItemReader {
  readonly #tokens: readonly Token[]
  readonly #warnings = new Map<string, QueryWarning>()
  #place = 0
  #clauseCount = 0
  #maxDepth = 0

  constructor(text: string) {
    const plainText = plainSigns(text)
    // Most texts are plain words, which this reads in a tenth of the time.
    this.#tokens = HAS_SYNTAX.test(plainText)
      ? Array.from(plainText.matchAll(TOKEN), ({ groups }) => groups as Token)
      : (plainText.match(WORDS) ?? []).map(word => ({ word }))
  }

  read(): QueryTree {
    const items = this.#sequence(0)
    return { items, warnings: [...this.#warnings.values()], excess: this.#excess() }
  }

  #excess(): string | null {
    if (this.#maxDepth > MAX_DEPTH) return `At most ${MAX_DEPTH} parentheses may enclose a word.`
    if (this.#clauseCount <= MAX_CLAUSES) return null
    return `There may be at most ${MAX_CLAUSES} qualifiers, alternatives and groups.`
  }

  #sequence(depth: number): QueryItem[] {
    this.#maxDepth = Math.max(this.#maxDepth, depth)
    /** Each of a single item, or of several joined by `OR`. */
    const units: QueryItem[][] = []
    let joinsNext = false
    for (let token = this.#tokens[this.#place]; token !== undefined; token = this.#tokens[this.#place]) {
      this.#place++
      if (token.close !== undefined) {
        if (depth > 0) return asItems(units)
        this.#warn(')', 'A `)` without a `(` before it was ignored.')
        continue
      }
      if (isOr(token)) {
        joinsNext = this.#canJoin(units)
        if (joinsNext) continue
        this.#warn('OR', '`OR` needs something on both sides, and was searched as a word.')
      }
      const items = this.#items(token, depth)
      if (joinsNext && items.length > 0) this.#join(units, items)
      else if (items.length > 0 && this.#isBeforeOr()) units.push([asOne(items)])
      else units.push(...items.map(item => [item]))
      joinsNext &&= items.length === 0
    }
    if (depth > 0) this.#warn('(', 'A `(` without a `)` after it was closed at the end.')
    return asItems(units)
  }

  #isBeforeOr(): boolean {
    const next = this.#tokens[this.#place]
    return next !== undefined && isOr(next)
  }

  #join(units: QueryItem[][], items: readonly QueryItem[]): void {
    this.#clauseCount++
    units.at(-1)!.push(asOne(items))
  }

  /** True when the `OR` just read has something on both sides. */
  #canJoin(units: readonly QueryItem[][]): boolean {
    const next = this.#tokens[this.#place]
    return units.length > 0 && next !== undefined && next.close === undefined && !isOr(next)
  }

  #items(token: Token, depth: number): QueryItem[] {
    const isExcluded = token.minus !== undefined
    if (token.open !== undefined) return this.#group(isExcluded, depth)
    if (token.qualifier !== undefined) return this.#qualifier(token, isExcluded)
    const advice = isExcluded ? undefined : FOREIGN_OPERATORS.get(token.word ?? '')
    // Not for the last word, which a person may still be typing.
    if (advice !== undefined && this.#place < this.#tokens.length) this.#warn(token.word!, advice)
    return [textItem((token.phrase ?? token.word)!, token.phrase !== undefined, isExcluded)]
  }

  #group(isExcluded: boolean, depth: number): QueryItem[] {
    const items = this.#sequence(depth + 1)
    if (items.length === 0) return []
    if (!isExcluded && !items.some(({ kind }) => kind === 'any')) return items
    this.#clauseCount++
    return [{ kind: 'group', items, isExcluded }]
  }

  #qualifier({ qualifier = '', quoted, value = '' }: Token, isExcluded: boolean): QueryItem[] {
    const reading = readQualifier(qualifier, quoted ?? value)
    if (reading.kind === 'condition') {
      this.#clauseCount++
      return [{ kind: 'qualifier', condition: reading.condition, isExcluded }]
    }
    if (reading.kind === 'problem') {
      const typedText = quoted === undefined ? qualifier + value : `${qualifier}"${quoted}"`
      this.#warn(typedText, `\`${typedText}\` was searched as words: ${reading.message}`)
    }
    if (quoted === undefined || isExcluded)
      return [textItem(qualifier + (quoted ?? value), false, isExcluded)]
    return [textItem(qualifier, false, false), textItem(quoted, true, false)]
  }

  #warn(text: string, message: string): void {
    this.#warnings.set(text, { text, message })
  }
}

function isOr({ word, minus }: Token): boolean {
  return word === 'OR' && minus === undefined
}

function textItem(typedText: string, isQuoted: boolean, isExcluded: boolean): QueryItem {
  return { kind: 'text', text: fold(typedText).replace(AUTHOR_TAG, ''), isQuoted, isExcluded }
}

function asOne(items: readonly QueryItem[]): QueryItem {
  return items.length === 1 ? items[0]! : { kind: 'group', items, isExcluded: false }
}

function asItems(units: readonly (readonly QueryItem[])[]): QueryItem[] {
  return units.map(items => (items.length === 1 ? items[0]! : { kind: 'any', items, isExcluded: false }))
}
