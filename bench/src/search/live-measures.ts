import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { BROWSE } from '../../../server/src/avatars/browse.ts'
import type { CatalogQuery, SearchIndex } from '../../../server/src/avatars/search-port.ts'
import { median } from '../report.ts'
import type { Catalog } from './catalog.ts'
import { measureWorst, type WorstQuery } from './worst-queries.ts'

/** The measurements of our index alone. */
export interface LiveMeasures {
  worst: WorstQuery[]
  /** Measured idle, and while counters change and avatars are added. */
  quiet: Throughput
  disturbed: Throughput
  /** `idle` is how long the machine keeps this thread from running when it has nothing to do. */
  longestBlock: { idle: Block; adding: Block; moving: Block; merging: Block }
}

/** Queries per second of elapsed time, and of this thread's CPU time. */
interface Throughput {
  clock: number
  work: number
}

/**
 * Milliseconds for which the event loop was blocked: elapsed time, and this thread's CPU time, which the kernel counts
 * in ticks of a few milliseconds.
 */
export interface Block {
  clock: number
  work: number
}

interface CapturedIndex extends SearchIndex {
  capture(onCapture: () => void): Promise<unknown>
}

const ROUNDS = 5
const ROUND_MS = 3000
const QUERIES_A_TURN = 20
/** Ten times a second, so that 100 counters change and 20 avatars are added per second. */
const DISTURBANCE = { everyMs: 100, moves: 10, adds: 2 }
/** Rows that the service applies per turn of the event loop. */
const ADDS_A_TURN = 100
const MOVES_A_TURN = 1000

export async function measureLive(
  index: CapturedIndex,
  catalog: Catalog,
  queries: readonly CatalogQuery[],
): Promise<LiveMeasures> {
  const changes = new Changes(index, catalog)
  const worst = measureWorst(index, catalog, () => changes.add(1))
  const quiet: Throughput[] = []
  const disturbed: Throughput[] = []
  for (let round = 0; round < ROUNDS; round++) {
    quiet.push(await throughput(index, queries, null))
    disturbed.push(await throughput(index, queries, changes))
  }
  const idle = await longestBlock(index, 0, () => {})
  const adding = await longestBlock(index, 1000 / ADDS_A_TURN, () => changes.add(ADDS_A_TURN))
  const moving = await longestBlock(index, 10_000 / MOVES_A_TURN, () => changes.move(MOVES_A_TURN))
  const merging = await longestTurnDuring(index.capture(() => {}))
  return {
    worst,
    quiet: medians(quiet),
    disturbed: medians(disturbed),
    longestBlock: { idle, adding, moving, merging },
  }
}

/** Makes changes like those of the change log: new avatars, and increasing counters. */
class Changes {
  readonly #index: SearchIndex
  readonly #catalog: Catalog
  #moved = 0

  constructor(index: SearchIndex, catalog: Catalog) {
    this.#index = index
    this.#catalog = catalog
  }

  add(count: number): void {
    for (let i = 0; i < count; i++)
      this.#index.put(this.#index.size, this.#catalog.document(this.#index.size))
  }

  move(count: number): void {
    for (let i = 0; i < count; i++) {
      this.#moved++
      const slot = (this.#moved * 7919) % this.#catalog.size
      this.#index.setCounters(slot, this.#moved % 5000, this.#moved % 50)
    }
  }
}

/** Queries per second, with turns of the event loop in between. */
async function throughput(
  index: SearchIndex,
  queries: readonly CatalogQuery[],
  changes: Changes | null,
): Promise<Throughput> {
  const started = performance.now()
  const before = process.threadCpuUsage()
  let changedAt = started
  let count = 0
  while (performance.now() - started < ROUND_MS) {
    for (let i = 0; i < QUERIES_A_TURN; i++) index.search(queries[count++ % queries.length]!)
    await nextTurn()
    if (changes === null || performance.now() - changedAt < DISTURBANCE.everyMs) continue
    changedAt += DISTURBANCE.everyMs
    changes.move(DISTURBANCE.moves)
    changes.add(DISTURBANCE.adds)
  }
  const { user, system } = process.threadCpuUsage(before)
  return { clock: (count * 1000) / (performance.now() - started), work: (count * 1e6) / (user + system) }
}

function medians(all: readonly Throughput[]): Throughput {
  return { clock: median(all.map(({ clock }) => clock)), work: median(all.map(({ work }) => work)) }
}

const POPULAR: CatalogQuery = { ...BROWSE, sort: 'popular', offset: 0, limit: 24 }

/** Applies changes, with a search after each turn, then waits for the merge. */
async function longestBlock(index: SearchIndex, turns: number, change: () => void): Promise<Block> {
  const changing = (async () => {
    for (let turn = 0; turn < turns; turn++) {
      await nextTurn()
      change()
      index.search(POPULAR)
    }
    await sleep(ROUND_MS)
  })()
  return await longestTurnDuring(changing)
}

/** Searches every millisecond, and sleeps in between, because a busy machine preempts busy threads first. */
async function longestTurnDuring(work: Promise<unknown>): Promise<Block> {
  let isDone = false
  const longest: Block = { clock: 0, work: 0 }
  const done = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const [clock, worked] = [performance.now(), process.threadCpuUsage()]
    await sleep(1)
    const { user, system } = process.threadCpuUsage(worked)
    longest.clock = Math.max(longest.clock, performance.now() - clock - 1)
    longest.work = Math.max(longest.work, (user + system) / 1000)
  }
  await done
  return longest
}
