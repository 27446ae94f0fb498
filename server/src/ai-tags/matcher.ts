import { wordOfCredit } from './credits.ts'
import { isNegated } from './negation.ts'
import { synonymsOf } from './synonyms.ts'
import { type TextTokens, tokensOf } from './text-tokens.ts'
import type { TagGroup } from './vocabulary.ts'

/** Returns the tags with a synonym in the text, distinct, in vocabulary order. */
export type Matcher = (text: TextTokens) => string[]

interface Node {
  next: Map<string, Node> | undefined
  /** Indexes of the tags of the phrase that ends here: undefined when none does, empty for a phrase to skip. */
  tags: number[] | undefined
  /** True when the phrase must not be adjacent to other letters of its script. */
  isAlone: boolean
}

const KANA = /^[\p{scx=Hira}\p{scx=Kana}]+$/u
const HANGUL = /^\p{Script=Hangul}+$/u
const SCRIPTS = [/\p{Script=Hiragana}/u, /[\p{Script=Katakana}ー]/u, /\p{Script=Hangul}/u, /\p{Script=Han}/u]
const LATIN_WORD = /^[a-z]+$/
const OUTER_NUMBERS = /^\d+(?=[a-z]{3})|(?:v|ver)?\d+$/g

/**
 * Puts all phrases of a vocabulary into one trie of tokens, so that matching a text takes one pass whatever the size of
 * the vocabulary. At each position the longest phrase wins, and its words match nothing else: 熊猫 is not 猫.
 */
export function createMatcher(groups: readonly TagGroup[]): Matcher {
  const tagNames: string[] = []
  const tagsNamingNobody = new Set<number>()
  const root = new Map<string, Node>()
  const infixes: { part: string; tag: number }[] = []

  for (const group of groups) {
    for (const [name, entry] of Object.entries(group.tags)) {
      const tag = tagNames.push(name) - 1
      if (group.namesNobody) tagsNamingNobody.add(tag)
      for (const { kind, text } of synonymsOf(name, entry)) {
        if (kind === 'inside') infixes.push({ part: text, tag })
        else addPhrase(root, tokensOf([text]).tokens, kind === 'not' ? undefined : tag, kind === 'alone')
      }
    }
  }

  return text => {
    const { tokens } = text
    const foundTags = new Set<number>()
    let place = 0
    while (place < tokens.length) {
      const token = tokens[place]!
      for (const { part, tag } of infixes) if (token.includes(part)) foundTags.add(tag)
      const firstNode = root.get(token) ?? root.get(withoutNumber(token))
      const { length, tags } = firstNode === undefined ? NO_PHRASE : longestPhrase(firstNode, text, place)
      if (tags.length > 0 && !isNegated(tokens, place, place + length)) {
        const word = wordOfCredit(tokens, place)
        for (const tag of tags)
          if (word === null || (word === 'second' && tagsNamingNobody.has(tag))) foundTags.add(tag)
      }
      place += length
    }
    return [...foundTags].sort((a, b) => a - b).map(tag => tagNames[tag]!)
  }
}

interface FoundPhrase {
  readonly length: number
  readonly tags: readonly number[]
}

const NO_PHRASE: FoundPhrase = { length: 1, tags: [] }

/** The longest phrase from `start` that may stand there (`isAlone`), or else a single token without tags. */
function longestPhrase(firstNode: Node, text: TextTokens, start: number): FoundPhrase {
  let bestPhrase = NO_PHRASE
  let node: Node | undefined = firstNode
  for (let end = start + 1; node !== undefined; end++) {
    if (node.tags !== undefined && !(node.isAlone && adjoinsItsScript(text, start, end))) {
      bestPhrase = { length: end - start, tags: node.tags }
    }
    const nextToken = text.tokens[end]
    node = nextToken === undefined ? undefined : node.next?.get(nextToken)
  }
  return bestPhrase
}

/** True when the tokens from `start` to `end` directly follow or precede a letter of their own script. */
function adjoinsItsScript({ tokens, isJoined }: TextTokens, start: number, end: number): boolean {
  return (
    (isJoined[start] === true && ofOneScript(tokens[start - 1]!, tokens[start]!)) ||
    (isJoined[end] === true && ofOneScript(tokens[end - 1]!, tokens[end]!))
  )
}

function ofOneScript(a: string, b: string): boolean {
  return SCRIPTS.some(script => script.test(a) && script.test(b))
}

/** Strips numbers from the ends of a word: "fox2", "manukav3", "256hedgehog". */
function withoutNumber(token: string): string {
  return isDigit(token, token.length - 1) || isDigit(token, 0) ? token.replace(OUTER_NUMBERS, '') : token
}

function isDigit(token: string, at: number): boolean {
  const code = token.charCodeAt(at)
  return code >= 0x30 && code <= 0x39
}

/** Adds a phrase; for Latin words also its plural, and for several words their compound. */
function addPhrase(
  root: Map<string, Node>,
  tokens: readonly string[],
  tag: number | undefined,
  isAlone: boolean,
): void {
  addTokens(root, tokens, tag, isAlone || isShort(tokens.join('')))
  if (tag === undefined || !tokens.every(token => LATIN_WORD.test(token))) return
  const lastToken = tokens.at(-1)!
  const plurals = lastToken.length > 2 && !lastToken.endsWith('s') ? [`${lastToken}s`] : []
  for (const ending of [lastToken, ...plurals]) {
    const variant = [...tokens.slice(0, -1), ending]
    addTokens(root, variant, tag, false)
    if (variant.join('').length >= MIN_COMPOUND_LENGTH) addTokens(root, [variant.join('')], tag, false)
  }
}

/** Shorter compounds of two words could mean anything. */
const MIN_COMPOUND_LENGTH = 6

function addTokens(
  root: Map<string, Node>,
  tokens: readonly string[],
  tag: number | undefined,
  isAlone: boolean,
): void {
  let level = root
  let node: Node | undefined
  for (const token of tokens) {
    node = level.get(token)
    if (node === undefined) {
      node = { next: undefined, tags: undefined, isAlone: false }
      level.set(token, node)
    }
    node.next ??= new Map()
    level = node.next
  }
  if (node === undefined) throw new Error('a synonym without letters or digits')
  node.tags ??= []
  node.isAlone = isAlone
  if (tag !== undefined && !node.tags.includes(tag)) node.tags.push(tag)
}

/** True for kana of one or two characters and single Hangul syllables, which occur inside too many other words. */
function isShort(phrase: string): boolean {
  const length = [...phrase].length
  return (KANA.test(phrase) && length <= 2) || (HANGUL.test(phrase) && length === 1)
}
