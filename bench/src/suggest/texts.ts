import { Random } from '@avatary/sim/dataset/random'
import type { CatalogView } from '../../../server/src/avatars/index.ts'
import { fold } from '../../../server/src/kernel/text/fold.ts'
import { isUnspaced, wordRuns } from '../../../server/src/kernel/text/tokenize.ts'
import { mistype, mistypeUnspaced } from '../quality/mistype.ts'

const FIELDS = ['name'] as const
/** Minimum length in characters of the words that are drawn. */
const MIN_CHARACTERS = { word: 5, run: 3 }
const MAX_FIRST_LETTERS = 5

/** Texts as people type them, by kind, drawn from the names of a catalog: at most `count` distinct ones of each. */
export function typedTexts(view: Pick<CatalogView, 'size' | 'read'>, count: number): Map<string, string[]> {
  const random = new Random().startAt(1, 1, 0)
  const runs = Array.from({ length: 20 * count }, () => {
    const { name } = view.read(FIELDS, random.below(view.size))
    return wordRuns(fold(name))
  }).flat()
  const words = runs.filter(run => !isUnspaced(run) && run.length >= MIN_CHARACTERS.word)
  const unspacedRuns = runs.filter(run => isUnspaced(run) && [...run].length >= MIN_CHARACTERS.run)
  const beginning = (word: string) => [...word].slice(0, 1 + random.below(MAX_FIRST_LETTERS)).join('')
  const distinct = (texts: readonly string[]) => [...new Set(texts)].slice(0, count)
  return new Map([
    ['first letters', distinct(words.map(beginning))],
    ['words', distinct(words)],
    ['mistyped words', distinct(words.map(mistype))],
    ['two mistyped words', distinct(words.map(mistype).map((word, i, all) => `${word} ${all.at(-1 - i)}`))],
    ['runs of scripts without spaces', distinct(unspacedRuns)],
    ['mistyped runs', distinct(unspacedRuns.map(mistypeUnspaced))],
  ])
}
