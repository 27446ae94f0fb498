import type { CatalogQuery, CatalogSort, SearchPage } from '../../../server/src/avatars/search-port.ts'
import { hasPostgres } from '../postgres.ts'
import { median, percentile } from '../report.ts'
import { createCatalog } from './catalog.ts'
import type { LiveMeasures } from './live-measures.ts'
import type { PeerName } from './peer.ts'
import { type BuildTimes, PeerProcess } from './peer-process.ts'
import { type MixedQuery, mixedQueries, withoutOtherWordForms } from './queries.ts'

const QUERY_COUNT = 2000
/** Catalogs with more avatars than this are large. */
const MAX_SMALL_SIZE = 100_000
/** Number of queries that a peer runs per round, so few that a run takes a quarter of an hour. */
const SAMPLE_SIZES: Readonly<Record<PeerName, { small: number; large: number }>> = {
  live: { small: QUERY_COUNT, large: QUERY_COUNT },
  fts5: { small: QUERY_COUNT, large: 600 },
  postgres: { small: 600, large: 250 },
  minisearch: { small: 300, large: 0 },
  reference: { small: 200, large: 40 },
}

/** In milliseconds unless named otherwise, over the peer's own sample; `bytes` of its files, or of memory. */
export interface PeerResult {
  name: PeerName
  build: BuildTimes
  bytes: number
  queryCount: number
  perSecond: number
  mean: number
  p50: number
  p99: number
  max: number
  /** Our queries per second divided by the peer's, on the peer's sample; the median of the rounds. */
  ratio: number
}

export interface Comparison {
  size: number
  rounds: number
  peers: PeerResult[]
  /** Our times for the first execution of each query. */
  firstRun: { perSecond: number; p99: number }
  kinds: KindResult[]
  /** Number of queries whose pages and totals were compared with brute force. */
  checkedCount: number
  /** Measurements of our index alone: worst queries, and throughput with and without changes. */
  live: LiveMeasures
}

/** Our queries of one kind, in milliseconds; the time of a query is its median over the rounds. */
interface KindResult {
  kind: string
  queryCount: number
  mean: number
  worst: number
  /** Number of matches, order and offset of the slowest query. */
  total: number
  sort: CatalogSort
  offset: number
}

/** Builds every peer, compares all answers, and measures the peers in turn. */
export async function compareAt(
  size: number,
  rounds: number,
  log: (line: string) => void,
): Promise<Comparison> {
  const catalog = createCatalog(size)
  const mixture = mixedQueries(catalog, QUERY_COUNT)
  const comparableQueries = mixture.map(({ kind, query }) => ({ kind, query: withoutOtherWordForms(query) }))
  const processes: PeerProcess[] = []
  const start = async (name: PeerName): Promise<[PeerProcess, BuildTimes]> => {
    const peer = new PeerProcess(name, size)
    processes.push(peer)
    const build = await peer.call('build')
    log(`${name}: built in ${build.seconds.toFixed(1)} s`)
    return [peer, build]
  }
  try {
    const [ours, ourBuildTimes] = await start('live')
    const firstAnswers = await ours.call('answers', queriesOf(comparableQueries))
    const peers: [PeerProcess, BuildTimes][] = []
    for (const name of peersAt(size)) {
      const [peer, build] = await start(name)
      const sample = comparableQueries.slice(0, sampleSizeOf(name, size))
      const { pages } = await peer.call('answers', queriesOf(sample))
      expectSame(sample, firstAnswers.pages, pages, name)
      if (name === 'reference') await expectSameOtherForms(mixture.slice(0, sample.length), ours, peer)
      log(`${name}: ${pages.length} answers are the same`)
      if (name === 'reference') await peer.end()
      else peers.push([peer, build])
    }
    const times = await measureRounds(ours, peers, comparableQueries, rounds, log)
    const results: PeerResult[] = []
    for (const [peer, build] of [[ours, ourBuildTimes] as const, ...peers]) {
      const bytes = await peer.call('bytes')
      results.push({ name: peer.name, build, bytes, ...resultOf(times.get(peer.name)!, times.get('live')!) })
    }
    return {
      size,
      rounds,
      peers: results,
      firstRun: summaryOf([firstAnswers.milliseconds]),
      kinds: byKind(comparableQueries, firstAnswers.pages, times.get('live')!),
      checkedCount: sampleSizeOf('reference', size),
      live: await ours.call('live', queriesOf(mixture)),
    }
  } finally {
    await Promise.all(processes.map(peer => peer.end()))
  }
}

