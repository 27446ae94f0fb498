import { getOrInsert } from '../get-or-insert.ts'
import { characterPairs } from './tokenize.ts'

/**
 * Minimum length of runs that have similar runs, in characters; two for Hangul, where a syllable is as much as half a
 * word.
 */
const MIN_LENGTH = 3
const MIN_HANGUL_LENGTH = 2

const FIRST_SYLLABLE = 0xac00
const SYLLABLE_COUNT = 11_172
/** Numbers of vowels, of final consonants (including none) and of leading consonants in a Hangul syllable. */
const VOWEL_COUNT = 21
const FINAL_COUNT = 28
const LEAD_COUNT = 19
/** In other scripts, a letter is only replaced by letters of the same block of this size. */
const BLOCK_SIZE = 256
const HAN = /^\p{Script=Han}$/u

/** The pairs of neighbouring characters that occur in the indexed texts. */
export interface CharacterPairs {
  has(pair: string): boolean
  /** The characters that follow a character in some text. */
  charactersAfter(character: string): Iterable<string>
  /** False when no single text has all of these pairs; absent where that is not known. */
  mayOccurTogether?(pairs: readonly string[]): boolean
}

/**
 * Finds runs of a script without spaces that differ from `run` in one character (removed, added, replaced or swapped
 * with its neighbour) and consist of known pairs. A Hangul syllable is replaced by one that differs in one letter; a
 * Han character is never replaced at the beginning. Removing the first or last character counts as two edits, because a
 * search for pairs finds longer texts anyway.
 *
 * @returns the number of edits by run.
 */
export function similarRuns(run: string, pairs: CharacterPairs): Map<string, number> {
  const changes = new RunChanges(run, pairs)
  const { characters } = changes
  if (characters.length < minLengthOf(characters)) return changes.editsByRun
  for (const i of characters.keys()) {
    if (changes.mayReplace(i, i + 1))
      for (const other of replacements(characters, i, pairs)) changes.add(i, i + 1, [other], 1)
    if (characters.length >= MIN_LENGTH) addOrderEdits(changes, i, pairs)
  }
  if (characters.length < MIN_LENGTH) return changes.editsByRun
  changes.add(0, 1, [], 2)
  changes.add(characters.length - 1, characters.length, [], 2)
  return changes.editsByRun
}

/** Swaps a character with the next one, inserts one before it, and removes it; keeps the first and last character. */
function addOrderEdits(changes: RunChanges, i: number, pairs: CharacterPairs): void {
  const { characters } = changes
  const next = characters[i + 1]
  if (next !== undefined) changes.add(i, i + 2, [next, characters[i]!], 1)
  if (i === 0) return
  if (changes.mayReplace(i, i))
    for (const other of pairs.charactersAfter(characters[i - 1]!)) changes.add(i, i, [other], 1)
  if (next !== undefined) changes.add(i, i + 1, [], 1)
}

/** Collects changed runs whose pairs are all known. Only the pairs that a change creates are looked up. */
class RunChanges {
  readonly characters: readonly string[]
  readonly editsByRun = new Map<string, number>()
  readonly #run: string
  readonly #pairs: CharacterPairs
  readonly #ownPairs: readonly string[]
  /** By position: whether some text has all pairs that a change there keeps. */
  readonly #mayKeep = new Map<string, boolean>()
  /** Index of the first character of the first and of the last unknown pair. */
  readonly #firstUnknown: number
  readonly #lastUnknown: number

  constructor(run: string, pairs: CharacterPairs) {
    this.#run = run
    this.#pairs = pairs
    this.characters = [...run]
    this.#ownPairs = characterPairs(run)
    const isUnknown = this.#ownPairs.map(pair => !pairs.has(pair))
    this.#firstUnknown = isUnknown.includes(true) ? isUnknown.indexOf(true) : Number.POSITIVE_INFINITY
    this.#lastUnknown = isUnknown.lastIndexOf(true)
  }

  /**
   * True when a change of the characters `from` to `to - 1` replaces every unknown pair, and some text may have all
   * other pairs.
   */
  mayReplace(from: number, to: number): boolean {
    return this.#firstUnknown >= from - 1 && this.#lastUnknown < to && this.#mayKeepOtherPairs(from, to)
  }

  /** Replaces the characters `from` to `to - 1` by `others`, and adds the run if its new pairs are known. */
  add(from: number, to: number, others: readonly string[], edits: number): void {
    if (!this.mayReplace(from, to)) return
    const { characters } = this
    let previous = characters[from - 1]
    for (const character of [...others, ...characters.slice(to, to + 1)]) {
      if (previous !== undefined && !this.#pairs.has(previous + character)) return
      previous = character
    }
    const text = characters.toSpliced(from, to - from, ...others).join('')
    if (text !== this.#run && !this.editsByRun.has(text)) this.editsByRun.set(text, edits)
  }

  #mayKeepOtherPairs(from: number, to: number): boolean {
    return getOrInsert(this.#mayKeep, `${from} ${to}`, () => {
      const keptPairs = this.#ownPairs.filter((_, i) => i < from - 1 || i >= to)
      return this.#pairs.mayOccurTogether?.(keptPairs) ?? true
    })
  }
}

function minLengthOf(characters: readonly string[]): number {
  return characters.every(isSyllable) ? MIN_HANGUL_LENGTH : MIN_LENGTH
}

function replacements(characters: readonly string[], i: number, pairs: CharacterPairs): Iterable<string> {
  const character = characters[i]!
  if (isSyllable(character)) return syllablesLike(character)
  if (i === 0) return HAN.test(character) ? [] : lettersOfBlock(character)
  const isHan = HAN.test(character)
  return [...pairs.charactersAfter(characters[i - 1]!)].filter(
    other => !isSyllable(other) && HAN.test(other) === isHan,
  )
}

function isSyllable(character: string): boolean {
  const index = character.charCodeAt(0) - FIRST_SYLLABLE
  return index >= 0 && index < SYLLABLE_COUNT
}

/** The Hangul syllables that differ in one letter. */
function syllablesLike(syllable: string): string[] {
  const index = syllable.charCodeAt(0) - FIRST_SYLLABLE
  const final = index % FINAL_COUNT
  const vowel = Math.floor(index / FINAL_COUNT) % VOWEL_COUNT
  const lead = Math.floor(index / FINAL_COUNT / VOWEL_COUNT)
  const compose = (l: number, v: number, f: number): string =>
    String.fromCharCode(FIRST_SYLLABLE + (l * VOWEL_COUNT + v) * FINAL_COUNT + f)
  return [
    ...Array.from({ length: LEAD_COUNT }, (_, other) => compose(other, vowel, final)),
    ...Array.from({ length: VOWEL_COUNT }, (_, other) => compose(lead, other, final)),
    ...Array.from({ length: FINAL_COUNT }, (_, other) => compose(lead, vowel, other)),
  ]
}

function lettersOfBlock(character: string): string[] {
  const first = character.charCodeAt(0) & -BLOCK_SIZE
  return Array.from({ length: BLOCK_SIZE }, (_, i) => String.fromCharCode(first + i))
}
