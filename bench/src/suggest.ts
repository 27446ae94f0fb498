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
const [SUGGESTED, SIMILAR] = [8, 12]
/** Maximum 99th percentile in milliseconds. */
const BARS = { suggest: 5, similar: 10 }

interface Kind {
  readonly name: string
  readonly bar: number
  /** Each function makes one request. */
  readonly asks: readonly (() => unknown)[]
}

await using openedView = await openView(await catalogFolder(options.size))
const { view } = openedView
const kinds = [...suggestions(), similar()]
// Kinds alternate, so that each finds the caches in the state in which the others leave them.
const measured = kinds.map(kind => ({ ...kind, cpu: Array.of<number>(), clock: Array.of<number>() }))
for (let i = 0; i < 2 * count; i++)
  for (const { asks, cpu, clock } of measured) {
    const ask = asks[i]
    if (ask === undefined) continue
    const [cpuBefore, startedMs] = [process.threadCpuUsage(), performance.now()]
    ask()
    const { user, system } = process.threadCpuUsage(cpuBefore)
    if (i < asks.length / 2) continue
    clock.push(performance.now() - startedMs)
    cpu.push((user + system) / 1000)
  }
await report(`suggestions, ${options.size.toLocaleString('en')} avatars`, textOfResults(), options)

function suggestions(): Kind[] {
  return Array.from(typedTexts(view, 2 * count), ([name, texts]) => ({
    name,
    bar: BARS.suggest,
    asks: texts.map(
      q => () =>
        JSON.stringify({ ...completions(view, q, SUGGESTED), suggestions: runSync(corrections(view, q)) }),
    ),
  }))
}

function similar(): Kind {
  const listed = view.listedSlots('recent')
  const step = Math.floor(listed.length / (2 * count))
  const writer = new JsonWriter()
  const asks = Array.from({ length: 2 * count }, (_, i) => {
    const slot = listed[i * step]!
    return () => avatarsAnswer(view, similarAvatars(view, slot, SIMILAR), writer)
  })
  return { name: 'similar avatars', bar: BARS.similar, asks }
}

function textOfResults(): string {
  const mean = (values: readonly number[]) => values.reduce((sum, ms) => sum + ms, 0) / values.length
  const rows = measured.map(({ name, bar, cpu, clock }) => [
    name,
    String(cpu.length),
    mean(cpu).toFixed(2),
    percentile(clock, 0.99).toFixed(1),
    percentile(clock, 1).toFixed(1),
    `≤ ${bar} ${verdict(percentile(clock, 0.99) <= bar)}`,
  ])
  const head = ['answer', 'asked', 'CPU ms, mean', 'ms, p99', 'ms, longest', 'bar, p99 ms']
  return [
    printTable(head, rows),
    '',
    `${options.size} avatars, each question asked once, after as many others; CPU time is that of the one thread. Linux may count it in ticks of 4 ms, so that only its mean says something.`,
    machineLoad(),
  ].join('\n')
}