function peersAt(size: number): PeerName[] {
  const names: PeerName[] = ['reference', 'fts5', ...(hasPostgres ? ['postgres' as const] : []), 'minisearch']
  return names.filter(name => sampleSizeOf(name, size) > 0)
}

function sampleSizeOf(name: PeerName, size: number): number {
  return SAMPLE_SIZES[name][size <= MAX_SMALL_SIZE ? 'small' : 'large']
}

function queriesOf(mixed: readonly MixedQuery[]): CatalogQuery[] {
  return mixed.map(({ query }) => query)
}

/** @throws when brute force and our index answer a query with other forms of words differently. */
async function expectSameOtherForms(
  mixed: readonly MixedQuery[],
  ours: PeerProcess,
  reference: PeerProcess,
): Promise<void> {
  const { pages } = await ours.call('answers', queriesOf(mixed))
  const { pages: referencePages } = await reference.call('answers', queriesOf(mixed))
  expectSame(mixed, pages, referencePages, 'reference')
}

/** Measures all peers in each round, so that other programs slow down all of them. */
async function measureRounds(
  ours: PeerProcess,
  peers: readonly [PeerProcess, BuildTimes][],
  mixed: readonly MixedQuery[],
  rounds: number,
  log: (line: string) => void,
): Promise<Map<PeerName, Float64Array[]>> {
  const times = new Map<PeerName, Float64Array[]>()
  for (let round = 1; round <= rounds; round++) {
    for (const peer of [ours, ...peers.map(([peer]) => peer)]) {
      const sample = queriesOf(mixed).slice(0, sampleSizeOf(peer.name, peer.size))
      const milliseconds = await peer.call('round', sample)
      times.set(peer.name, [...(times.get(peer.name) ?? []), milliseconds])
    }
    log(`round ${round} of ${rounds}`)
  }
  return times
}

/** @throws at the first query that two peers answer differently. */
function expectSame(
  mixed: readonly MixedQuery[],
  ourPages: readonly SearchPage[],
  peerPages: readonly SearchPage[],
  name: PeerName,
): void {
  for (const [i, page] of peerPages.entries()) {
    if (JSON.stringify(page) === JSON.stringify(ourPages[i])) continue
    const question = `query ${i} (${mixed[i]!.kind}): ${JSON.stringify(mixed[i]!.query)}`
    throw new Error(
      `${name} answers differently from our index, ${question}\n` +
        `${name}: ${JSON.stringify(page)}\nours: ${JSON.stringify(ourPages[i])}`,
    )
  }
}

function resultOf(rounds: readonly Float64Array[], ourRounds: readonly Float64Array[]) {
  const queryCount = rounds[0]!.length
  const ratios = rounds.map((times, round) => sum(times) / sum(ourRounds[round]!.subarray(0, queryCount)))
  return { queryCount, ...summaryOf(rounds), ratio: median(ratios) }
}

function byKind(
  mixed: readonly MixedQuery[],
  pages: readonly SearchPage[],
  rounds: readonly Float64Array[],
): KindResult[] {
  const timedQueries = mixed.map(({ kind, query }, i) => ({
    kind,
    query,
    total: pages[i]!.total,
    time: median(rounds.map(times => times[i]!)),
  }))
  return Array.from(
    Map.groupBy(timedQueries, ({ kind }) => kind),
    ([kind, all]) => {
      const worst = all.reduce((a, b) => (b.time > a.time ? b : a))
      const mean = all.reduce((total, { time }) => total + time, 0) / all.length
      const { sort, offset } = worst.query
      return { kind, queryCount: all.length, mean, worst: worst.time, total: worst.total, sort, offset }
    },
  )
}

function summaryOf(rounds: readonly Float64Array[]) {
  const mean = median(rounds.map(times => sum(times) / times.length))
  return {
    perSecond: 1000 / mean,
    mean,
    p50: median(rounds.map(times => percentile(times, 0.5))),
    p99: median(rounds.map(times => percentile(times, 0.99))),
    max: Math.max(...rounds.map(times => percentile(times, 1))),
  }
}

function sum(times: Float64Array): number {
  return times.reduce((total, time) => total + time, 0)
}
