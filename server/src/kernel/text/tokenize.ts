import { wordForm } from './word-form.ts'

const WORD_CHARACTER = '\\p{L}\\p{N}\\p{M}'
/** Scripts written without spaces. Hangul counts as one, because its words take suffixes. */
const UNSPACED_SCRIPT = ['Han', 'Hira', 'Kana', 'Bopo', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr', 'Tibt']
  .map(script => `\\p{scx=${script}}`)
  .join('')
const UNSPACED_CHARACTER = `[[${WORD_CHARACTER}]&&[${UNSPACED_SCRIPT}]]`
const SPACED_CHARACTER = `[[${WORD_CHARACTER}]--[${UNSPACED_SCRIPT}]]`
const RUN = new RegExp(`${UNSPACED_CHARACTER}+|${SPACED_CHARACTER}+`, 'gv')
/** Emoji, without text symbols such as ©, and without skin tones, which only modify another emoji. */
const EMOJI = '[\\p{Emoji}--[\\p{ASCII}\\p{Emoji_Modifier}\\p{Regional_Indicator}©®‼⁉™ℹ]]'
/** Character classes of runs; `kinds` has the class numbers, each 1 + the index here. */
const KINDS = [UNSPACED_CHARACTER, SPACED_CHARACTER, EMOJI].map(kind => new RegExp(kind, 'v'))
const EMOJI_KIND = KINDS.length
const BETWEEN_RUNS = KINDS.length + 1
/**
 * The class of each code point, 0 until it is first looked up. The system allocates only the pages that are written.
 */
let kinds: Uint8Array | undefined
const CODE_POINTS = 0x110000
const LAST_UNIT = 0xffff
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED_SCRIPT}]`, 'v')
const ASCII = /^[\0-\x7f]*$/
const ASCII_RUN = /[a-z0-9]+/g

/** Longer tokens of documents and queries are cut to this many UTF-16 code units. */
export const MAX_TOKEN_LENGTH = 64

/**
 * Splits a folded text into runs of letters and digits, each either of scripts without spaces (`isUnspaced`) or of
 * other scripts: "airi_狐雪2" gives "airi", "狐雪", "2".
 */
export function textRuns(foldedText: string): string[] {
  return ASCII.test(foldedText) ? (foldedText.match(ASCII_RUN) ?? []) : runsOf(foldedText, false)
}

/**
 * Splits a folded text into runs in the form in which search compares them (`wordForm`); each emoji is a word of its
 * own.
 */
export function wordRuns(foldedText: string): string[] {
  if (ASCII.test(foldedText)) return foldedText.match(ASCII_RUN) ?? []
  return runsOf(wordForm(foldedText), true)
}

/** The last run of a folded text, as it is written there; null when there is none. */
export function lastRun(foldedText: string): string | null {
  return runsOf(foldedText, true).at(-1) ?? null
}

/**
 * Splits into consecutive characters of one class, each emoji by itself; three times as fast as a regular expression.
 */
function runsOf(text: string, hasEmoji: boolean): string[] {
  kinds ??= new Uint8Array(CODE_POINTS)
  const runs: string[] = []
  let start = 0
  let kind = BETWEEN_RUNS
  for (let i = 0; i < text.length; ) {
    const point = text.codePointAt(i)!
    const next = kinds[point] || addKind(kinds, point)
    if (next !== kind || next === EMOJI_KIND) {
      if (isRun(kind, hasEmoji)) runs.push(text.slice(start, i))
      kind = next
      start = i
    }
    i += point > LAST_UNIT ? 2 : 1
  }
  if (isRun(kind, hasEmoji)) runs.push(text.slice(start))
  return runs
}

function isRun(kind: number, hasEmoji: boolean): boolean {
  return kind < EMOJI_KIND || (kind === EMOJI_KIND && hasEmoji)
}

function addKind(kinds: Uint8Array, point: number): number {
  const character = String.fromCodePoint(point)
  const place = KINDS.findIndex(kind => kind.test(character))
  kinds[point] = place === -1 ? BETWEEN_RUNS : place + 1
  return kinds[point]
}

/** Replaces each run of a folded text, given as it is written there, and keeps the text between runs. */
export function replaceRuns(foldedText: string, change: (run: string) => string): string {
  return foldedText.replace(RUN, change)
}

/** True for a run of a script without spaces. */
export function isUnspaced(run: string): boolean {
  return run.charCodeAt(0) > 0x7f && STARTS_UNSPACED.test(run)
}

/**
 * The tokens of a folded text, in order: each character of scripts without spaces, each emoji, and each run of other
 * letters and digits. A phrase is a sequence of tokens, so in scripts without spaces it is an exact substring.
 */
export function tokenizeField(foldedText: string): string[] {
  return wordRuns(foldedText).flatMap(tokensOfRun)
}

/** True for a run that is a single token. */
export function isToken(run: string): boolean {
  return run.length <= MAX_TOKEN_LENGTH && !isUnspaced(run)
}

export function tokensOfRun(run: string): string[] {
  if (isUnspaced(run)) return [...run]
  return [
    run.length > MAX_TOKEN_LENGTH ? run.slice(0, MAX_TOKEN_LENGTH).replace(/[\ud800-\udbff]$/, '') : run,
  ]
}

/** The pairs of neighbouring characters of an unspaced run; the index has these as the words of such text. */
export function characterPairs(run: string): string[] {
  const characters = [...run]
  return characters.slice(1).map((character, i) => characters[i]! + character)
}
