import { EditDistances } from './edit-distance.ts'

/** Letters of the shortest words that have similar ones, and of those that may differ in two places. */
const SHORTEST = 3
const SHORTEST_OF_TWO = 6
/** Letters at the beginning that words with two edits have in common. */
const SAME_LETTERS = 2
/** Scripts written without spaces begin here; their words are pairs of characters, which are not compared. */
export const FIRST_UNSPACED = 0xe00

/** The most edits between a word and words that are similar to it; 0 when it has none. */
export function maxEdits(word: string): number {
  if (word.length < SHORTEST || word.charCodeAt(0) >= FIRST_UNSPACED) return 0
  return word.length < SHORTEST_OF_TWO ? 1 : 2
}

/**
 * Tests words for similarity to `word`, faster in sorted order: one edit, or, for six letters or more, two if the first
 * two letters are the same. Returns the number of edits, or 0 for words that are not similar, and for the word itself.
 */
export function similarityTo(word: string): (other: string) => number {
  const most = maxEdits(word)
  if (most === 0) return () => 0
  const distances = new EditDistances(word, most)
  return other => {
    if (other.charCodeAt(0) >= FIRST_UNSPACED) return 0
    const edits = distances.to(other)
    return edits > most || (edits > 1 && !other.startsWith(word.slice(0, SAME_LETTERS))) ? 0 : edits
  }
}

/** The weight of a similar word: one more edit weighs as much as twenty times as many documents. */
export function weightOf(edits: number, count: number): number {
  return count / 20 ** (edits - 1)
}
