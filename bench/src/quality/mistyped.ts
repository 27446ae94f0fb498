const FIRST_SYLLABLE = 0xac00
const FINALS = 28

/** The word with two letters swapped, one omitted, or one doubled; `i` selects which. */
export function mistyped(word: string, i: number): string {
  const at = 1 + (i % (word.length - 2))
  const [before, rest] = [word.slice(0, at), word.slice(at)]
  if (i % 3 === 0) return before + rest[1] + rest[0] + rest.slice(2)
  return i % 3 === 1 ? before + rest.slice(1) : before + rest[0] + rest
}

/** The same for a word in a script without spaces; in Hangul, with another letter in its second syllable. */
export function mistypedUnspaced(word: string, i: number): string {
  const syllable = word.charCodeAt(1) - FIRST_SYLLABLE
  const isHangul = syllable >= 0 && syllable < 11_172
  if (!isHangul) return mistyped(word, i)
  const other = syllable % FINALS === 0 ? syllable + 4 : syllable - (syllable % FINALS)
  return word[0] + String.fromCharCode(FIRST_SYLLABLE + other) + word.slice(2)
}
