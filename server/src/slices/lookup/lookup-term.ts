/** Code points; a longer term names no avatar. */
const MAX_LENGTH = 100
const LEAST_LETTERS = 2
const LETTER = /[\p{L}\p{N}]/gu
/** The part that all ids of the platform have. */
const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/

/**
 * True when an external index is asked for a folded term: words of two letters or digits at least, 100 characters at
 * most, and no id in them, since an id names one avatar, which submission looks up on the platform itself.
 */
export function isLookedUp(term: string): boolean {
  if (term.length > 2 * MAX_LENGTH || [...term].length > MAX_LENGTH || UUID.test(term)) return false
  return (term.match(LETTER)?.length ?? 0) >= LEAST_LETTERS
}
