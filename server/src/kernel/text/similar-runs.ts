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
  const characters = [...run]
  const found = new Map<string, number>()
  const add = (changed: readonly string[], edits: number): void => {
    const text = changed.join('')
    if (text !== run && !found.has(text) && characterPairs(text).every(pair => pairs.has(pair)))
      found.set(text, edits)
  }
  if (characters.length < shortest(characters)) return found
  for (const [i, character] of characters.entries()) {
    for (const other of replacements(characters, i, pairs)) add(characters.with(i, other), 1)
    if (characters.length < SHORTEST) continue
    const next = characters[i + 1]
    if (next !== undefined) add(characters.toSpliced(i, 2, next, character), 1)
    if (i > 0) for (const other of pairs.behind(characters[i - 1]!)) add(characters.toSpliced(i, 0, other), 1)
    if (i > 0 && next !== undefined) add(characters.toSpliced(i, 1), 1)
  }
  if (characters.length < SHORTEST) return found
  add(characters.slice(1), 2)
  add(characters.slice(0, -1), 2)
  return found
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
