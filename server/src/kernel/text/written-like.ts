import { toKatakana } from './kana.ts'
import { wordForm } from './word-form.ts'

const HIRAGANA = /\p{Script=Hiragana}/u

/**
 * Writes a text that is in `wordForm` with the letters that somebody typed: traditional and Japanese characters where
 * they typed these, and katakana if they typed no hiragana.
 */
export function writtenLike(typedText: string, text: string): string {
  const letters = new Map(Array.from(typedText, letter => [wordForm(letter), letter]))
  const rewrittenText = Array.from(text, letter => letters.get(letter) ?? letter).join('')
  return HIRAGANA.test(typedText) ? rewrittenText : toKatakana(rewrittenText)
}
