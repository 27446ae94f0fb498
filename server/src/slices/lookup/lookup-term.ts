/** A longer term is not the name of an avatar. */
const MAX_CODE_POINTS = 100
const MIN_LETTERS = 2
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/gu
/** All ids of the platform contain this. */
const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/

/**
 * True for a folded term that an external index is asked about: at least two letters or digits, at most 100 characters,
 * and no id, because an id names one avatar, which a submission looks up on the platform itself.
 */
export function isLookupTerm(term: string): boolean {
  if (term.length > 2 * MAX_CODE_POINTS || [...term].length > MAX_CODE_POINTS || UUID.test(term)) return false
  return (term.match(LETTER_OR_DIGIT)?.length ?? 0) >= MIN_LETTERS
}
