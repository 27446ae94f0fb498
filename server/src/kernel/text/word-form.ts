import SHINJITAI from 'opencc-js/dict/JPShinjitaiCharacters'
import TRADITIONAL from 'opencc-js/dict/TSCharacters'
import { invert } from './fold-table.ts'
import { UNIT_BYTES, writeUnit } from './write-unit.ts'

/**
 * Variants of Arabic letters by the letter that people type for them, as Lucene's ArabicNormalizer and
 * PersianNormalizer.
 */
const ARABIC_LETTERS: Record<string, string> = {
  ا: 'أإآٱ',
  و: 'ؤ',
  ي: 'ئىی',
  ه: 'ة',
  ك: 'ک',
}

/** Inclusive ranges of code points, which are seldom written: Hebrew points, Arabic vowel signs and the hamza mark. */
const MARKS = [
  [0x591, 0x5bd],
  [0x5bf, 0x5bf],
  [0x5c1, 0x5c2],
  [0x5c4, 0x5c5],
  [0x5c7, 0x5c7],
  [0x64b, 0x655],
  [0x670, 0x670],
] as const
/** Katakana with a corresponding hiragana, whose code point is `KANA_SHIFT` lower. */
const KATAKANA = [
  [0x30a1, 0x30f6],
  [0x30fd, 0x30fe],
] as const
const KANA_SHIFT = 0x60
const CHANGED_LETTERS = /[\u0622-\u0626\u0629\u0649\u0671\u06a9\u06cc]|\p{Script=Han}/u
/** Lower code units are never changed. */
const FIRST_CHANGED_UNIT = 0x0591
const CODE_POINTS = 0x110000
const LAST_UNIT = 0xffff

/** Marks a character that is removed. */
const REMOVED_CHARACTER = -1
/** The replacement of each code point, 0 for unchanged ones. The system allocates only the pages that are written. */
let forms: Int32Array | undefined
/** The Han and Arabic letters of each form that has several. */
let lettersByForm: Map<string, string[]> | undefined

/**
 * The form in which words of folded texts are compared: hiragana for katakana, simplified characters for traditional
 * and Japanese ones, one letter for Arabic variants, no Hebrew points. Idempotent. Not applied to texts that are
 * sorted, shown, or read for derived tags.
 */
export function wordForm(foldedWord: string): string {
  for (let i = 0; i < foldedWord.length; i++) {
    if (foldedWord.charCodeAt(i) < FIRST_CHANGED_UNIT) continue
    forms ??= createForms()
    const point = foldedWord.codePointAt(i)!
    if (forms[point] !== 0) return createForm(foldedWord, forms)
    if (point > LAST_UNIT) i++
  }
  return foldedWord
}

/** The Han and Arabic letters that have the same form as a letter; a letter that is like no other has only itself. */
export function lettersLike(letter: string): readonly string[] {
  lettersByForm ??= createLettersByForm()
  return lettersByForm.get(wordForm(letter)) ?? [letter]
}

function createLettersByForm(): Map<string, string[]> {
  const forms = createPlainLetters()
  return Map.groupBy(new Set([...forms.keys(), ...forms.values()]), letter => wordForm(letter))
}

function createForm(foldedWord: string, forms: Int32Array): string {
  // A form has at most two code units.
  const bytes = Buffer.allocUnsafe(foldedWord.length * 2 * UNIT_BYTES)
  let end = 0
  for (let i = 0; i < foldedWord.length; i++) {
    const point = foldedWord.codePointAt(i)!
    if (point > LAST_UNIT) i++
    const form = forms[point] || point
    if (form === REMOVED_CHARACTER) continue
    if (form <= LAST_UNIT) end = writeUnit(bytes, end, form)
    else {
      end = writeUnit(bytes, end, 0xd800 + ((form - 0x10000) >> 10))
      end = writeUnit(bytes, end, 0xdc00 + (form & 0x3ff))
    }
  }
  return bytes.toString('utf16le', 0, end)
}

function createForms(): Int32Array {
  const newForms = new Int32Array(CODE_POINTS)
  for (const [letter, form] of createPlainLetters())
    if (CHANGED_LETTERS.test(letter)) newForms[letter.codePointAt(0)!] = form.codePointAt(0)!
  for (const [first, last] of KATAKANA)
    for (let kana = first; kana <= last; kana++) newForms[kana] = kana - KANA_SHIFT
  for (const [first, last] of MARKS) newForms.fill(REMOVED_CHARACTER, first, last + 1)
  return newForms
}

function createPlainLetters(): Map<string, string> {
  const simplified = new Map(pairsOf(TRADITIONAL))
  const japanese = pairsOf(SHINJITAI).map(([shinjitai, traditional]): [string, string] => [
    shinjitai,
    simplified.get(traditional) ?? traditional,
  ])
  return new Map([...invert(ARABIC_LETTERS), ...resolveChains(new Map([...simplified, ...japanese]))])
}

/** Parses an OpenCC dictionary into pairs, each with the first of its translations. */
function pairsOf(dictionary: string): [from: string, to: string][] {
  return dictionary.split('|').map(line => {
    const [from, to] = line.split(' ')
    return [from!, to!]
  })
}

/** Resolves chains: a Japanese form may map to a traditional one that maps to a simplified one. */
function resolveChains(letters: ReadonlyMap<string, string>): [string, string][] {
  return [...letters.keys()].map(letter => {
    let form = letter
    for (let next = letters.get(form); next !== undefined && next !== form; next = letters.get(form))
      form = next
    return [letter, form]
  })
}
