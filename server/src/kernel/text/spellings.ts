import { toHiragana, toKatakana } from './kana.ts'
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
  const oneKanaTexts = [foldedText, toHiragana(foldedText), toKatakana(foldedText)]
  for (const kanaTexts of [[...oneKanaTexts, ...toMixedKana(foldedText)], oneKanaTexts]) {
    const spellings = replaceLikeLetters([...new Set(kanaTexts)])
    if (spellings !== null) return [...new Set([foldedText, ...spellings])]
  }
  return [...new Set([...oneKanaTexts, wordForm(foldedText)])]
}

function toMixedKana(text: string): string[] {
  return Array.from(text, (_, i) => [text.slice(0, i), text.slice(i)] as const).flatMap(([start, end]) => [
    toHiragana(start) + toKatakana(end),
    toKatakana(start) + toHiragana(end),
  ])
}

/** The texts with every combination of letters that are alike; null for more than `MAX_SPELLINGS`. */
function replaceLikeLetters(texts: readonly string[]): string[] | null {
  const all: string[] = []
  for (const text of texts) {
    let spellings = ['']
    for (const letter of text) {
      const letters = lettersLike(letter)
      if (all.length + spellings.length * letters.length > MAX_SPELLINGS) return null
      spellings = spellings.flatMap(before => letters.map(likeLetter => before + likeLetter))
    }
    all.push(...spellings)
  }
  return all
}
