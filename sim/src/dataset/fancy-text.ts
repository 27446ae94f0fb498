import type { Random } from './random.ts'

const LATIN = 'abcdefghijklmnopqrstuvwxyz'

/** Replacements of the letters a to z. */
const HANDMADE_ALPHABETS = [
  'ᴀʙᴄᴅᴇғɢʜɪᴊᴋʟᴍɴᴏᴘǫʀsᴛᴜᴠᴡxʏᴢ',
  'ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖqʳˢᵗᵘᵛʷˣʸᶻ',
  '卂乃匚ᗪ乇千Ꮆ卄丨ﾌҜㄥ爪几ㄖ卩Ɋ尺丂ㄒㄩᐯ山乂ㄚ乙',
  'ǟɮƈɖɛʄɢɦɨʝӄʟʍռօքզʀֆȶʊʋառʏʐ',
  'αвс∂єƒgнιנкℓмησρqяѕтυνωχуz',
].map(letters => bothCases(letters, letters))

/** First capital and first small letter of Unicode's mathematical and full-width alphabets. */
const UNICODE_ALPHABETS = [
  [0xff21, 0xff41],
  [0x1d400, 0x1d41a],
  [0x1d4d0, 0x1d4ea],
  [0x1d56c, 0x1d586],
  [0x1d5d4, 0x1d5ee],
  [0x1d670, 0x1d68a],
].map(([upper, lower]) => bothCases(lettersFrom(upper!), lettersFrom(lower!)))

export type Replacements = ReadonlyMap<string, string>
export const FANCY_ALPHABETS: readonly Replacements[] = [...HANDMADE_ALPHABETS, ...UNICODE_ALPHABETS]

export const DECORATIONS: readonly string[] = [...'♡☆★༒ღ✧☠✿❀♪†乂◇◆˚ツシ༺༻〜✦🦊🐾💜', '୨୧', '･ﾟ', '𓆩', '𓆪']

/** The characters that the platform writes in place of ASCII punctuation. */
const LOOK_ALIKES = replacementsOf(
  '!.,/:;<>*()[]{}|&"+=@#$%\\^',
  'ǃ․‚⁄˸\u037e≺≻∗（）［］｛｝｜＆＂＋＝＠＃＄％＼＾',
)
/** Cyrillic letters that look like Latin ones. */
const CYRILLIC = replacementsOf('aceiop', 'асеіор')

function lettersFrom(first: number): string {
  return Array.from(LATIN, (_, i) => String.fromCodePoint(first + i)).join('')
}

/** Replacements of capitals and small letters, each from a to z. */
function bothCases(upper: string, lower: string): Replacements {
  return replacementsOf(LATIN.toUpperCase() + LATIN, upper + lower)
}

function replacementsOf(characters: string, replacements: string): Replacements {
  const replacementList = [...replacements]
  return new Map(Array.from(characters, (character, i) => [character, replacementList[i]!]))
}

/** Writes a text with replacements of its characters. */
export function substitute(text: string, replacements: Replacements): string {
  let result = ''
  for (const char of text) result += replacements.get(char) ?? char
  return result
}

/** Replaces punctuation as the platform does. */
export function replacePunctuation(text: string): string {
  return substitute(text, LOOK_ALIKES)
}

/** Replaces letters by Cyrillic ones that look the same. */
export function disguise(text: string): string {
  return substitute(text, CYRILLIC)
}

export function strikeThrough(text: string): string {
  return [...text].join('\u0336')
}

export function titleCase(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Cuts a text to at most `length` code points. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : [...text].slice(0, length).join('')
}

export function decorate(text: string, random: Random): string {
  const decoration = random.pick(DECORATIONS)
  return random.chance(0.5) ? `${decoration}${text}${decoration}` : `${text}${decoration}`
}
