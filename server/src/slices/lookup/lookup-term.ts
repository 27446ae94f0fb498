/** Maximum length in code points; a longer term is not the name of an avatar. */
const MAX_LENGTH = 100
const MIN_LETTERS = 2
const LETTER = /[\p{L}\p{N}]/gu
/** All ids of the platform contain this. */
const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/

/**
 * True for a folded term that an external index is asked about: at least two letters or digits, at most 100 characters,
 * and no id, because an id names one avatar, which a submission looks up on the platform itself.
 */
export function isLookedUp(term: string): boolean {
  if (term.length > 2 * MAX_LENGTH || [...term].length > MAX_LENGTH || UUID.test(term)) return false
  return (term.match(LETTER)?.length ?? 0) >= MIN_LETTERS
}
