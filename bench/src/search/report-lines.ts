import { machineLoad, verdict } from '../report.ts'
import type { Comparison, PeerResult } from './compare.ts'
import type { Block, LiveMeasures } from './live-measures.ts'
import { PEER_TITLES, type PeerName } from './peer.ts'

type Bar = [title: string, value: number, isMet: boolean]
type Table = [head: string[], rows: string[][]]

/** Bars at 1M avatars. `changesShare` is the throughput with changes divided by the throughput without. */
const BARS = {
  timesFts5: 60,
  timesPostgres: 200,
  p99Ms: 1,
  bytesAnAvatar: 250,
  changesShare: 0.8,
  longestBlockMs: 20,
}

export function peerRows({ peers, size }: Comparison): Table {
  const head = ['engine', 'queries', 'queries/s', 'mean ms', 'p50 ms', 'p99 ms', 'max ms', 'build s']
  const rows = peers.map(peer => [
    PEER_TITLES[peer.name],
    String(peer.queryCount),
    peer.perSecond.toFixed(peer.perSecond < 100 ? 1 : 0),
    ...[peer.mean, peer.p50, peer.p99, peer.max].map(threeDigits),
    peer.build.seconds.toFixed(1),
    (peer.bytes / size).toFixed(0),
    peer.name === 'live' ? '–' : `${peer.ratio.toFixed(1)}×`,
  ])
  return [[...head, 'bytes an avatar', 'ours is faster'], rows]
}

export function kindRows({ kinds }: Comparison): Table {
  const head = [
    'kind in the mixture',
    'queries',
    'mean ms',
    'worst ms',
    'its matches',
    'its sort',
    'its offset',
  ]
  const rows = kinds
    .toSorted((a, b) => b.worst - a.worst)
    .map(({ kind, queryCount, mean, worst, total, sort, offset }) => [
      kind,
      String(queryCount),
      threeDigits(mean),
      threeDigits(worst),
      String(total),
      sort,
      String(offset),
    ])
  return [head, rows]
}

export function worstRows({ live }: Comparison): Table {
  const head = ['costliest by kind', 'sort', 'matches', 'first ms', 'after a change ms', 'again ms']
  const rows = live.worst
    .toSorted((a, b) => Math.max(b.firstMs, b.afterChangeMs) - Math.max(a.firstMs, a.afterChangeMs))
    .map(({ kind, sort, total, firstMs, afterChangeMs, againMs }) => [
      kind,
      sort,
      String(total),
      ...[firstMs, afterChangeMs, againMs].map(threeDigits),
    ])
  return [head, rows]
}

export function factLines({ size, rounds, peers, firstRun, checkedCount, live }: Comparison): string[] {
  const loadSeconds = peers.find(({ name }) => name === 'live')!.build.loadSeconds!
  const { idle, adding, counting, merging } = live.longestBlock
  return [
    '',
    `${size.toLocaleString('en')} avatars, ${rounds} rounds in turn, medians (max: of all rounds). Every engine gave the same totals and pages; ${checkedCount} queries were compared with brute force, too, with and without other forms of words.`,
    `Bytes: heap and buffers of ours and MiniSearch, disk of the others. Ours loads what it captured in ${threeDigits(loadSeconds)} s.`,
    `Ours, each query for the first time: ${firstRun.perSecond.toFixed(0)} queries/s, p99 ${threeDigits(firstRun.p99)} ms.`,
    `Ours with other forms of words, event loop turning every 20 queries: ${live.withoutChanges.elapsed.toFixed(0)} queries/s; with 100 changed counters and 20 new avatars a second ${live.withChanges.elapsed.toFixed(0)}. By CPU time of the thread: ${live.withoutChanges.cpu.toFixed(0)} and ${live.withChanges.cpu.toFixed(0)}.`,
    `Longest turn of the event loop: adding 1,000 avatars ${blockText(adding)}, changing 10,000 counters ${blockText(counting)}, merging everything ${blockText(merging)}; with nothing to do ${blockText(idle)}.`,
    `${machineLoad()} On a busy machine elapsed times are longer, CPU times are not.`,
  ]
}

/** One line per bar, met or not. The bars that compare engines apply only at 1M avatars. */
export function barLines({ peers, size, live }: Comparison): string[] {
  const peer = (name: PeerName): PeerResult | undefined => peers.find(candidate => candidate.name === name)
  const ours = peer('live')!
  const ratio = (name: PeerName): number => peer(name)?.ratio ?? Number.NaN
  const bars: Bar[] = [
    [`≥ ${BARS.timesFts5} × SQLite FTS5`, ratio('fts5'), ratio('fts5') >= BARS.timesFts5],
    [`≥ ${BARS.timesPostgres} × PostgreSQL GIN`, ratio('postgres'), ratio('postgres') >= BARS.timesPostgres],
    [`p99 ≤ ${BARS.p99Ms} ms`, ours.p99, ours.p99 <= BARS.p99Ms],
    [`≤ ${BARS.bytesAnAvatar} bytes an avatar`, ours.bytes / size, ours.bytes / size <= BARS.bytesAnAvatar],
    ...changesBars(live),
  ]
  const lines = bars.map(([title, value, isMet]) => {
    const appliesAtSize = size >= 1_000_000 || !title.includes('×')
    const outcome = Number.isNaN(value)
      ? 'not measured'
      : isMet || appliesAtSize
        ? verdict(isMet)
        : 'a bar at 1M only'
    return `- ${title}: ${Number.isNaN(value) ? '–' : threeDigits(value)}, ${outcome}`
  })
  return ['- Identical totals and pages: met', ...lines]
}

/** Reports elapsed time and the thread's CPU time, which other programs on the machine do not affect. */
function changesBars({
  withoutChanges,
  withChanges,
  longestBlock: { adding, counting, merging },
}: LiveMeasures): Bar[] {
  return (['elapsed', 'cpu'] as const).flatMap((by): Bar[] => {
    const share = withChanges[by] / withoutChanges[by]
    const longest = Math.max(adding[by], counting[by], merging[by])
    const byWhat = by === 'elapsed' ? 'by elapsed time' : 'by CPU time'
    return [
      [
        `≥ ${BARS.changesShare * 100} % of the throughput without changes, ${byWhat}`,
        share * 100,
        share >= BARS.changesShare,
      ],
      [`event loop blocked ≤ ${BARS.longestBlockMs} ms, ${byWhat}`, longest, longest <= BARS.longestBlockMs],
    ]
  })
}

function blockText({ elapsed, cpu }: Block): string {
  return `${threeDigits(elapsed)} ms (${threeDigits(cpu)} ms of CPU time)`
}

/** Formats with three significant digits. */
function threeDigits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}
