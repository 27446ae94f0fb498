import { tagsMeantBy } from '../../ai-tags/query-tags.ts'
import type { Condition, OtherForms } from '../../avatars/index.ts'
import { characterPairs, isUnspaced, tokensOfRun } from '../../kernel/text/tokenize.ts'

/** Shorter words cannot be split into two parts of three letters, as condition `split` requires. */
const MIN_SPLIT_LENGTH = 6
/** Longer words could be split in too many ways. */
const MAX_SPLIT_LENGTH = 32
const LETTER_OR_DIGIT = /^[\p{L}\p{N}]/u
const EAST_ASIAN = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]+$/u
const KANA = /^[\p{scx=Hira}\p{scx=Kana}]+$/u

/**
 * The index words by which a run of a query (`wordRuns`) is found. 桔梗改変 has the pairs 桔梗, 梗改 and 改変, but writers may
 * write 桔梗 改変, without the inner 梗改. Of consecutive inner pairs the last is not required, others have `nextPair`.
 */
export function wordsOfRun(run: string): string[] {
  const pairs = indexWordsOf(run)
  return pairs.filter((_, i) => !mayBeMissing(pairs, i) || mayBeMissing(pairs, i + 1))
}

/**
 * Conditions that can hold instead of a word of a query:
 * - the tags that it means in the vocabulary ("猫" is `cat`), also together with a neighbour ("Q版" is `chibi`);
 * - its parts, as consecutive words ("blackcat" is "black cat");
 * - its compound with a neighbour in the query ("cat girl" is "catgirl");
 * - the next pair of characters, if the word is a pair that may be missing.
 *
 * @param runs runs of the query, in order, without a quoted phrase between them
 * @param isLastIncomplete true when the last run may be an incomplete word
 */
export function otherForms(runs: readonly string[], isLastIncomplete: boolean): OtherForms {
  const forms = new Map<string, Condition[]>()
  const add = (word: string, conditions: readonly Condition[]): void => {
    if (conditions.length > 0) forms.set(word, [...(forms.get(word) ?? []), ...conditions])
  }
  for (const [i, run] of runs.entries()) {
    const conditions = [...tagForms(run), ...splitForms(run)]
    for (const word of wordsOfRun(run)) add(word, [...conditions, ...nextPair(run, word)])
    const next = runs[i + 1]
    if (next === undefined) continue
    const tagsOfPair = tagForms(run + next)
    for (const word of [...wordsOfRun(run), ...wordsOfRun(next)]) add(word, tagsOfPair)
    if (!isSpacedWord(run) || !isSpacedWord(next)) continue
    const joinedToken = tokenOf(run + next)
    const isJoinedIncomplete = isLastIncomplete && i + 2 === runs.length
    const condition: Condition = isJoinedIncomplete
      ? { kind: 'prefix', prefix: joinedToken }
      : { kind: 'word', word: joinedToken }
    add(tokenOf(run), [condition])
    add(tokenOf(next), [condition])
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

/** A single condition: the tags of a word mean it only together. */
function tagForms(run: string): Condition[] {
  const tags = tagsMeantBy(run).map((tag): Condition => ({ kind: 'tag', tag }))
  return tags.length < 2 ? tags : [{ kind: 'all', of: tags }]
}

function splitForms(run: string): Condition[] {
  const maySplit = isSpacedWord(run) && run.length >= MIN_SPLIT_LENGTH && run.length <= MAX_SPLIT_LENGTH
  return maySplit ? [{ kind: 'split', word: run }] : []
}

function nextPair(run: string, pair: string): Condition[] {
  const pairs = indexWordsOf(run)
  const place = pairs.indexOf(pair)
  return mayBeMissing(pairs, place) ? [{ kind: 'word', word: pairs[place + 1]! }] : []
}

/** The index words of a run: the run itself, or in scripts without spaces its pairs of neighbouring characters. */
export function indexWordsOf(run: string): string[] {
  const pairs = isUnspaced(run) ? characterPairs(run) : []
  return pairs.length === 0 ? [tokenOf(run)] : pairs
}

/** True for an inner pair of characters, unless both are kana: two kana alone say little. */
function mayBeMissing(pairs: readonly string[], place: number): boolean {
  const pair = pairs[place]
  return (
    pair !== undefined && place > 0 && place < pairs.length - 1 && EAST_ASIAN.test(pair) && !KANA.test(pair)
  )
}

/** False for emoji and scripts without spaces, which are not joined with their neighbours. */
function isSpacedWord(run: string): boolean {
  return !isUnspaced(run) && LETTER_OR_DIGIT.test(run)
}

function tokenOf(run: string): string {
  return isUnspaced(run) ? run : tokensOfRun(run)[0]!
}
