import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { EMPTY_QUERY } from '../../../server/src/avatars/empty-query.ts'
import type { CatalogQuery, SearchIndex } from '../../../server/src/avatars/search-port.ts'
import { median } from '../report.ts'
import type { Catalog } from './catalog.ts'
import { measureWorst, type WorstQuery } from './worst-queries.ts'

/** The measurements of our index alone. */
export interface LiveMeasures {
  worst: WorstQuery[]
  withoutChanges: Throughput
  /** While counters change and avatars are added. */
  withChanges: Throughput
  /** `idle` is how long the machine keeps this thread from running when it has nothing to do. */
  longestBlock: { idle: Block; adding: Block; counting: Block; merging: Block }
}

/** Queries per second. */
interface Throughput {
  elapsed: number
  /** Per second of this thread's CPU time. */
  cpu: number
}

/** Milliseconds for which the event loop was blocked. */
export interface Block {
  elapsed: number
  /** This thread's CPU time, which the kernel counts in ticks of a few milliseconds. */
  cpu: number
}

interface CapturedIndex extends SearchIndex {
  capture(onCapture: () => void): Promise<unknown>
}

const ROUNDS = 5
const ROUND_MS = 3000
const QUERIES_A_TURN = 20
/** Ten times a second, so that 100 counters change and 20 avatars are added per second. */
const CHANGES = { everyMs: 100, counters: 10, avatars: 2 }
/** Rows that the service applies per turn of the event loop. */
const ADDS_A_TURN = 100
const COUNTERS_A_TURN = 1000

export async function measureLive(
  index: CapturedIndex,
  catalog: Catalog,
  queries: readonly CatalogQuery[],
): Promise<LiveMeasures> {
  const changes = new Changes(index, catalog)
  const worst = measureWorst(index, catalog, () => changes.add(1))
  const withoutChanges: Throughput[] = []
  const withChanges: Throughput[] = []
  for (let round = 0; round < ROUNDS; round++) {
    withoutChanges.push(await throughput(index, queries, null))
    withChanges.push(await throughput(index, queries, changes))
  }
  const idle = await longestBlock(index, 0, () => {})
  const adding = await longestBlock(index, 1000 / ADDS_A_TURN, () => changes.add(ADDS_A_TURN))
  const counting = await longestBlock(index, 10_000 / COUNTERS_A_TURN, () =>
    changes.changeCounters(COUNTERS_A_TURN),
  )
  const merging = await longestTurnDuring(index.capture(() => {}))
  return {
    worst,
    withoutChanges: medians(withoutChanges),
    withChanges: medians(withChanges),
    longestBlock: { idle, adding, counting, merging },
  }
}

/** Makes changes like those of the change log: new avatars, and increasing counters. */
class Changes {
  readonly #index: SearchIndex
  readonly #catalog: Catalog
  #changeCount = 0

  constructor(index: SearchIndex, catalog: Catalog) {
    this.#index = index
    this.#catalog = catalog
  }

  add(count: number): void {
    for (let i = 0; i < count; i++)
      this.#index.put(this.#index.size, this.#catalog.document(this.#index.size))
  }

  changeCounters(count: number): void {
    for (let i = 0; i < count; i++) {
      this.#changeCount++
      // Multiplied by a prime, so that consecutive changes are far apart.
      const slot = (this.#changeCount * 7919) % this.#catalog.size
      this.#index.setCounters(slot, this.#changeCount % 5000, this.#changeCount % 50)
    }
  }
}

/** Queries per second, with turns of the event loop in between. */
async function throughput(
  index: SearchIndex,
  queries: readonly CatalogQuery[],
  changes: Changes | null,
): Promise<Throughput> {
  const startedMs = performance.now()
  const usageBefore = process.threadCpuUsage()
  let changedAtMs = startedMs
  let count = 0
  while (performance.now() - startedMs < ROUND_MS) {
    for (let i = 0; i < QUERIES_A_TURN; i++) index.search(queries[count++ % queries.length]!)
    await nextTurn()
    if (changes === null || performance.now() - changedAtMs < CHANGES.everyMs) continue
    changedAtMs += CHANGES.everyMs
    changes.changeCounters(CHANGES.counters)
    changes.add(CHANGES.avatars)
  }
  const { user, system } = process.threadCpuUsage(usageBefore)
  return { elapsed: (count * 1000) / (performance.now() - startedMs), cpu: (count * 1e6) / (user + system) }
}

function medians(runs: readonly Throughput[]): Throughput {
  return { elapsed: median(runs.map(({ elapsed }) => elapsed)), cpu: median(runs.map(({ cpu }) => cpu)) }
}

const POPULAR: CatalogQuery = { ...EMPTY_QUERY, sort: 'popular', offset: 0, limit: 24 }

/** Applies changes, with a search after each turn, then waits for the merge. */
async function longestBlock(index: SearchIndex, turns: number, change: () => void): Promise<Block> {
  const work = (async () => {
    for (let turn = 0; turn < turns; turn++) {
      await nextTurn()
      change()
      index.search(POPULAR)
    }
    await sleep(ROUND_MS)
  })()
  return await longestTurnDuring(work)
}

/** Searches every millisecond, and sleeps in between, because a busy machine preempts busy threads first. */
async function longestTurnDuring(work: Promise<unknown>): Promise<Block> {
  let isDone = false
  const longest: Block = { elapsed: 0, cpu: 0 }
  const end = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const [startedMs, usageBefore] = [performance.now(), process.threadCpuUsage()]
    await sleep(1)
    const { user, system } = process.threadCpuUsage(usageBefore)
    longest.elapsed = Math.max(longest.elapsed, performance.now() - startedMs - 1)
    longest.cpu = Math.max(longest.cpu, (user + system) / 1000)
  }
  await end
  return longest
}
