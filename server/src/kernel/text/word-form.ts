import SHINJITAI from 'opencc-js/dict/JPShinjitaiCharacters'
import TRADITIONAL from 'opencc-js/dict/TSCharacters'

/** Letters of Arabic by the one that people type for them, as Lucene's ArabicNormalizer and PersianNormalizer do. */
const ARABIC_LETTERS: Record<string, string> = {
  ا: 'أإآٱ',
  و: 'ؤ',
  ي: 'ئىی',
  ه: 'ة',
  ك: 'ک',
}

/** Vowel signs and the hamza as a mark, which are seldom written. */
const ARABIC_MARKS = /[\u064b-\u0655\u0670]/g
/** Katakana that have a hiragana, which stands `KANA_SHIFT` before. */
const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g
const KANA_SHIFT = 0x60
const OTHER_LETTERS = /[\u0622-\u0626\u0629\u0649\u0671\u06a9\u06cc]|\p{Script=Han}/gu
const ASCII = /^[\0-\x7f]*$/

let plainLetters: ReadonlyMap<string, string> | undefined

/**
 * The form in which words of folded texts are compared: hiragana for katakana, simplified characters for traditional
 * and Japanese ones, and plain letters for Arabic ones that are written in several ways. Idempotent. Texts keep their
 * folded form where they are sorted, shown, or read for derived tags.
 */
export function wordForm(folded: string): string {
  if (ASCII.test(folded)) return folded
  plainLetters ??= createPlainLetters()
  const letters = plainLetters
  return folded
    .replace(KATAKANA, kana => String.fromCharCode(kana.charCodeAt(0) - KANA_SHIFT))
    .replace(ARABIC_MARKS, '')
    .replace(OTHER_LETTERS, letter => letters.get(letter) ?? letter)
}

function createPlainLetters(): Map<string, string> {
  const arabic = Object.entries(ARABIC_LETTERS).flatMap(([plain, variants]) =>
    [...variants].map((variant): [string, string] => [variant, plain]),
  )
  const simplified = new Map(pairsOf(TRADITIONAL))
  const japanese = pairsOf(SHINJITAI).map(([shinjitai, traditional]): [string, string] => [
    shinjitai,
    simplified.get(traditional) ?? traditional,
  ])
  return new Map([...arabic, ...settled(new Map([...simplified, ...japanese]))])
}

/** The pairs of a dictionary of OpenCC, each with the first of its translations. */
function pairsOf(dictionary: string): [from: string, to: string][] {
  return dictionary.split('|').map(line => {
    const [from, to] = line.split(' ')
    return [from!, to!]
  })
}

/** Follows each letter to its last form, since a Japanese form may have a traditional one that has a simplified one. */
function settled(letters: ReadonlyMap<string, string>): [string, string][] {
  return [...letters.keys()].map(letter => {
    let last = letter
    for (let next = letters.get(last); next !== undefined && next !== last; next = letters.get(last))
      last = next
    return [letter, last]
  })
}
