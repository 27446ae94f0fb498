import { wordOfCredit } from './credits.ts'
import { isNegated } from './negation.ts'
import { synonymsOf } from './synonyms.ts'
import { type TextTokens, tokensOf } from './text-tokens.ts'
import type { TagGroup } from './vocabulary.ts'

/** Returns the tags with a synonym in the text, distinct, in vocabulary order. */
export type Matcher = (text: TextTokens) => string[]

interface Node {
  next: Map<string, Node> | undefined
  /** The tags of the phrase that ends at this node: undefined when none ends here, empty for a phrase to skip. */
  tags: number[] | undefined
  /** True when the phrase must not be adjacent to other letters of its script. */
  isAlone: boolean
}

const KANA = /^[\p{scx=Hira}\p{scx=Kana}]+$/u
const HANGUL = /^\p{Script=Hangul}+$/u
const SCRIPTS = [/\p{Script=Hiragana}/u, /[\p{Script=Katakana}ー]/u, /\p{Script=Hangul}/u, /\p{Script=Han}/u]
const LATIN_WORD = /^[a-z]+$/
const NUMBERS_AROUND = /^\d+(?=[a-z]{3})|(?:v|ver)?\d+$/g

/**
 * Puts all phrases of a vocabulary into one trie of tokens, so that matching a text takes one pass whatever the size of
 * the vocabulary. At each position the longest phrase wins, and its words match nothing else: 熊猫 is not 猫.
 */
export function createMatcher(groups: readonly TagGroup[]): Matcher {
  const names: string[] = []
  const tagsNamingNobody = new Set<number>()
  const root = new Map<string, Node>()
  const infixes: { part: string; tag: number }[] = []

  for (const group of groups) {
    for (const [name, entry] of Object.entries(group.tags)) {
      const tag = names.push(name) - 1
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
    let at = 0
    while (at < tokens.length) {
      const token = tokens[at]!
      for (const { part, tag } of infixes) if (token.includes(part)) foundTags.add(tag)
      const first = root.get(token) ?? root.get(withoutNumber(token))
      const { length, tags } = first === undefined ? NOTHING : longest(first, text, at)
      if (tags.length > 0 && !isNegated(tokens, at, at + length)) {
        const word = wordOfCredit(tokens, at)
        for (const tag of tags)
          if (word === null || (word === 'second' && tagsNamingNobody.has(tag))) foundTags.add(tag)
      }
      at += length
    }
    return [...foundTags].sort((a, b) => a - b).map(tag => names[tag]!)
  }
}

interface FoundPhrase {
  readonly length: number
  readonly tags: readonly number[]
}

const NOTHING: FoundPhrase = { length: 1, tags: [] }

/** The longest phrase at `at` that may end where it ends, or else a single token without tags. */
function longest(first: Node, text: TextTokens, at: number): FoundPhrase {
  let best = NOTHING
  let node: Node | undefined = first
  for (let end = at + 1; node !== undefined; end++) {
    if (node.tags !== undefined && !(node.isAlone && adjoinsItsScript(text, at, end))) {
      best = { length: end - at, tags: node.tags }
    }
    const following = text.tokens[end]
    node = following === undefined ? undefined : node.next?.get(following)
  }
  return best
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
  return isDigit(token, token.length - 1) || isDigit(token, 0) ? token.replace(NUMBERS_AROUND, '') : token
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
  const last = tokens.at(-1)!
  const plural = last.length > 2 && !last.endsWith('s') ? [`${last}s`] : []
  for (const ending of [last, ...plural]) {
    const form = [...tokens.slice(0, -1), ending]
    addTokens(root, form, tag, false)
    if (form.join('').length >= MIN_COMPOUND_LENGTH) addTokens(root, [form.join('')], tag, false)
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

/** Kana of one or two characters and single Hangul syllables occur inside too many other words. */
function isShort(phrase: string): boolean {
  const length = [...phrase].length
  return (KANA.test(phrase) && length <= 2) || (HANGUL.test(phrase) && length === 1)
}
