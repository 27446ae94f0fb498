import { BEFORE_NORMALISING, LOOKS_LIKE, STANDS_FOR } from './fold-table.ts'

const PLAIN_ASCII = /^[\t\n\r -~]*$/
const HAS_UPPER = /[A-Z]/
const LOOK_ALIKES = '\\uff01-\\uff5e\\u01c3\\u02f8\\u037e\\u201a\\u2024\\u2044\\u2217\\u227a\\u227b'
/** Kana, ideographs and Hangul syllables that folding does not change. */
const KEPT =
  '\\u3001\\u3002\\u3005-\\u3011\\u3041-\\u3096\\u30a1-\\u30f6\\u30fb\\u30fc\\u4e00-\\u9fff\\uac00-\\ud7a3'
/** ASCII, its look-alikes from the platform, and `KEPT`: covers most non-ASCII texts, which then take a fast path. */
const SIMPLE = new RegExp(`^[\\t\\n\\r -~${LOOK_ALIKES}${KEPT}]*$`)
const LOOK_ALIKE = new RegExp(`[${LOOK_ALIKES}]`, 'g')

/** Characters that NFKD would decompose into parentheses or spaces. */
const TORN_BY_NORMALISING = /[\u2474-\u2487\u249c-\u24b5\u309b\u309c\u{1f110}-\u{1f129}]/gu
/** Unicode has no small capital q, so people write U+01EB for it; elsewhere U+01EB is an `o` with an ogonek. */
const SMALL_CAP_Q = /(?<=[ᴀ-ᴢɢɪɴʀʏʙʜʟꜰꜱ])ǫ|ǫ(?=[ᴀ-ᴢɢɪɴʀʏʙʜʟꜰꜱ])/gu
/** Exactly two regional indicators form a flag, which is a word; more in a row are decorative letters. */
const FLAG = /(?<![\u{1f1e6}-\u{1f1ff}])[\u{1f1e6}-\u{1f1ff}]{2}(?![\u{1f1e6}-\u{1f1ff}])/gu

/**
 * Marks on Latin, Greek and Cyrillic letters, strike-through and marks on symbols. Not those of kana, Thai, Arabic or
 * Indic scripts, nor the breve of й and ў and the dots of ї, because they make another letter.
 */
const MARKS =
  /(?<![иуіИУІ])[\u0306\u0308]|[\u0300-\u0305\u0307\u0309-\u036f]|[\u0483-\u0489]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/gu
/** Invisible characters, fillers, private use, lone surrogates, and the Arabic tatweel, which only stretches words. */
const DROPPED = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}\u0640]/gu
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g
/** A superset of the characters in `STANDS_FOR`. */
const VARIANTS =
  /[\u00df-\u024f\u0250-\u02af\u02f8\u03c2\u1d00-\u1d8d\u201a\u2044\u2217\u227a\u227b\u24eb-\u24ff\u2776-\u2793\ua730-\ua7af\u{1f150}-\u{1f1ff}]/gu

const MAY_MIX = /[\u0370-\u058f∂נ]/u
const MIXABLE = '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Armenian}נ]'
/** Letters, digits and marks only, because a symbol of these scripts ends a word (`tokenize.ts`). */
const MIXABLE_WORD = `[${MIXABLE}&&[\\p{L}\\p{N}\\p{M}]]`
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
  if (PLAIN_ASCII.test(text)) return HAS_UPPER.test(text) ? text.toLowerCase() : text
  if (SIMPLE.test(text)) return text.replace(LOOK_ALIKE, plainPunctuation).toLowerCase()
  return foldUnicode(text)
}

function plainPunctuation(char: string): string {
  const code = char.charCodeAt(0)
  if (code >= 0xff01) return String.fromCharCode(code - 0xfee0)
  return code === 0x2024 ? '.' : code === 0x037e ? ';' : STANDS_FOR.get(char)!
}

function foldUnicode(text: string): string {
  const folded = text
    .replace(TORN_BY_NORMALISING, char => BEFORE_NORMALISING.get(char) ?? char)
    .replace(SMALL_CAP_Q, 'q')
    .replace(FLAG, ' $& ')
    .normalize('NFKD')
    .replace(DROPPED, '')
    .replace(CONTROLS, ' ')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(VARIANTS, char => STANDS_FOR.get(char) ?? char)
    .normalize('NFC')
  if (!MAY_MIX.test(folded)) return folded
  return folded.replace(MIXABLE_RUN_WITH_SIGN, latinised).replace(MIXABLE_RUN, latinised)
}

/**
 * Converts a word of mixed scripts to Latin if each of its letters looks like a Latin one ("Nеgan" with a Cyrillic е).
 * Other words are returned unchanged.
 */
function latinised(word: string): string {
  if (SCRIPTS.filter(script => script.test(word)).length < 2) return word
  let latin = ''
  for (const char of word) {
    const plain = char >= 'a' && char <= 'z' ? char : LOOKS_LIKE.get(char)
    if (plain === undefined) return word
    latin += plain
  }
  return latin
}
