import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startFromSnapshot } from './http/big-catalog.ts'
import { pacedLoad } from './http/paced-load.ts'
import { startServer } from './http/process.ts'
import { scratchCopy } from './http/scratch-copy.ts'
import { activeCatalogFolder } from './insights/active-catalog.ts'
import { historiesOf } from './insights/histories-of.ts'
import { insightsRequests, pathOf } from './insights/requests.ts'
import { newSearches } from './never-asked/searches.ts'
import { readOptions } from './options.ts'
import { machineLoad, mebibytes, printTable, report, verdict } from './report.ts'

/**
 * Measures the resident memory of a server over a large catalog with activity, minute by minute, under mixed load,
 * while counters change and avatars are added. The bar holds for an hour, `--minutes=60`, and for a fixed number of
 * avatars with activity. With `--growing` that number grows, because searches count impressions and the counters of all
 * avatars change.
 */
const options = readOptions({
  size: 1_000_000,
  active: 100_000,
  days: 180,
  minutes: 60,
  rate: 200,
  growing: false,
})
const { size, active, days, minutes, rate: perSecond } = options

const BAR_MIB = 800
const CONNECTIONS = 16
/** Number of searches in ten requests; none of them was made before. */
const SEARCHES_OF_TEN = 5
/** Minutes for which the table has a row, besides the last. */
const ROW_MINUTES = [1, 2, 5, 10, 20, 30, 45]
const MINUTE_SECONDS = 60
/** A server that has not loaded its insights after this many milliseconds has failed. */
const INSIGHTS_DEADLINE_MS = 600_000
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64)'

const { folder } = await activeCatalogFolder(size, active, days)
await using scratch = await scratchCopy(folder)
await using server = await startFromSnapshot(scratch.path)
const drawSearches = await newSearches(server.origin)
const insightsPaths = insightsRequests(2000, [], size).map(pathOf)
await untilAnswered(insightsPaths[0]!)
const ids = await activeIds()
const changesFile = join(import.meta.dirname, 'never-asked/changes.ts')
// `active-catalog.ts` gives activity to every nth avatar; changing counters of others would increase their number.
const step = options.growing ? 1 : Math.floor(size / active)
const database = `sqlite:${join(scratch.path, 'avatary.sqlite')}`
await using _ = await startServer(changesFile, [database, String(size), String(step)])

const rows = [await rowOf('start', 0, 0)]
for (let minute = 1; minute <= minutes; minute++) {
  const requests = requestsOf(minute)
  const { p99, acknowledgedCount, sentCount } = await pacedLoad({
    origin: server.origin,
    requests,
    perSecond,
    seconds: MINUTE_SECONDS,
    connections: CONNECTIONS,
  })
  if (acknowledgedCount < sentCount) throw new Error(`${sentCount - acknowledgedCount} answers were not 200`)
  const row = await rowOf(`${minute} min`, minute * sentCount, p99)
  if (ROW_MINUTES.includes(minute) || minute === minutes) rows.push(row)
  console.error(row.join('  '))
}
const resident = Number(mebibytes(server.residentBytes()))
const text = [
  printTable(
    [
      'after',
      'requests',
      'resident MiB',
      'peak MiB until then',
      'p99 ms',
      'with activity',
      'histories MiB',
      'without histories MiB',
    ],
    rows,
  ),
  '',
  `${size} avatars, ${active} with activity in ${days} days, ${perSecond} requests a second: of ten, five searches never made before, two rankings, two avatars, one view.`,
  options.growing
    ? 'Counters of all avatars changed, and searches counted impressions.'
    : 'Only counters of avatars with activity changed: searches were provisional, which count no impressions.',
  `100 counters changed and 20 avatars were added a second. ${machineLoad()}`,
  '',
  `- ≤ ${BAR_MIB} MiB resident after ${minutes} minutes: ${resident} MiB, ${verdict(resident <= BAR_MIB)}`,
].join('\n')
await report(`memory over time, ${size.toLocaleString('en')} avatars`, text, options)

async function rowOf(after: string, requests: number, p99: number): Promise<string[]> {
  const [resident, peak] = [server.residentBytes(), server.peakBytes()]
  const { avatars, bytes } = await historiesOf(server.origin)
  return [
    after,
    String(requests),
    mebibytes(resident),
    mebibytes(peak),
    p99.toFixed(1),
    String(avatars),
    mebibytes(bytes),
    mebibytes(resident - bytes),
  ]
}

/**
 * Waits while the server loads its insights.
 * @throws for an answer other than 200 and 503, and after the deadline.
 */
async function untilAnswered(path: string): Promise<void> {
  const startedMs = performance.now()
  for (;;) {
    const response = await fetch(server.origin + path)
    const text = await response.text()
    if (response.ok) return
    if (response.status !== 503 || performance.now() - startedMs > INSIGHTS_DEADLINE_MS)
      throw new Error(`${path} is answered ${response.status}: ${text}`)
    await delay(100)
  }
}

/** The most viewed avatars, all of which have activity. */
async function activeIds(): Promise<string[]> {
  const response = await fetch(`${server.origin}/api/insights/avatars?limit=100`)
  const { avatars } = (await response.json()) as { avatars: { id: string }[] }
  return avatars.map(({ id }) => id)
}

/** The requests of one minute. */
function requestsOf(minute: number): Buffer[] {
  const searches = drawSearches((perSecond * MINUTE_SECONDS * SEARCHES_OF_TEN) / 10)
  return Array.from({ length: perSecond * MINUTE_SECONDS }, (_, i) => {
    // Multiplied by a prime, so that consecutive requests are about avatars that are far apart.
    const n = (minute * MINUTE_SECONDS * perSecond + i) * 7919
    const id = ids[n % ids.length]!
    const kind = i % 10
    if (kind < SEARCHES_OF_TEN) return searchRequest(searches[Math.floor(i / 10) * SEARCHES_OF_TEN + kind]!)
    if (kind < 7) return getRequest(insightsPaths[n % insightsPaths.length]!)
    if (kind < 9) return getRequest(`/api/avatars/${id}`)
    return viewRequest(id)
  })
}

/** A provisional search counts no impressions, so it gives no activity to avatars that have none. */
function searchRequest(path: string): Buffer {
  return getRequest(path, options.growing ? '' : 'Search-Provisional: ?1\r\n')
}

function getRequest(path: string, headers = ''): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${requestHead()}${headers}\r\n`)
}

function viewRequest(id: string): Buffer {
  const body = JSON.stringify({ event: 'view', source: 'search' })
  const type = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  return Buffer.from(`POST /api/avatars/${id}/track HTTP/1.1\r\n${requestHead()}${type}\r\n${body}`)
}

function requestHead(): string {
  return `Host: ${new URL(server.origin).host}\r\nUser-Agent: ${BROWSER}\r\n`
}
