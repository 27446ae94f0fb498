const HIRAGANA = /[\u3041-\u3096\u309d\u309e]/g
const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g
/** The code point of a katakana letter minus that of its hiragana. */
const KANA_SHIFT = 0x60

/** Replaces each hiragana letter by its katakana. */
export function toKatakana(text: string): string {
  return text.replace(HIRAGANA, letter => String.fromCharCode(letter.charCodeAt(0) + KANA_SHIFT))
}

/** Replaces each katakana letter by its hiragana, if there is one. */
export function toHiragana(text: string): string {
  return text.replace(KATAKANA, letter => String.fromCharCode(letter.charCodeAt(0) - KANA_SHIFT))
}
