import { foldedWords } from '../kernel/text/words.ts'
import { systemClock } from '../platform/clock.ts'
import { createExcludedSearchStore, type ExcludedSearchStore } from '../slices/moderation/index.ts'
import { cliActor } from './actor.ts'
import { openCatalog } from './catalog.ts'
import { type Command, type CommandInput, EXIT, type ExitCode, UsageError } from './command.ts'
import { formatTable } from './table.ts'
import { write } from './terminal.ts'

const ACTS = ['exclude', 'include', 'list'] as const
const MOST = 100_000
/** A term that is counted has no more (`slices/catalog/search-terms.ts`). */
const LONGEST = 60

export const searchesCommand: Command = {
  name: 'searches',
  summary: 'Leave words out of popular searches',
  places: ['ACT', 'WORDS?'],
  options: { json: { help: 'print the result as one JSON object' } },
  details: `Acts:
  exclude WORDS       show no popular search that has these words
  include WORDS       show them again
  list                all that are excluded, also by POPULAR_SEARCHES_EXCLUDED

WORDS are one word or several that stand in a row, in any spelling: "Red FOX!" is red fox. They are found as whole
words; in scripts that are written without spaces, anywhere. It may run while the server does, which follows within
seconds.`,
  run: runSearches,
}

async function runSearches({ places, options, config, terminal }: CommandInput): Promise<ExitCode> {
  const [given, words] = places
  const act = ACTS.find(known => known === given)
  if (act === undefined) throw new UsageError(`There is no act "${given}". Acts: ${ACTS.join(', ')}.`)
  const step = act === 'list' ? listing(words, config.excludedSearches) : excluding(act, words)
  await using catalog = await openCatalog(config)
  const { told, text } = await step(createExcludedSearchStore({ db: catalog.db }))
  const isBySetting = act === 'include' && config.excludedSearches.includes(foldedWords(words ?? ''))
  await write(terminal.stdout, `${options.json ? JSON.stringify(told) : text}\n`)
  if (isBySetting) await write(terminal.stderr, 'POPULAR_SEARCHES_EXCLUDED still has these words.\n')
  return EXIT.ok
}

type Step = (store: ExcludedSearchStore) => Promise<{ told: object; text: string }>

function excluding(act: 'exclude' | 'include', given = ''): Step {
  const words = foldedWords(given)
  if (words === '' || words.length > LONGEST)
    throw new UsageError(`WORDS must have 1 to ${LONGEST} letters and digits.`)
  return async store => {
    const by = { actor: cliActor(), nowMs: systemClock.now() }
    const changed = await store[act](words, by)
    const [did, wasSo] =
      act === 'exclude' ? ['Excluded', 'was excluded already'] : ['Included', 'was not excluded']
    return { told: { words, changed }, text: changed ? `${did} "${words}".` : `"${words}" ${wasSo}.` }
  }
}

function listing(words: string | undefined, bySetting: readonly string[]): Step {
  if (words !== undefined) throw new UsageError(`searches does not know what to do with "${words}" here.`)
  return async store => {
    const { items } = await store.list({ limit: MOST, offset: 0 })
    const excluded = [
      ...bySetting.map(words => ({ words, at: null })),
      ...items.map(({ words, atMs }) => ({ words, at: new Date(atMs).toISOString() })),
    ]
    const rows = excluded.map(({ words, at }) => [words, at ?? 'by POPULAR_SEARCHES_EXCLUDED'])
    const text = rows.length === 0 ? 'There are none.' : formatTable(['WORDS', 'SINCE'], rows).trimEnd()
    return { told: { total: excluded.length, excluded }, text }
  }
}
