import { wordForm } from './word-form.ts'

const HIRAGANA = /\p{Script=Hiragana}/u
const LETTERS_OF_HIRAGANA = /[\u3041-\u3096\u309d\u309e]/g
/** The code point of a katakana letter minus that of its hiragana. */
const KANA_SHIFT = 0x60

/**
 * Writes a text that is in `wordForm` with the letters that somebody typed: traditional and Japanese characters where
 * they typed these, and katakana if they typed no hiragana.
 */
export function writtenLike(typed: string, text: string): string {
  const letters = new Map(Array.from(typed, letter => [wordForm(letter), letter]))
  const written = Array.from(text, letter => letters.get(letter) ?? letter).join('')
  return HIRAGANA.test(typed) ? written : written.replace(LETTERS_OF_HIRAGANA, katakanaOf)
}

function katakanaOf(hiragana: string): string {
  return String.fromCharCode(hiragana.charCodeAt(0) + KANA_SHIFT)
}
