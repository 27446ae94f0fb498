const FIRST_SYLLABLE = 0xac00
/** Number of final consonants in Hangul, and none. */
const FINAL_COUNT = 28

/** The word with two letters swapped, one omitted, or one doubled; `i` selects which. */
export function mistype(word: string, i: number): string {
  const at = 1 + (i % (word.length - 2))
  const [start, rest] = [word.slice(0, at), word.slice(at)]
  if (i % 3 === 0) return start + rest[1] + rest[0] + rest.slice(2)
  return i % 3 === 1 ? start + rest.slice(1) : start + rest[0] + rest
}

/** The same for a word in a script without spaces; in Hangul, with another letter in its second syllable. */
export function mistypeUnspaced(word: string, i: number): string {
  const syllable = word.charCodeAt(1) - FIRST_SYLLABLE
  const isHangul = syllable >= 0 && syllable < 11_172
  if (!isHangul) return mistype(word, i)
  const newSyllable = syllable % FINAL_COUNT === 0 ? syllable + 4 : syllable - (syllable % FINAL_COUNT)
  return word[0] + String.fromCharCode(FIRST_SYLLABLE + newSyllable) + word.slice(2)
}
