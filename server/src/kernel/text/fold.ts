import { FORMS_BEFORE_NORMALISING, LATIN_LOOK_ALIKES, PLAIN_FORMS, PUNCTUATION } from './fold-table.ts'
import { UNIT_BYTES, writeUnit } from './write-unit.ts'

/** Ranges, both ends included, of UTF-16 units that folding keeps, capitals aside: ASCII, kana, ideographs, Hangul. */
const UNCHANGED_UNITS = [
  [0x09, 0x0a],
  [0x0d, 0x0d],
  [0x20, 0x7e],
  [0x3001, 0x3002],
  [0x3005, 0x3011],
  [0x3041, 0x3096],
  [0x30a1, 0x30f6],
  [0x30fb, 0x30fc],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
] as const
/** The full-width forms of ASCII, and the difference between the code of each and of its ASCII character. */
const FULL_WIDTH = [0xff01, 0xff5e] as const
const FULL_WIDTH_SHIFT = 0xfee0
const LAST_ASCII = 0x7f
/** The bit in which an ASCII capital and its small letter differ. No other unit and its form differ in it alone. */
const CAPITAL_BIT = 0x20

/** Characters that NFKD would decompose into parentheses or spaces. */
const SPLIT_BY_NORMALISING = /[\u2474-\u2487\u249c-\u24b5\u309b\u309c\u{1f110}-\u{1f129}]/gu
/** Unicode has no small capital q, so people write U+01EB for it; elsewhere U+01EB is an `o` with an ogonek. */
const SMALL_CAP_Q = /(?<=[ᴀ-ᴢɢɪɴʀʏʙʜʟꜰꜱ])ǫ|ǫ(?=[ᴀ-ᴢɢɪɴʀʏʙʜʟꜰꜱ])/gu
const REGIONAL_INDICATORS = /[\u{1f1e6}-\u{1f1ff}]{2,}/gu
/** The first unit of each regional indicator; looking for it is faster than the expression. */
const INDICATOR_UNIT = '\ud83c'
const FLAGS = /^\p{RGI_Emoji_Flag_Sequence}+$/v
const TWO_INDICATORS = /../gu
/** Length of two regional indicators in UTF-16 units. */
const FLAG_UNITS = 4

/**
 * Marks on Latin, Greek and Cyrillic letters, strike-through and marks on symbols. Not those of kana, Thai, Arabic or
 * Indic scripts, nor the breve of й and ў and the dots of ї, because they make another letter.
 */
const MARKS =
  /(?<![иуіИУІ])[\u0306\u0308]|[\u0300-\u0305\u0307\u0309-\u036f]|[\u0483-\u0489]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/gu
/** Invisible characters, fillers, private use, lone surrogates, and the Arabic tatweel, which only stretches words. */
const DROPPED_CHARACTERS = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}\u0640]/gu
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g
/** A superset of the characters in `PLAIN_FORMS`. */
const VARIANT_CHARACTERS =
  /[\u00df-\u024f\u0250-\u02af\u02f8\u03c2\u1d00-\u1d8d\u201a\u2044\u2217\u227a\u227b\u24eb-\u24ff\u2776-\u2793\ua730-\ua7af\u{1f150}-\u{1f1ff}]/gu

const POSSIBLY_MIXED = /[\u0370-\u058f∂נ]/u
const MIXABLE_CHARACTER = '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Armenian}נ]'
/** Letters, digits and marks only, because a symbol of these scripts ends a word (`tokenize.ts`). */
const MIXABLE_WORD = `[${MIXABLE_CHARACTER}&&[\\p{L}\\p{N}\\p{M}]]`
const MIXABLE_RUN = new RegExp(`${MIXABLE_WORD}+`, 'gv')
/** ∂ is used as a letter in words of mixed scripts; in other words it stays a symbol. */
const MIXABLE_RUN_WITH_SIGN = new RegExp(`[${MIXABLE_WORD}∂]+`, 'gv')
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
] as const

