import { JsonWriter } from '../../server/src/kernel/json-writer.ts'
import { runSync } from '../../server/src/kernel/run-in-turns.ts'
import { avatarsAnswer } from '../../server/src/slices/catalog/answers.ts'
import { completions } from '../../server/src/slices/catalog/completions.ts'
import { corrections } from '../../server/src/slices/catalog/corrections.ts'
import { similarAvatars } from '../../server/src/slices/catalog/similar.ts'
import { catalogFolder } from './http/catalog-folder.ts'
import { readOptions } from './options.ts'
import { machineLoad, percentile, printTable, report, verdict } from './report.ts'
import { openView } from './suggest/open-view.ts'
import { typedTexts } from './suggest/texts.ts'

/** Measures answers of `/search/suggest` and `/avatars/{id}/similar` in this process; each is requested once. */
const options = readOptions({
  size: 1_000_000,
  /** Number of requests of each kind; as many others are made before as a warm-up. */
  count: 500,
})
const { count } = options
/** Default number of results of the two routes. */
const [SUGGESTION_COUNT, SIMILAR_COUNT] = [8, 12]
/** Maximum 99th percentile in milliseconds. */
const BARS = { suggest: 5, similar: 10 }

interface Kind {
  readonly name: string
  readonly bar: number
  /** Each function makes one request. */
  readonly requests: readonly (() => unknown)[]
}

await using openedView = await openView(await catalogFolder(options.size))
const { view } = openedView
const kinds = [...suggestionKinds(), similarKind()]
// Kinds alternate, so that each finds the caches in the state in which the others leave them.
const measuredKinds = kinds.map(kind => ({ ...kind, cpuMs: Array.of<number>(), clockMs: Array.of<number>() }))
for (let i = 0; i < 2 * count; i++)
  for (const { requests, cpuMs, clockMs } of measuredKinds) {
    const request = requests[i]
    if (request === undefined) continue
    const [cpuBefore, startedMs] = [process.threadCpuUsage(), performance.now()]
    request()
    const { user, system } = process.threadCpuUsage(cpuBefore)
    if (i < requests.length / 2) continue
    clockMs.push(performance.now() - startedMs)
    cpuMs.push((user + system) / 1000)
  }
await report(`suggestions, ${options.size.toLocaleString('en')} avatars`, textOfResults(), options)

function suggestionKinds(): Kind[] {
  return Array.from(typedTexts(view, 2 * count), ([name, texts]) => ({
    name,
    bar: BARS.suggest,
    requests: texts.map(
      q => () =>
        JSON.stringify({
          ...completions(view, q, SUGGESTION_COUNT),
          suggestions: runSync(corrections(view, q)),
        }),
    ),
  }))
}

function similarKind(): Kind {
  const listedSlots = view.listedSlots('recent')
  const step = Math.floor(listedSlots.length / (2 * count))
  const writer = new JsonWriter()
  const requests = Array.from({ length: 2 * count }, (_, i) => {
    const slot = listedSlots[i * step]!
    return () => avatarsAnswer(view, similarAvatars(view, slot, SIMILAR_COUNT), writer)
  })
  return { name: 'similar avatars', bar: BARS.similar, requests }
}

function textOfResults(): string {
  const mean = (values: readonly number[]) => values.reduce((sum, ms) => sum + ms, 0) / values.length
  const rows = measuredKinds.map(({ name, bar, cpuMs, clockMs }) => [
    name,
    String(cpuMs.length),
    mean(cpuMs).toFixed(2),
    percentile(clockMs, 0.99).toFixed(1),
    percentile(clockMs, 1).toFixed(1),
    `≤ ${bar} ${verdict(percentile(clockMs, 0.99) <= bar)}`,
  ])
  const head = ['answer', 'asked', 'CPU ms, mean', 'ms, p99', 'ms, longest', 'bar, p99 ms']
  return [
    printTable(head, rows),
    '',
    `${options.size} avatars, each question asked once, after as many others; CPU time is that of the one thread. Linux may count it in ticks of 4 ms, so that only its mean says something.`,
    machineLoad(),
  ].join('\n')
}
