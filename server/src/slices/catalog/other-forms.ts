import { tagsMeantBy } from '../../ai-tags/query-tags.ts'
import type { Condition, OtherForms } from '../../avatars/index.ts'
import { characterPairs, isUnspaced, runTokens } from '../../kernel/text/tokenize.ts'

/** Shorter words are not split into two parts. */
const MIN_JOINED_LENGTH = 6
/** Longer words could be split in too many ways. */
const MAX_JOINED_LENGTH = 32
const LETTER_OR_DIGIT = /^[\p{L}\p{N}]/u
const SPLIT_SCRIPTS = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]+$/u
const KANA = /^[\p{scx=Hira}\p{scx=Kana}]+$/u

/**
 * The index words by which a run of a query is found. Of the inner pairs of characters, at which a writer may have split
 * the run (桔梗 改変), one may be missing.
 */
export function wordsOfRun(run: string): string[] {
  const pairs = indexWordsOf(run)
  return pairs.filter((_, i) => !mayMiss(pairs, i) || mayMiss(pairs, i + 1))
}

/**
 * Conditions that can hold instead of a word of a query:
 * - the tags that it means in the vocabulary ("猫" is `cat`), also together with a neighbour ("Q版" is `chibi`);
 * - its parts, as consecutive words ("blackcat" is "black cat");
 * - its compound with a neighbour in the query ("cat girl" is "catgirl");
 * - the next pair of characters, if the word is a pair that may be missing.
 *
 * @param runs runs of the query, in order and without a phrase between them (`wordRuns`)
 * @param isGrowing true when the last run may be an incomplete word
 */
export function otherForms(runs: readonly string[], isGrowing: boolean): OtherForms {
  const forms = new Map<string, Condition[]>()
  const add = (word: string, others: readonly Condition[]): void => {
    if (others.length > 0) forms.set(word, [...(forms.get(word) ?? []), ...others])
  }
  for (const [i, run] of runs.entries()) {
    const others = [...tagForms(run), ...splitForms(run)]
    for (const word of wordsOfRun(run)) add(word, [...others, ...nextPair(run, word)])
    const next = runs[i + 1]
    if (next === undefined) continue
    const tagsOfPair = tagForms(run + next)
    for (const word of [...wordsOfRun(run), ...wordsOfRun(next)]) add(word, tagsOfPair)
    if (!isSpaced(run) || !isSpaced(next)) continue
    const joinedToken = tokenOf(run + next)
    const isLast = isGrowing && i + 2 === runs.length
    const form: Condition = isLast
      ? { kind: 'prefix', prefix: joinedToken }
      : { kind: 'word', word: joinedToken }
    add(tokenOf(run), [form])
    add(tokenOf(next), [form])
  }
  return forms
}

export function mergedForms(maps: readonly OtherForms[]): OtherForms {
  if (maps.length === 1) return maps[0]!
  const merged = new Map<string, readonly Condition[]>()
  for (const [word, forms] of maps.flatMap(map => [...map]))
    merged.set(word, [...(merged.get(word) ?? []), ...forms])
  return merged
}

function tagForms(run: string): Condition[] {
  const tags = tagsMeantBy(run).map((tag): Condition => ({ kind: 'tag', tag }))
  return tags.length < 2 ? tags : [{ kind: 'all', of: tags }]
}

function splitForms(run: string): Condition[] {
  const isSplit = isSpaced(run) && run.length >= MIN_JOINED_LENGTH && run.length <= MAX_JOINED_LENGTH
  return isSplit ? [{ kind: 'joined', word: run }] : []
}

function nextPair(run: string, pair: string): Condition[] {
  const pairs = indexWordsOf(run)
  const at = pairs.indexOf(pair)
  return mayMiss(pairs, at) ? [{ kind: 'word', word: pairs[at + 1]! }] : []
}

/** The index words of a run: the run itself, or in scripts without spaces its pairs of neighbouring characters. */
export function indexWordsOf(run: string): string[] {
  const pairs = isUnspaced(run) ? characterPairs(run) : []
  return pairs.length === 0 ? [tokenOf(run)] : pairs
}

/** True for an inner pair of characters that is not all kana; two kana alone say little. */
function mayMiss(pairs: readonly string[], at: number): boolean {
  const pair = pairs[at]
  return pair !== undefined && at > 0 && at < pairs.length - 1 && SPLIT_SCRIPTS.test(pair) && !KANA.test(pair)
}

/** False for emoji and scripts without spaces, which are not joined with their neighbours. */
function isSpaced(run: string): boolean {
  return !isUnspaced(run) && LETTER_OR_DIGIT.test(run)
}

function tokenOf(run: string): string {
  return isUnspaced(run) ? run : runTokens(run)[0]!
}
