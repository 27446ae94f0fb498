const FIRST_SYLLABLE = 0xac00
const FINALS = 28

/** The word with two letters exchanged, one left out, or one doubled; `i` chooses which. */
export function mistyped(word: string, i: number): string {
  const at = 1 + (i % (word.length - 2))
  const [before, rest] = [word.slice(0, at), word.slice(at)]
  if (i % 3 === 0) return before + rest[1] + rest[0] + rest.slice(2)
  return i % 3 === 1 ? before + rest.slice(1) : before + rest[0] + rest
}

/** The same of a script without spaces; of Hangul, another letter in the second syllable. */
export function mistypedUnspaced(word: string, i: number): string {
  const syllable = word.charCodeAt(1) - FIRST_SYLLABLE
  const isHangul = syllable >= 0 && syllable < 11_172
  if (!isHangul) return mistyped(word, i)
  const other = syllable % FINALS === 0 ? syllable + 4 : syllable - (syllable % FINALS)
  return word[0] + String.fromCharCode(FIRST_SYLLABLE + other) + word.slice(2)
}
