import { fold } from '../../kernel/text/fold.ts'
import { LOOKS_LIKE } from '../../kernel/text/fold-table.ts'

/** Names of the service and of the platform, and what only they can say of an application. */
const RESERVED = [
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

/** What an application may say that it is not, with "un" before it. */
const DENIED: ReadonlySet<string> = new Set(['official', 'verified'])

const DIGITS_AND_SIGNS = { '0134578@$!|': 'oleastbasll' }
/** In lower case, as folding leaves them. */
const CHEROKEE = { ꭺᏼꮯꭰꭼꮋꭵꮮꮇꭱꮪꭲꮩꭹ: 'abcdehilmrstvy' }

/** Signs and letters → the Latin letter that they are drawn like (Unicode Technical Standard 39, §4). */
const READ_AS: ReadonlyMap<string, string> = new Map([
  ...LOOKS_LIKE,
  ...[DIGITS_AND_SIGNS, CHEROKEE].flatMap(Object.entries).flatMap(paired),
])

const WORD = /[\p{L}\p{M}\p{N}]+/gu

/**
 * The reserved word that people would read in the name of an application, however it is written: in other letters,
 * with digits, or spelled out. Null when there is none; "unofficial" is none. Texts are compared as search folds them.
 */
export function imitatedBy(name: string): string | null {
  const words = skeletonOf(name).match(WORD) ?? []
  const text = words.join(' ')
  return RESERVED.find(reserved => holds(text, words, reserved)) ?? null
}

function holds(text: string, words: readonly string[], reserved: string): boolean {
  const drawn = skeletonOf(reserved)
  const denial = DENIED.has(reserved) ? '(?<!\\bun ?)' : ''
  return new RegExp(denial + drawn).test(text) || isSpelledOut(words, drawn)
}

/** Whether words beside each other make up a reserved one: `VR Chat`, `o f f i c i a l`. */
function isSpelledOut(words: readonly string[], reserved: string): boolean {
  return words.some((_, start) => {
    let spelled = ''
    for (const word of words.slice(start)) {
      spelled += word
      if (spelled === reserved) return word !== reserved
      if (!reserved.startsWith(spelled)) return false
    }
    return false
  })
}

/** Of texts that look the same it is the same; `i` and `l` are drawn alike. */
function skeletonOf(text: string): string {
  const latin = [...fold(text)].map(char => READ_AS.get(char) ?? char)
  return latin.join('').replaceAll('i', 'l')
}

function paired([letters, latin]: [string, string]): [string, string][] {
  return [...letters].map((letter, at) => [letter, latin[at]!])
}
