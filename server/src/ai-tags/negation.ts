import { tokensOfRun } from '../kernel/text/tokenize.ts'

/** Words before a synonym that negate it, with only `FILLERS` between them: "no quest", "not available for quest". */
const NEGATIONS_BEFORE = new Set(
  'no not non without except excluding minus aside isn doesn never nor lacks'.split(' '),
)
const FILLERS = new Set(
  'a an any the for from on with available compatible supported support supports in have has currently really fully yet t'.split(
    ' ',
  ),
)
/** Number of words before the synonym among which a negation is looked for. */
const MAX_WORDS = 4

/** Words that may stand between a synonym and the negation after it: "hue shift menu not included". */
const LINKING_WORDS = new Set(['menu', 'version', 'support', 'is', 'are'])

/** Phrases after a synonym that negate it. */
const NEGATIONS_AFTER = phrasesOf(
  '非対応,未対応,不対応,なし,じゃない,ではない,無し,不可,없음,없는,미지원,안됨,不支持,not supported,not included,unsupported',
)

/** Chinese phrases directly before a synonym that negate it. */
const NEGATIONS_DIRECTLY_BEFORE = phrasesOf('没有,不支持,无,沒有,不带,非')

function phrasesOf(list: string): string[][] {
  return list.split(',').map(phrase => phrase.split(' ').flatMap(tokensOfRun))
}

/** True when the text around the synonym at `start` to `end` says that it does not apply to the avatar. */
export function isNegated(tokens: readonly string[], start: number, end: number): boolean {
  for (let place = start - 1, count = 0; place >= 0 && count < MAX_WORDS; place--, count++) {
    const token = tokens[place]!
    if (NEGATIONS_BEFORE.has(token)) return true
    if (!FILLERS.has(token)) break
  }
  const negationStart = LINKING_WORDS.has(tokens[end] ?? '') ? end + 1 : end
  return (
    NEGATIONS_AFTER.some(negation => standsAt(tokens, negationStart, negation)) ||
    NEGATIONS_DIRECTLY_BEFORE.some(negation => standsAt(tokens, start - negation.length, negation))
  )
}

function standsAt(tokens: readonly string[], place: number, negation: readonly string[]): boolean {
  return place >= 0 && negation.every((token, i) => tokens[place + i] === token)
}
