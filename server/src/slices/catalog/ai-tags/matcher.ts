import { negated } from './negation.ts'
import { phraseTokens, type TextTokens } from './text-tokens.ts'
import type { Theme } from './vocabulary/theme.ts'

export interface Matcher {
  /** The tags whose synonyms occur, distinct, in vocabulary order. */
  match(text: TextTokens): string[]
}

/** A place in the trie of phrases; `tags` are those of the phrase that ends here, none for a phrase to pass over. */
interface Node {
  next: Map<string, Node> | undefined
  tags: number[] | undefined
  /** Whether the phrase may not touch further letters of its own script. */
  bounded: boolean
}

const KANA = /^[\p{scx=Hira}\p{scx=Kana}ー]+$/u
const HANGUL = /^\p{Script=Hangul}+$/u
const HIRAGANA = /^\p{Script=Hiragana}$/u
const KATAKANA = /^[\p{Script=Katakana}ー]$/u
const TRAILING_NUMBER = /(?:v|ver)?\d+$/

/** Splits a list of synonyms as the vocabulary writes it. */
export function synonyms(list: string | undefined): string[] {
  return list === undefined ? [] : list.split(',').map(item => item.trim())
}

/** One matcher for a vocabulary; building it takes some milliseconds. */
export function createMatcher(themes: readonly Theme[]): Matcher {
  const names: string[] = []
  const root = new Map<string, Node>()
  const infixes: { part: string; tag: number }[] = []

  for (const theme of themes) {
    for (const [name, entry] of Object.entries(theme.tags)) {
      const tag = names.push(name) - 1
      for (const synonym of [
        name.replaceAll('_', ' '),
        ...synonyms(entry.en),
        ...synonyms(entry.ja),
        ...synonyms(entry.ko),
        ...synonyms(entry.zh),
      ]) {
        if (synonym.startsWith('*')) infixes.push({ part: synonym.slice(1, -1), tag })
        else addSynonym(root, synonym, tag)
      }
      for (const phrase of synonyms(entry.not)) addPhrase(root, phraseTokens(phrase), undefined)
    }
  }

  return {
    match({ tokens, joined }) {
      const found = new Set<number>()
      for (let at = 0; at < tokens.length; ) {
        const token = tokens[at]!
        for (const { part, tag } of infixes)
          if (token.length > part.length && token.includes(part)) found.add(tag)
        const node = root.get(token) ?? root.get(withoutNumber(token))
        if (node === undefined) {
          at++
          continue
        }
        const { length, tags } = longest(node, tokens, joined, at)
        if (tags !== undefined && tags.length > 0 && !negated(tokens, at, at + length)) {
          for (const tag of tags) found.add(tag)
        }
        at += Math.max(1, length)
      }
      return [...found].sort((a, b) => a - b).map(tag => names[tag]!)
    },
  }
}

/** The longest phrase from `at` on that ends where it may; length 0 when there is none. */
function longest(
  first: Node,
  tokens: readonly string[],
  joined: readonly boolean[],
  at: number,
): { length: number; tags: number[] | undefined } {
  let length = 0
  let tags: number[] | undefined
  let node: Node | undefined = first
  for (let end = at + 1; node !== undefined; end++) {
    if (node.tags !== undefined && !(node.bounded && touches(tokens, joined, at, end))) {
      length = end - at
      tags = node.tags
    }
    const following: string | undefined = tokens[end]
    node = following === undefined ? undefined : node.next?.get(following)
  }
  return { length, tags }
}

function touches(tokens: readonly string[], joined: readonly boolean[], start: number, end: number): boolean {
  return (
    (joined[start] === true && sameScript(tokens[start - 1]!, tokens[start]!)) ||
    (joined[end] === true && sameScript(tokens[end - 1]!, tokens[end]!))
  )
}

function sameScript(a: string, b: string): boolean {
  return [HIRAGANA, KATAKANA, HANGUL].some(script => script.test(a) && script.test(b))
}

/** "fox2", "manukav3" and "robot01" without what counts them. */
function withoutNumber(token: string): string {
  const last = token.charCodeAt(token.length - 1)
  return last >= 0x30 && last <= 0x39 ? token.replace(TRAILING_NUMBER, '') : token
}

function addSynonym(root: Map<string, Node>, synonym: string, tag: number): void {
  const tokens = phraseTokens(synonym)
  addPhrase(root, tokens, tag)
  const last = tokens.at(-1)!
  if (!/^[a-z]+$/.test(last)) return
  if (last.length > 2 && !last.endsWith('s')) addPhrase(root, [...tokens.slice(0, -1), `${last}s`], tag)
  if (tokens.length > 1 && tokens.join('').length > 5) addPhrase(root, [tokens.join('')], tag)
}

function addPhrase(root: Map<string, Node>, tokens: readonly string[], tag: number | undefined): void {
  let level = root
  let node: Node | undefined
  for (const token of tokens) {
    node = level.get(token)
    if (node === undefined) {
      node = { next: undefined, tags: undefined, bounded: false }
      level.set(token, node)
    }
    node.next ??= new Map()
    level = node.next!
  }
  node!.tags ??= []
  if (tag !== undefined && !node!.tags.includes(tag)) node!.tags.push(tag)
  node!.bounded = isBounded(tokens.join(''))
}

/** Kana of one or two characters and a single Hangul syllable are parts of too many other words. */
function isBounded(phrase: string): boolean {
  const length = [...phrase].length
  return (KANA.test(phrase) && length <= 2) || (HANGUL.test(phrase) && length === 1)
}
