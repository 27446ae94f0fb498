import { fold } from '../../kernel/text/fold.ts'
import { LATIN_LOOK_ALIKES } from '../../kernel/text/fold-table.ts'

/** Names of the service and the platform, and words by which an application would claim to be endorsed. */
const RESERVED_WORDS = [
  'avatary',
  'vrchat',
  'official',
  'verified',
  'moderator',
  'administrator',
  'oficial',
  'officiel',
  'offiziell',
  'ufficiale',
  'официальн',
  '公式',
  '官方',
  '공식',
] as const

/** Reserved words that are allowed after "un". */
const NEGATABLE_WORDS: ReadonlySet<string> = new Set(['official', 'verified'])

const DIGITS_AND_SIGNS = { '0134578@$!|': 'oleastbasll' }
/** Lower case, because `fold` lowers letters. */
const CHEROKEE = { ꭺᏼꮯꭰꭼꮋꭵꮮꮇꭱꮪꭲꮩꭹ: 'abcdehilmrstvy' }

/** The Latin letter for each confusable character (Unicode Technical Standard 39, §4). */
const CONFUSABLES: ReadonlyMap<string, string> = new Map([
  ...LATIN_LOOK_ALIKES,
  ...[DIGITS_AND_SIGNS, CHEROKEE].flatMap(Object.entries).flatMap(toPairs),
])

const WORD = /[\p{L}\p{M}\p{N}]+/gu

/**
 * The reserved word that people would read in the name of an application, even if it is written with confusable letters
 * or digits, or in several words. Null when there is none; "unofficial" is allowed.
 */
export function imitatedWord(name: string): string | null {
  const words = skeletonOf(name).match(WORD) ?? []
  const text = words.join(' ')
  return RESERVED_WORDS.find(reservedWord => containsReserved(text, words, reservedWord)) ?? null
}

function containsReserved(text: string, words: readonly string[], reservedWord: string): boolean {
  const skeleton = skeletonOf(reservedWord)
  const negation = NEGATABLE_WORDS.has(reservedWord) ? '(?<!\\bun ?)' : ''
  return new RegExp(negation + skeleton).test(text) || isSpelledOut(words, skeleton)
}

/** True when consecutive words, joined, are the reserved word: `VR Chat`, `o f f i c i a l`. */
function isSpelledOut(words: readonly string[], reservedWord: string): boolean {
  return words.some((_, start) => {
    let joined = ''
    for (const word of words.slice(start)) {
      joined += word
      if (joined === reservedWord) return word !== reservedWord
      if (!reservedWord.startsWith(joined)) return false
    }
    return false
  })
}

/** Equal for texts that look the same; `i` counts as `l`. */
function skeletonOf(text: string): string {
  const characters = [...fold(text)].map(char => CONFUSABLES.get(char) ?? char)
  return characters.join('').replaceAll('i', 'l')
}

function toPairs([letters, latin]: [string, string]): [string, string][] {
  return [...letters].map((letter, i) => [letter, latin[i]!])
}
