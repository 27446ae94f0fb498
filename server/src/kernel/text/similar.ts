import { EditDistances } from './edit-distance.ts'

/** Minimum lengths of words that have similar words at one edit, and at two edits. */
const MIN_LENGTH = 3
const MIN_LENGTH_FOR_TWO_EDITS = 6
/** Length of the prefix that words at two edits must share. */
const SHARED_PREFIX_LENGTH = 2
/** First code unit of scripts without spaces; their words are character pairs, which are not compared. */
export const FIRST_UNSPACED = 0xe00

/** The most edits between a word and its similar words; 0 when it has none. */
export function maxEdits(word: string): number {
  if (word.length < MIN_LENGTH || word.charCodeAt(0) >= FIRST_UNSPACED) return 0
  return word.length < MIN_LENGTH_FOR_TWO_EDITS ? 1 : 2
}

/**
 * Returns a function that gives the number of edits to a similar word, or 0 for other words and for the word itself.
 * Words are similar at one edit, or, from six letters and with the same first two, at two. Sorted words are compared
 * faster.
 */
export function similarityTo(word: string): (other: string) => number {
  const maxDistance = maxEdits(word)
  if (maxDistance === 0) return () => 0
  const distances = new EditDistances(word, maxDistance)
  return other => {
    if (other.charCodeAt(0) >= FIRST_UNSPACED) return 0
    const edits = distances.distanceTo(other)
    return edits > maxDistance || (edits > 1 && !other.startsWith(word.slice(0, SHARED_PREFIX_LENGTH)))
      ? 0
      : edits
  }
}

/** The weight of a similar word: each further edit must be outweighed by twenty times as many documents. */
export function weightOf(edits: number, count: number): number {
  return count / 20 ** (edits - 1)
}
