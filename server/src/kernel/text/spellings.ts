import { inHiragana, inKatakana } from './kana.ts'
import { lettersLike, wordForm } from './word-form.ts'

const MAX_SPELLINGS = 64
const ASCII = /^[\0-\x7f]*$/

/**
 * Folded texts with the same `wordForm` as a folded text, the text itself first: with all kana in hiragana or katakana,
 * or in one up to a letter and in the other from there (ねこミミ), and with each Han or Arabic letter replaced by those
 * that are alike. A long text, or one with very many spellings, has only some of them.
 */
export function spellingsOf(foldedText: string): string[] {
  if (ASCII.test(foldedText)) return [foldedText]
  const inOneKana = [foldedText, inHiragana(foldedText), inKatakana(foldedText)]
  for (const inKana of [[...inOneKana, ...inBothKana(foldedText)], inOneKana]) {
    const spellings = withLettersLike([...new Set(inKana)])
    if (spellings !== null) return [...new Set([foldedText, ...spellings])]
  }
  return [...new Set([...inOneKana, wordForm(foldedText)])]
}

function inBothKana(text: string): string[] {
  return Array.from(text, (_, i) => [text.slice(0, i), text.slice(i)] as const).flatMap(([start, end]) => [
    inHiragana(start) + inKatakana(end),
    inKatakana(start) + inHiragana(end),
  ])
}

/** Every combination of letters that are alike; null for more than `MAX_SPELLINGS`. */
function withLettersLike(texts: readonly string[]): string[] | null {
  const all: string[] = []
  for (const text of texts) {
    let spellings = ['']
    for (const letter of text) {
      const letters = lettersLike(letter)
      if (all.length + spellings.length * letters.length > MAX_SPELLINGS) return null
      spellings = spellings.flatMap(before => letters.map(one => before + one))
    }
    all.push(...spellings)
  }
  return all
}
