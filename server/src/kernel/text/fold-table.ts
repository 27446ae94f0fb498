/**
 * Characters that people write instead of plain ones, and that Unicode normalisation does not change. Keys are lower
 * case and fully decomposed, since the table is applied after both.
 */

/** ASCII punctuation, with what the platform writes instead of it, where NFKC does not map it back. */
const LOOK_ALIKE_PUNCTUATION: Record<string, string> = {
  '/': '\u2044',
  ':': '\u02f8',
  ',': '\u201a',
  '!': '\u01c3',
  '<': '\u227a',
  '>': '\u227b',
  '*': '\u2217',
}

/**
 * Small capitals, letters with a stroke or hook that have no decomposition, and phonetic letters used as decoration.
 */
const LATIN_VARIANTS: Record<string, string> = {
  a: 'ᴀɐɑ',
  b: 'ʙɓɮƀ',
  c: 'ᴄƈȼɕ',
  d: 'ᴅđɖɗð',
  e: 'ᴇɛəǝɇ',
  f: 'ꜰʄƒ',
  g: 'ɢɠɡǥ',
  h: 'ʜɦħɧ',
  i: 'ɪıɨ',
  j: 'ᴊʝɉȷ',
  k: 'ᴋƙ',
  l: 'ʟłƚɫɭʅ',
  m: 'ᴍʍɱ',
  n: 'ɴɲŋɳƞ',
  o: 'ᴏøɔɵ',
  p: 'ᴘƥ',
  q: 'ꞯʠɋ',
  r: 'ʀɾɽɹɍ',
  s: 'ꜱʂȿ',
  t: 'ᴛŧȶʈƭ',
  u: 'ᴜʉʊ',
  v: 'ᴠʋ',
  w: 'ᴡɯ',
  x: 'ᶍ',
  y: 'ʏƴɏ',
  z: 'ᴢʐƶȥ',
  ae: 'æᴁ',
  oe: 'œɶ',
  ss: 'ß',
  th: 'þ',
  σ: 'ς',
}

/** Letters of other scripts that look like a Latin one. They are replaced only in words that mix scripts. */
const HOMOGLYPHS: Record<string, string> = {
  a: 'аα',
  b: 'вьβ',
  c: 'сϲ',
  d: 'ԁ∂',
  e: 'еєэε',
  f: 'ғ',
  g: 'ց',
  h: 'нһԋհ',
  i: 'іι',
  j: 'јנյ',
  k: 'кӄҡҝκ',
  l: 'ӏլ',
  m: 'м',
  n: 'пиηռղ',
  o: 'оσοօ',
  p: 'рρք',
  q: 'ԛզ',
  r: 'яг',
  s: 'ѕֆ',
  t: 'тτ',
  u: 'υμսц',
  v: 'ѵν',
  w: 'ѡшԝωա',
  x: 'хχӽ',
  y: 'уүγվ',
  z: 'ζ',
}

/** Pairs each variant with its plain form. */
export function invert(table: Record<string, string>): [string, string][] {
  return Object.entries(table).flatMap(([plain, variants]) =>
    [...variants].map((variant): [string, string] => [variant, plain]),
  )
}

/** Pairs 26 consecutive characters from `first` with the letters from a to z. */
function pairLetters(first: number): [string, string][] {
  return Array.from('abcdefghijklmnopqrstuvwxyz', (letter, i) => [String.fromCodePoint(first + i), letter])
}

/** Pairs `count` consecutive characters from `first` with the numbers from `number`. */
function pairNumbers(first: number, number: number, count: number): [string, string][] {
  return Array.from({ length: count }, (_, i) => [String.fromCodePoint(first + i), String(number + i)])
}

/** The ASCII punctuation for each look-alike, including two that Unicode normalisation would resolve. */
export const PUNCTUATION: ReadonlyMap<string, string> = new Map([
  ...invert(LOOK_ALIKE_PUNCTUATION),
  ['\u2024', '.'],
  ['\u037e', ';'],
])

/** The plain form of each variant, for the normalised text. */
export const PLAIN_FORMS: ReadonlyMap<string, string> = new Map([
  ...invert(LOOK_ALIKE_PUNCTUATION),
  ...invert(LATIN_VARIANTS),
  ...pairLetters(0x1f150),
  ...pairLetters(0x1f170),
  ...pairLetters(0x1f1e6),
  ...pairNumbers(0x2776, 1, 10),
  ...pairNumbers(0x2780, 1, 10),
  ...pairNumbers(0x278a, 1, 10),
  ...pairNumbers(0x24eb, 11, 10),
  ...pairNumbers(0x24f5, 1, 10),
  ['\u24ff', '0'],
])

/** Plain forms of characters that normalisation would split; applied before it. */
export const FORMS_BEFORE_NORMALISING: ReadonlyMap<string, string> = new Map([
  ...pairLetters(0x249c),
  ...pairLetters(0x1f110),
  ...pairNumbers(0x2474, 1, 20),
  ['\u309b', '\u3099'],
  ['\u309c', '\u309a'],
])

/** Letters of other scripts, each with the Latin letter that it looks like. */
export const LATIN_LOOK_ALIKES: ReadonlyMap<string, string> = new Map(invert(HOMOGLYPHS))
