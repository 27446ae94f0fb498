import { getHeapSpaceStatistics } from 'node:v8'
import { createQueryReader } from '@avatary/contract/parse'
import { catalogRoutes } from '@avatary/contract/routes/catalog'
import { BufferPool } from '../../server/src/kernel/buffer-pool.ts'
import { JsonWriter } from '../../server/src/kernel/json-writer.ts'
import { runSync } from '../../server/src/kernel/run-in-turns.ts'
import { searchAnswer } from '../../server/src/slices/catalog/answers.ts'
import { corrections } from '../../server/src/slices/catalog/corrections.ts'
import { CatalogSearch, type SearchParameters } from '../../server/src/slices/catalog/search.ts'
import { catalogFolder } from './http/catalog-folder.ts'
import { queryString } from './http/search-paths.ts'
import { readOptions } from './options.ts'
import { machineLoad, percentile, printTable, report } from './report.ts'
import { mixedSearches } from './search/queries.ts'
import { openView } from './suggest/open-view.ts'

/** The table's columns are the times within which these shares of the searches end. */
const SHARES = [0.5, 0.9, 0.99, 0.999, 1]

/**
 * Measures new searches in this process, without HTTP and without changes: the time of their parts by kind, and the
 * bytes that they leave in the old generation of the heap, whose growth causes full garbage collections.
 */
const options = readOptions({
  size: 1_000_000,
  /** Number of measured searches; half as many are made before as a warm-up. */
  count: 12_000,
})
const { count } = options
const SAMPLE_RECORDS = 4000
const SLOWEST_COUNT = 12
const FIELDS = ['name', 'authorId', 'authorName', 'tags'] as const
const PARTS = ['parsing', 'finding', 'corrections', 'JSON and ETag'] as const

interface Measurement {
  readonly kind: string
  readonly question: string
  /** Microseconds of elapsed time for each of `PARTS`. */
  readonly parts: readonly number[]
}

await using openedView = await openView(await catalogFolder(options.size))
const { view } = openedView
const search = new CatalogSearch({
  view,
  terms: { count: () => {} },
  lookups: null,
  visits: { isCounted: () => false },
  bufferPool: new BufferPool(),
})
const readParameters = createQueryReader(catalogRoutes.searchAvatars.query)
const writer = new JsonWriter()
const questions = drawQuestions(Math.floor(count * 1.5))
const warmUp = questions.splice(0, questions.length - count)
for (const [question, kind] of warmUp) ask(question, kind)
globalThis.gc?.()
const [bytesBefore, cpuBefore] = [oldGenerationBytes(), process.cpuUsage()]
const measurements = questions.map(([question, kind]) => ask(question, kind))
const { user, system } = process.cpuUsage(cpuBefore)
const oldGenerationGrowth = oldGenerationBytes() - bytesBefore
await report(`parts of searches never asked before, ${options.size} avatars`, textOfResults(), options)

/** Distinct search texts as in URLs, with their kinds. */
function drawQuestions(questionCount: number): [question: string, kind: string][] {
  const listedSlots = view.listedSlots('recent')
  const step = Math.max(1, Math.floor(listedSlots.length / SAMPLE_RECORDS))
  const records = Array.from(
    listedSlots.filter((_, i) => i % step === 0),
    slot => view.read(FIELDS, slot),
  )
  const kindsByQuestion = new Map<string, string>()
  for (const { kind, parameters } of mixedSearches({ size: records.length, record: i => records[i]! })) {
    kindsByQuestion.set(queryString(parameters), kind)
    if (kindsByQuestion.size === questionCount) break
  }
  return [...kindsByQuestion]
}

function ask(question: string, kind: string): Measurement {
  const times = [performance.now()]
  const lap = () => times.push(performance.now())
  const reading = readParameters(question)
  if (reading.kind === 'invalid') throw new Error(`${question}: ${reading.error.message}`)
  const parameters: SearchParameters = reading.value
  const query = search.queryOf(parameters)
  lap()
  const page = view.search(query)
  lap()
  const { q, offset } = parameters
  const isCorrected = page.total === 0 && offset === 0 && q !== undefined
  const suggestions = isCorrected ? runSync(corrections(view, q)) : []
  lap()
  searchAnswer(view, { ...page, suggestions }, query, writer)
  lap()
  return { kind, question, parts: PARTS.map((_, i) => (times[i + 1]! - times[i]!) * 1000) }
}

function oldGenerationBytes(): number {
  const spaces = getHeapSpaceStatistics().filter(({ space_name: name }) => /^(old|large_object)_/.test(name))
  return spaces.reduce((sum, { space_used_size: bytes }) => sum + bytes, 0)
}

function totalMicros({ parts }: Measurement): number {
  return parts.reduce((sum, part) => sum + part, 0)
}

function textOfResults(): string {
  const groups = [['all', measurements] as const, ...Map.groupBy(measurements, ({ kind }) => kind)]
  const rows = groups.map(([kind, searches]) => [
    kind,
    String(searches.length),
    ...SHARES.map(share => percentile(searches.map(totalMicros), share).toFixed(0)),
    ...PARTS.map((_, i) =>
      percentile(
        searches.map(({ parts }) => parts[i]!),
        0.5,
      ).toFixed(0),
    ),
  ])
  const slowest = measurements.toSorted((a, b) => totalMicros(b) - totalMicros(a)).slice(0, SLOWEST_COUNT)
  const head = [
    'µs',
    'searches',
    'p50',
    'p90',
    'p99',
    'p99.9',
    'longest',
    ...PARTS.map(part => `${part} p50`),
  ]
  return [
    printTable(head, rows),
    '',
    printTable(
      ['slowest', ...PARTS],
      slowest.map(({ question, parts }) => [`\`${question}\``, ...parts.map(part => part.toFixed(0))]),
    ),
    '',
    `${options.size} avatars, by the clock; CPU time of the process, its threads included: ${((user + system) / count).toFixed(0)} µs a search.`,
    `Left in the old generation: ${(oldGenerationGrowth / count).toFixed(0)} bytes a search (negative: the whole heap was marked meanwhile).`,
    machineLoad(),
  ].join('\n')
}
