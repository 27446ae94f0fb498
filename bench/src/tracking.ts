import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { startOnFolder } from './http/big-catalog.ts'
import { catalogFolder } from './http/catalog-folder.ts'
import { pacedLoad } from './http/paced-load.ts'
import { type Server, untilReady } from './http/process.ts'
import { scratchCopy } from './http/scratch-copy.ts'
import { readOptions } from './options.ts'
import { mebibytes, printTable, report } from './report.ts'
import { blockMsOf, watchIdleThread } from './tracking/loop-probe.ts'

/** Measures how many events per second one process counts, and checks that a graceful stop loses none. */
const options = readOptions({
  size: 20_000,
  rate: 5000,
  seconds: 10,
})
const { size, rate: perSecond, seconds } = options

const USER_AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; Quest 3) AppleWebKit/537.36 OculusBrowser/38.2 Chrome/132.0 VR Safari/537.36',
]
const REFERRERS = [
  '',
  'https://vrchat.com/home',
  'https://discord.com/',
  'https://www.google.de/',
  'https://a.example/',
]
const SOURCES = ['search', 'trending', 'favorites', 'home', 'creator']
const TERMS = ['fox', 'wolf', 'dragon', 'cat', 'maid', 'furry', 'quest', 'cute', 'dark', 'neon']
const COUNTRIES = ['US', 'JP', 'DE', 'FR', 'KR', 'GB', 'BR', 'CA']

/** Generates events from visitors of all kinds, most of them about a few avatars. */
function requestsFor(ids: readonly string[], host: string): Buffer[] {
  return Array.from({ length: 50_000 }, (_, i) => {
    const pick = <Value>(values: readonly Value[], step: number) =>
      values[Math.floor(i / step) % values.length]!
    const id = ids[Math.floor(ids.length * ((i * 0.618034) % 1) ** 3)]!
    const body = JSON.stringify({
      event: i % 5 === 4 ? 'outbound' : 'view',
      source: pick(SOURCES, 1),
      platform: pick(['pc', 'quest', 'all'], 2),
      referrer: pick(REFERRERS, 3),
      ...(i % 2 === 0 && { term: pick(TERMS, 7) }),
    })
    const head = [
      `POST /api/avatars/${id}/track HTTP/1.1`,
      `Host: ${host}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      `User-Agent: ${pick(USER_AGENTS, 11)}`,
      `CF-IPCountry: ${pick(COUNTRIES, 13)}`,
    ]
    return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
  })
}

async function idsOf({ origin }: Server): Promise<string[]> {
  const ids: string[] = []
  for (let offset: number | null = 0; offset !== null && ids.length < 20_000; ) {
    const answer = await fetch(`${origin}/api/avatars/all?offset=${offset}`)
    const page = (await answer.json()) as { nextOffset: number | null; avatars: { id: string }[] }
    ids.push(...page.avatars.map(({ id }) => id))
    offset = page.nextOffset
  }
  return ids
}

/** Once a second, reads the longest block of the event loop since the last read, in milliseconds. */
async function longestBlock({ origin }: Server, signal: AbortSignal): Promise<number> {
  let longest = 0
  while (!signal.aborted) {
    await delay(1000)
    const text = await (await fetch(`${origin}/metrics`)).text()
    const seconds = Number(/^avatary_nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1])
    longest = Math.max(longest, blockMsOf(seconds * 1000))
  }
  return longest
}

/** Sums of events according to each table; `hours` sums the buckets of hours, `cells` counts all buckets. */
interface StoredCounts {
  views: number
  outbound: number
  days: number
  site: number
  hours: number
  cells: number
}

function readStored(folder: string): StoredCounts {
  using db = new DatabaseSync(join(folder, 'avatary.sqlite'), { readOnly: true })
  // The dimension `hours` has index 3, stored above the 16 bits of the bucket.
  const firstHour = 3 << 16
  return db
    .prepare(
      `select (select coalesce(sum(views), 0) from avatar_days) as views,
              (select coalesce(sum(outbound), 0) from avatar_days) as outbound,
              (select coalesce(sum(views + outbound), 0) from avatar_days) as days,
              (select coalesce(sum(views + outbound), 0) from site_days) as site,
              (select coalesce(sum(views + outbound), 0) from audience_cells
                where cell between ${firstHour} and ${firstHour + 23}) as hours,
              (select count(*) from audience_cells) as cells`,
    )
    .get() as unknown as StoredCounts
}

await using scratch = await scratchCopy(await catalogFolder(size))
const storedBefore = readStored(scratch.path)
await using server = await startOnFolder(scratch.path, { COUNTRY_HEADER: 'CF-IPCountry' })
await untilReady(server)
const requests = requestsFor(await idsOf(server), new URL(server.origin).host)
await fetch(`${server.origin}/metrics`)
const [cpuBefore, memoryStart] = [server.cpuSeconds(), server.residentBytes()]
const idleThread = watchIdleThread()
const watchEnd = new AbortController()
const longestBlockMs = longestBlock(server, watchEnd.signal)
const { origin } = server
const load = await pacedLoad({ origin, requests, perSecond, seconds, connections: 64 })
const { acknowledgedCount, sentCount } = load
const coresUsed = (server.cpuSeconds() - cpuBefore) / load.seconds
watchEnd.abort()
const [block, idleBlock] = [await longestBlockMs, await idleThread.longestBlockMs()]
const memoryEnd = server.residentBytes()
const stopStartedMs = performance.now()
await server.stop()
const stopSeconds = (performance.now() - stopStartedMs) / 1000
const storedAfter = readStored(scratch.path)

const lostCount = acknowledgedCount - (storedAfter.days - storedBefore.days)
const table = printTable(
  ['measure', 'value', 'bar'],
  [
    ['events acknowledged', `${acknowledgedCount} of ${sentCount} in ${load.seconds.toFixed(1)} s`, ''],
    ['events a second', (acknowledgedCount / load.seconds).toFixed(0), `${perSecond} for ${seconds} s`],
    ['answer, p50 and p99', `${load.p50.toFixed(1)} and ${load.p99.toFixed(1)} ms`, ''],
    ['processor cores used', coresUsed.toFixed(2), ''],
    ['longest block of the event loop', `${block.toFixed(0)} ms`, '20 ms'],
    ['longest block of an idle thread', `${idleBlock.toFixed(0)} ms`, ''],
    ['resident memory, before and after', `${mebibytes(memoryStart)} and ${mebibytes(memoryEnd)} MiB`, ''],
    ['graceful stop', `${stopSeconds.toFixed(2)} s`, ''],
    [
      'views and outbound clicks stored',
      `${storedAfter.views - storedBefore.views} and ${storedAfter.outbound - storedBefore.outbound}`,
      '',
    ],
    ['lost at graceful stop', String(lostCount), '0'],
    [
      'site totals and hours, difference to avatars',
      `${storedAfter.site - storedAfter.days} and ${storedAfter.hours - storedAfter.days}`,
      '0 and 0',
    ],
    ['audience buckets', String(storedAfter.cells), ''],
  ],
)
await report(`Tracking, ${size} avatars`, table, options)
if (lostCount !== 0) process.exitCode = 1
