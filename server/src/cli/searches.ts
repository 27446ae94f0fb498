import { isoOf } from '../kernel/days.ts'
import { foldedWords, MAX_TERM_LENGTH } from '../kernel/text/words.ts'
import { ExcludedSearchStore } from '../slices/moderation/index.ts'
import type { CliCommand } from './command.ts'
import { UsageError } from './exit.ts'
import { tableText } from './table.ts'

const MAX_ROWS = 100_000
const SETTING = 'POPULAR_SEARCHES_EXCLUDED'

export function addSearches(program: CliCommand): void {
  const searches = program
    .command('searches')
    .summary('Exclude words from popular searches')
    .description(`WORDS are one word or several consecutive ones, in any spelling: "Red FOX!" is red fox. They match whole words; in
scripts that are written without spaces, any part. A running server follows within seconds.`)
  searches
    .command('exclude')
    .description('exclude searches with these words')
    .argument('<WORDS>', 'one word, or several in quotation marks', readWords)
    .databaseAction((words: string) => async ({ db, act }) => {
      const changed = await new ExcludedSearchStore({ db }).exclude(words, act)
      const text = changed ? `Excluded "${words}".` : `"${words}" was excluded already.`
      return { json: { words, changed }, text }
    })
  searches
    .command('include')
    .description('show popular searches with these words again')
    .argument('<WORDS>', 'one word, or several in quotation marks', readWords)
    .databaseAction((words: string) => async ({ db, act, config }) => {
      const changed = await new ExcludedSearchStore({ db }).include(words, act)
      const text = changed ? `Included "${words}".` : `"${words}" was not excluded.`
      const isBySetting = config.excludedSearches.includes(words)
      const notes = isBySetting ? [`${SETTING} still has these words.`] : []
      return { json: { words, changed }, text, notes }
    })
  searches
    .command('list')
    .description(`list all excluded words, including those of ${SETTING}`)
    .databaseAction(() => async ({ db, config }) => {
      const { items } = await new ExcludedSearchStore({ db }).list({ limit: MAX_ROWS, offset: 0 })
      const storedSearches = items.map(({ words, atMs }) => ({ words, at: isoOf(atMs) }))
      const excludedSearches = [
        ...config.excludedSearches.map(words => ({ words, at: null })),
        ...storedSearches,
      ]
      const rows = excludedSearches.map(({ words, at }) => [words, at ?? `by ${SETTING}`])
      return {
        json: { total: excludedSearches.length, excluded: excludedSearches },
        text: tableText(['WORDS', 'SINCE'], rows),
      }
    })
}

function readWords(text: string): string {
  const words = foldedWords(text)
  if (words !== '' && words.length <= MAX_TERM_LENGTH) return words
  throw new UsageError(`WORDS must have 1 to ${MAX_TERM_LENGTH} letters and digits.`)
}