/**
 * The form in which documents and queries are compared: the platform's look-alikes become plain punctuation,
 * compatibility forms and decorative letters become plain ones, case, accents, and invisible or private characters are
 * removed. Idempotent, and defined for any string.
 *
 * Half-width kana become full-width. Katakana and hiragana stay different, because sorting and unique names tell them
 * apart (`wordForm` unifies them). `ß` becomes `ss`, final sigma sigma, both Turkish i `i`, and `ё` `е`, but `й` stays.
 * Control characters become spaces.
 */
export function fold(text: string): string {
  return foldSimple(text) ?? foldUnicode(text)
}

/**
 * The folded form of each UTF-16 code unit that folds the same in every context, or 0: ASCII, its look-alikes from the
 * platform, and `UNCHANGED_UNITS`. Most texts only consist of these.
 */
let simpleForms: Uint16Array | undefined

/**
 * Folds a text that consists of units of `simpleForms`; null for any other. Three times as fast as regular
 * expressions.
 */
function foldSimple(text: string): string | null {
  simpleForms ??= createSimpleForms()
  let formBits = 0
  let changedBits = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const form = simpleForms[unit]!
    if (form === 0) return null
    formBits |= form
    changedBits |= unit ^ form
  }
  if (changedBits === 0) return text
  if (changedBits === CAPITAL_BIT) return text.toLowerCase()
  return formBits > LAST_ASCII ? wideForm(text, simpleForms) : asciiForm(text, simpleForms)
}

function asciiForm(text: string, forms: Uint16Array): string {
  const bytes = Buffer.allocUnsafe(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = forms[text.charCodeAt(i)]!
  return bytes.toString('latin1')
}

function wideForm(text: string, forms: Uint16Array): string {
  const bytes = Buffer.allocUnsafe(text.length * UNIT_BYTES)
  let end = 0
  for (let i = 0; i < text.length; i++) end = writeUnit(bytes, end, forms[text.charCodeAt(i)]!)
  return bytes.toString('utf16le')
}

function createSimpleForms(): Uint16Array {
  const forms = new Uint16Array(0x10000)
  for (const [first, last] of UNCHANGED_UNITS) for (let unit = first; unit <= last; unit++) forms[unit] = unit
  for (let unit = 0x41; unit <= 0x5a; unit++) forms[unit] = unit + CAPITAL_BIT
  for (let unit = FULL_WIDTH[0]; unit <= FULL_WIDTH[1]; unit++) forms[unit] = forms[unit - FULL_WIDTH_SHIFT]!
  for (const [lookAlike, plain] of PUNCTUATION) forms[lookAlike.charCodeAt(0)] = plain.charCodeAt(0)
  return forms
}

function foldUnicode(text: string): string {
  const textWithFlags = text.includes(INDICATOR_UNIT) ? text.replace(REGIONAL_INDICATORS, flagsAsWords) : text
  const foldedText = textWithFlags
    .replace(SPLIT_BY_NORMALISING, char => FORMS_BEFORE_NORMALISING.get(char) ?? char)
    .replace(SMALL_CAP_Q, 'q')
    .normalize('NFKD')
    .replace(DROPPED_CHARACTERS, '')
    .replace(CONTROLS, ' ')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(VARIANT_CHARACTERS, char => PLAIN_FORMS.get(char) ?? char)
    .normalize('NFC')
  if (!POSSIBLY_MIXED.test(foldedText)) return foldedText
  return foldedText.replace(MIXABLE_RUN_WITH_SIGN, latinise).replace(MIXABLE_RUN, latinise)
}

/**
 * Makes a word of each flag. Two regional indicators are one, and more in a row when all are flags; others are letters.
 */
function flagsAsWords(indicators: string): string {
  const isFlags = indicators.length === FLAG_UNITS || FLAGS.test(indicators)
  return isFlags ? indicators.replace(TWO_INDICATORS, ' $& ') : indicators
}

/**
 * Converts a word of mixed scripts to Latin if each of its letters looks like a Latin one ("Nеgan" with a Cyrillic е).
 * Other words are returned unchanged.
 */
function latinise(word: string): string {
  if (SCRIPTS.filter(script => script.test(word)).length < 2) return word
  let latin = ''
  for (const char of word) {
    const plainLetter = char >= 'a' && char <= 'z' ? char : LATIN_LOOK_ALIKES.get(char)
    if (plainLetter === undefined) return word
    latin += plainLetter
  }
  return latin
}
