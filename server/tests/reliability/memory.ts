import { setTimeout as delay } from 'node:timers/promises'
import { Random } from '../../../sim/src/dataset/random.ts'
import { idOf } from '../store/fixtures.ts'
import { ask } from './balancer.ts'
import { PipelinedClient } from './pipelined-client.ts'
import { AVATARS, startSingle, WORDS } from './system.ts'

const SEED = 1
const STREAM = 0x3e3
const CLIENTS = 8
/** Requests pipelined on one connection. */
const BATCH = 16
/** Samples of memory, a second apart. The minimum counts, as memory that only awaits collection is not in use. */
const SAMPLES = 15
/** Never refuses requests. Returns memory to the system and bounds the young generation, as `script/server` does. */
const SETTINGS = {
  OVERLOAD_LAG_MS: '0',
  RATE_LIMIT_VIEWS: '6',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '1048576',
  MALLOC_ARENA_MAX: '1',
  NODE_OPTIONS: '--max-semi-space-size=16',
}
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64)'

/** Memory use of one process after a number of requests. */
export interface MemoryUse {
  readonly requests: number
  readonly residentMebibytes: number
  readonly heapMebibytes: number
}

export interface MemoryReport {
  readonly uses: readonly MemoryUse[]
  /** Number of answers by status. */
  readonly statuses: Readonly<Record<number, number>>
  readonly requestsPerSecond: number
}

/**
 * Sends requests from many addresses, including searches that were never made before, to one process on SQLite.
 * @param marks request counts at which memory is measured, in ascending order.
 * @param report called with each measurement.
 */
export async function measureMemory(
  marks: readonly number[],
  report: (use: MemoryUse) => void,
): Promise<MemoryReport> {
  await using system = await startSingle(SETTINGS)
  const [server] = system.apis
  const url = new URL(server!.baseUrl!)
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => PipelinedClient.open(url)))
  const statuses: Record<number, number> = {}
  const uses: MemoryUse[] = []
  let sent = 0
  let busyMs = 0
  try {
    for (const mark of marks) {
      const startedMs = performance.now()
      const loops = clients.map(async client => {
        const random = new Random()
        while (sent < mark) {
          const first = sent
          sent += BATCH
          const batch = Array.from({ length: BATCH }, (_, i) => requestOf(first + i, random))
          for (const status of await client.send(batch)) statuses[status] = (statuses[status] ?? 0) + 1
        }
      })
      await Promise.all(loops)
      busyMs += performance.now() - startedMs
      const use = { requests: sent, ...(await leastMemory(server!, system.adminToken)) }
      report(use)
      uses.push(use)
    }
  } finally {
    for (const client of clients) client[Symbol.dispose]()
  }
  return { uses, statuses, requestsPerSecond: sent / (busyMs / 1000) }
}

/** The request with a given number; the same in each run. */
function requestOf(number: number, random: Random): string {
  random.startAt(SEED, STREAM, number)
  const id = idOf(random.below(AVATARS))
  const word = random.pick(WORDS)
  const offset = random.below(400)
  const dice = random.unit()
  if (dice < 0.3) return get(number, `/avatars/search?q=${word}&offset=${offset}`)
  if (dice < 0.45) return get(number, `/avatars/search?q=${word}+${number}`)
  if (dice < 0.6) return get(number, `/avatars/${id}`)
  if (dice < 0.7) return get(number, `/world/avatar/${id}`)
  if (dice < 0.75) return get(number, `/world/search?q=${word}&offset=${offset}`)
  if (dice < 0.8) return get(number, `/insights/avatars/${id}`)
  if (dice < 0.85) return get(number, `/search/suggest?q=${word.slice(0, 2)}`)
  if (dice < 0.9) return get(number, `/avatars/${idOf(AVATARS + number)}`)
  return track(number, id, `${word} ${number % 5000}`)
}

function get(number: number, path: string): string {
  return `GET /api${path} HTTP/1.1\r\n${headOf(number)}\r\n`
}

function track(number: number, id: string, term: string): string {
  const body = JSON.stringify({ event: 'view', source: 'search', term })
  const head = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  return `POST /api/avatars/${id}/track HTTP/1.1\r\n${headOf(number)}${head}\r\n${body}`
}

/** Each address sends eight requests, in one batch. */
function headOf(number: number): string {
  const address = number >> 3
  const from = `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`
  return `Host: avatary.test\r\nUser-Agent: ${BROWSER}\r\nX-Forwarded-For: ${from}\r\n`
}

async function leastMemory(server: Parameters<typeof ask>[0], adminToken: string) {
  let residentMebibytes = Number.POSITIVE_INFINITY
  let heapMebibytes = Number.POSITIVE_INFINITY
  for (let sample = 0; sample < SAMPLES; sample++) {
    await delay(1000)
    const text = await metricsOf(server, adminToken)
    residentMebibytes = Math.min(residentMebibytes, mebibytes(text, 'process_resident_memory_bytes'))
    heapMebibytes = Math.min(heapMebibytes, mebibytes(text, 'nodejs_heap_size_used_bytes'))
  }
  return { residentMebibytes, heapMebibytes }
}

async function metricsOf(server: Parameters<typeof ask>[0], adminToken: string): Promise<string> {
  const headers = { Authorization: `Bearer ${adminToken}` }
  const sent = { method: 'GET', path: '/../metrics', headers, address: '192.168.0.1' }
  return (await ask(server, sent, AbortSignal.timeout(20_000))).text
}

function mebibytes(metrics: string, name: string): number {
  const [, bytes] = new RegExp(`^avatary_${name} (\\S+)$`, 'm').exec(metrics) ?? []
  if (bytes === undefined) throw new Error(`There is no metric avatary_${name}`)
  return Number(bytes) / 2 ** 20
}
