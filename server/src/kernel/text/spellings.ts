import { inHiragana, inKatakana } from './kana.ts'
import { lettersLike, wordForm } from './word-form.ts'

/** A text with more spellings has only those that are the same in all letters. */
const MAX_SPELLINGS = 48
const ASCII = /^[\0-\x7f]*$/

/**
 * Folded texts with the same `wordForm` as a folded text, the text itself first: with all kana in hiragana or in
 * katakana, and with each Han or Arabic letter replaced by those that are alike.
 */
export function spellingsOf(folded: string): string[] {
  if (ASCII.test(folded)) return [folded]
  const inKana = [folded, inHiragana(folded), inKatakana(folded)]
  const spellings = [...inKana]
  for (const text of inKana) {
    const all = withLettersLike(text, MAX_SPELLINGS)
    spellings.push(...(all ?? [wordForm(text)]))
  }
  return [...new Set(spellings)]
}

/** Every combination of letters that are alike; null for more than `most`. */
function withLettersLike(text: string, most: number): string[] | null {
  let spellings = ['']
  for (const letter of text) {
    const letters = lettersLike(letter)
    if (spellings.length * letters.length > most) return null
    spellings = spellings.flatMap(before => letters.map(one => before + one))
  }
  return spellings
}
