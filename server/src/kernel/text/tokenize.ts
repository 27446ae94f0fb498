import { wordForm } from './word-form.ts'

const WORD_CHARACTER = '\\p{L}\\p{N}\\p{M}'
/** Scripts written without spaces, and Hangul, whose words take endings. */
const UNSPACED_SCRIPT = ['Han', 'Hira', 'Kana', 'Bopo', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr', 'Tibt']
  .map(script => `\\p{scx=${script}}`)
  .join('')
const RUN = new RegExp(
  `[[${WORD_CHARACTER}]&&[${UNSPACED_SCRIPT}]]+|[[${WORD_CHARACTER}]--[${UNSPACED_SCRIPT}]]+`,
  'gv',
)
/** Pictures but not signs of copyright and the like, which are symbols of text, nor skin tones, which change another. */
const EMOJI = '[\\p{Emoji}--[\\p{ASCII}\\p{Emoji_Modifier}\\p{Regional_Indicator}©®‼⁉™ℹ]]'
const RUN_OR_EMOJI = new RegExp(`${RUN.source}|${EMOJI}`, 'gv')
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED_SCRIPT}]`, 'v')
const ASCII = /^[\0-\x7f]*$/
const ASCII_RUN = /[a-z0-9]+/g

/** Longer tokens of documents and queries are cut to this many UTF-16 units. */
export const MAX_TOKEN = 64

/**
 * The runs of letters and digits of a folded text, in order, each either of scripts written without spaces
 * (`isUnspaced`) or of none of them: "airi_狐雪2" is "airi", "狐雪", "2".
 */
export function textRuns(folded: string): string[] {
  return folded.match(ASCII.test(folded) ? ASCII_RUN : RUN) ?? []
}

/** The runs of words of a folded text as the search compares them (`wordForm`), and each emoji as a word of its own. */
export function wordRuns(folded: string): string[] {
  const runs = ASCII.test(folded) ? folded.match(ASCII_RUN) : wordForm(folded).match(RUN_OR_EMOJI)
  return runs ?? []
}

/** A folded text with each of its runs changed, and what stands between them as it is. */
export function replaceRuns(folded: string, change: (run: string) => string): string {
  return wordForm(folded).replace(RUN, change)
}

/** True for a run of scripts that are written without spaces. */
export function isUnspaced(run: string): boolean {
  return run.charCodeAt(0) > 0x7f && STARTS_UNSPACED.test(run)
}

/**
 * The tokens of a folded text in order: every character of scripts written without spaces, every emoji, every run of
 * other letters and digits. A phrase is a sequence of tokens, so for such scripts it is an exact substring.
 */
export function tokenizeField(folded: string): string[] {
  return wordRuns(folded).flatMap(runTokens)
}

/** True for a run whose only token is itself. */
export function isToken(run: string): boolean {
  return run.length <= MAX_TOKEN && !isUnspaced(run)
}

export function runTokens(run: string): string[] {
  if (isUnspaced(run)) return [...run]
  return [run.length > MAX_TOKEN ? run.slice(0, MAX_TOKEN).replace(/[\ud800-\udbff]$/, '') : run]
}

/** The pairs of neighbouring characters of an unspaced run: the words by which longer words of it are found. */
export function characterPairs(run: string): string[] {
  const characters = [...run]
  return characters.slice(1).map((character, i) => characters[i]! + character)
}
