import { getOrInsert } from '../get-or-insert.ts'
import { characterPairs } from './tokenize.ts'

/** Characters of the shortest runs of which one may be missing, too many or exchanged; of Hangul, where a syllable is a word's half, two. */
const SHORTEST = 3
const SHORTEST_OF_HANGUL = 2

const FIRST_SYLLABLE = 0xac00
const SYLLABLES = 11_172
/** Vowels of a leading consonant, and finals of a vowel with "none". */
const VOWELS = 21
const FINALS = 28
const LEADS = 19
/** Letters of the other scripts stand in a block of this size. */
const BLOCK = 256
const HAN = /^\p{Script=Han}$/u

/** The pairs of neighbouring characters that texts have. */
export interface CharacterPairs {
  has(pair: string): boolean
  /** The characters that stand behind a character. */
  behind(character: string): Iterable<string>
  /** False when no text has all of these pairs; absent where that is not known. */
  mayStandTogether?(pairs: readonly string[]): boolean
}

/**
 * Runs of a script written without spaces that differ from `run` in one character, and have known pairs only: one that
 * is left out, added, replaced or exchanged with its neighbour. A syllable of Hangul is replaced by one that differs in
 * one letter, a character of Han never at the beginning. A run without its first or last character counts as two edits,
 * as that is what a longer text is found by anyway.
 *
 * @returns the number of edits of each.
 */
export function similarRuns(run: string, pairs: CharacterPairs): Map<string, number> {
  const changes = new RunChanges(run, pairs)
  const { characters } = changes
  if (characters.length < shortest(characters)) return changes.found
  for (const i of characters.keys()) {
    if (changes.mayReplace(i, i + 1))
      for (const other of replacements(characters, i, pairs)) changes.add(i, i + 1, [other], 1)
    if (characters.length >= SHORTEST) addMoved(changes, i, pairs)
  }
  if (characters.length < SHORTEST) return changes.found
  changes.add(0, 1, [], 2)
  changes.add(characters.length - 1, characters.length, [], 2)
  return changes.found
}

/** Exchanges a character with the next one, adds one before it, and leaves it out; the first and last stay. */
function addMoved(changes: RunChanges, i: number, pairs: CharacterPairs): void {
  const { characters } = changes
  const next = characters[i + 1]
  if (next !== undefined) changes.add(i, i + 2, [next, characters[i]!], 1)
  if (i === 0) return
  if (changes.mayReplace(i, i))
    for (const other of pairs.behind(characters[i - 1]!)) changes.add(i, i, [other], 1)
  if (next !== undefined) changes.add(i, i + 1, [], 1)
}

/** Changes of a run after which all of its pairs are known. Only the pairs that a change makes are looked up for it. */
class RunChanges {
  readonly characters: readonly string[]
  readonly found = new Map<string, number>()
  readonly #run: string
  readonly #pairs: CharacterPairs
  readonly #own: readonly string[]
  /** By a place, whether a text has all pairs that a change there keeps. */
  readonly #mayKeep = new Map<string, boolean>()
  /** The first characters of the first and the last unknown pair. */
  readonly #firstUnknown: number
  readonly #lastUnknown: number

  constructor(run: string, pairs: CharacterPairs) {
    this.#run = run
    this.#pairs = pairs
    this.characters = [...run]
    this.#own = characterPairs(run)
    const isUnknown = this.#own.map(pair => !pairs.has(pair))
    this.#firstUnknown = isUnknown.includes(true) ? isUnknown.indexOf(true) : Number.POSITIVE_INFINITY
    this.#lastUnknown = isUnknown.lastIndexOf(true)
  }

  /**
   * True when all unknown pairs have one of the characters `from` to `to - 1`, or stand around that place, and the
   * others may be those of one text.
   */
  mayReplace(from: number, to: number): boolean {
    return this.#firstUnknown >= from - 1 && this.#lastUnknown < to && this.#isKept(from, to)
  }

  /** Adds the run with `others` in the place of the characters `from` to `to - 1`, if its pairs are known. */
  add(from: number, to: number, others: readonly string[], edits: number): void {
    if (!this.mayReplace(from, to)) return
    const { characters } = this
    let before = characters[from - 1]
    for (const character of [...others, ...characters.slice(to, to + 1)]) {
      if (before !== undefined && !this.#pairs.has(before + character)) return
      before = character
    }
    const text = characters.toSpliced(from, to - from, ...others).join('')
    if (text !== this.#run && !this.found.has(text)) this.found.set(text, edits)
  }

  #isKept(from: number, to: number): boolean {
    return getOrInsert(this.#mayKeep, `${from} ${to}`, () => {
      const kept = this.#own.filter((_, i) => i < from - 1 || i >= to)
      return this.#pairs.mayStandTogether?.(kept) ?? true
    })
  }
}

function shortest(characters: readonly string[]): number {
  return characters.every(isSyllable) ? SHORTEST_OF_HANGUL : SHORTEST
}

function replacements(characters: readonly string[], i: number, pairs: CharacterPairs): Iterable<string> {
  const character = characters[i]!
  if (isSyllable(character)) return syllablesLike(character)
  if (i === 0) return HAN.test(character) ? [] : lettersLike(character)
  const isHan = HAN.test(character)
  return [...pairs.behind(characters[i - 1]!)].filter(
    other => !isSyllable(other) && HAN.test(other) === isHan,
  )
}

function isSyllable(character: string): boolean {
  const place = character.charCodeAt(0) - FIRST_SYLLABLE
  return place >= 0 && place < SYLLABLES
}

/** The syllables of Hangul that differ in one letter. */
function syllablesLike(syllable: string): string[] {
  const place = syllable.charCodeAt(0) - FIRST_SYLLABLE
  const final = place % FINALS
  const vowel = Math.floor(place / FINALS) % VOWELS
  const lead = Math.floor(place / FINALS / VOWELS)
  const written = (l: number, v: number, f: number): string =>
    String.fromCharCode(FIRST_SYLLABLE + (l * VOWELS + v) * FINALS + f)
  return [
    ...Array.from({ length: LEADS }, (_, other) => written(other, vowel, final)),
    ...Array.from({ length: VOWELS }, (_, other) => written(lead, other, final)),
    ...Array.from({ length: FINALS }, (_, other) => written(lead, vowel, other)),
  ]
}

function lettersLike(character: string): string[] {
  const first = character.charCodeAt(0) & -BLOCK
  return Array.from({ length: BLOCK }, (_, i) => String.fromCharCode(first + i))
}
