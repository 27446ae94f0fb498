import { worldRoutes } from '@avatary/contract/routes/world'
import { commonShape, readVrcJson, type Shape } from '../../server/tests/support/vrc-json.ts'
import { worldAddresses } from '../../server/tests/support/world-addresses.ts'
import { startOnCatalog } from './http/big-catalog.ts'
import { load } from './http/load.ts'
import { startRosters } from './http/rosters.ts'
import { readOptions } from './options.ts'
import { machineLoad, mebibytes, printTable, report } from './report.ts'

const options = readOptions({
  size: 1_000_000,
  seconds: 3,
})
const { seconds } = options

interface Endpoint {
  name: string
  paths: readonly string[]
  headers?: Record<string, string>
}

const BROTLI = { 'accept-encoding': 'br' }
const TEXTS = ['fox', 'cat', 'girl', 'dragon', '狐', 'kikyo', 'wolf', 'maid']

await using rosters = await startRosters()
await using server = await startOnCatalog(options.size, rosters.env)
const ids = await newestIds()
const readText = await readEverything(ids)
const worldRows = await measure(
  (Object.keys(worldRoutes) as (keyof typeof worldRoutes)[]).map(id => ({
    name: worldRoutes[id].path,
    paths: worldAddresses(ids)[id],
  })),
)
const otherRows = await measure(await otherEndpoints())
const head = ['endpoint', 'p50 ms', 'p99 ms', 'CPU ms', 'req/s', 'KB an answer']
const facts = [
  `${options.size} avatars, one client at a time, which sleeps until it is answered; no address requested twice. ${readText}`,
  'CPU is all that the server took for a request, compressing in other threads included; on a busy machine elapsed times are longer, CPU times are not.',
  `Ready ${server.readySeconds.toFixed(1)} s after start; ${mebibytes(server.residentBytes())} MiB resident afterwards.`,
].join('\n')
const text = `${printTable(head, worldRows)}\n\n${printTable(head, otherRows)}\n\n${facts}\n${machineLoad()}`
await report(`world, ${options.size.toLocaleString('en')} avatars`, text, options)

async function ask(address: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${server.origin}/api${address}`)
  return { status: response.status, text: await response.text() }
}

async function newestIds(): Promise<string[]> {
  const { text } = await ask('/world/list?sort=recent&limit=500')
  return (JSON.parse(text) as { avatars: { id: string }[] }).avatars.map(({ id }) => id)
}

/** @throws for a status other than 200. */
async function textOf(address: string): Promise<string> {
  const { status, text } = await ask(address)
  if (status !== 200) throw new Error(`${address} is answered ${status}: ${text}`)
  return text
}

async function readEverything(ids: readonly string[]): Promise<string> {
  const answerCount = await readAllKinds(ids)
  const { pageCount, avatarCount } = await readAllPages()
  return `A reader as strict as VRCJson read ${answerCount + pageCount} answers, with all ${avatarCount.toLocaleString('en')} listed avatars among them.`
}

/**
 * Reads every kind of answer as worlds do.
 * @returns the number of answers.
 * @throws when a world would fail.
 */
async function readAllKinds(ids: readonly string[]): Promise<number> {
  let answerCount = 0
  for (const [id, addresses] of Object.entries(worldAddresses(ids))) {
    let shape: Shape = 'anything'
    for (const address of addresses) shape = commonShape(shape, readVrcJson(await textOf(address)).shape, id)
    answerCount += addresses.length
  }
  return answerCount
}

/**
 * Reads all listed avatars as worlds do.
 * @throws when a world would fail.
 */
async function readAllPages(): Promise<{ pageCount: number; avatarCount: number }> {
  let [pageCount, avatarCount] = [0, 0]
  let shape: Shape = 'anything'
  for (let offset: number | null = 0; offset !== null; ) {
    const reading = readVrcJson(await textOf(`/world/all?offset=${offset}`))
    shape = commonShape(shape, reading.shape)
    const page = reading.value as { count: number; nextOffset: number | null }
    avatarCount += page.count
    pageCount++
    offset = page.nextOffset
  }
  return { pageCount, avatarCount }
}

/** Measures the requests of programs other than worlds. */
async function otherEndpoints(): Promise<Endpoint[]> {
  const { text } = await ask('/integrations/vrcx?search=fox&n=500')
  const avatars = JSON.parse(text) as { id: string; authorId: string; imageUrl: string }[]
  const vrcx = (query: string) => `/integrations/vrcx?${query}`
  const files = avatars.flatMap(({ imageUrl }) => /file_[0-9a-f-]+/.exec(imageUrl)?.[0] ?? [])
  const longLists = TEXTS.map(q => vrcx(`search=${encodeURIComponent(q)}&n=5000`))
  return [
    { name: '/integrations/vrcx?search=…&n=5000', paths: longLists },
    { name: '/integrations/vrcx?search=…&n=5000, brotli', paths: longLists, headers: BROTLI },
    { name: '/integrations/vrcx?search=avtr_…', paths: avatars.map(({ id }) => vrcx(`search=${id}&n=5`)) },
    {
      name: '/integrations/vrcx?authorId=…',
      paths: avatars.map(({ authorId }) => vrcx(`authorId=${authorId}`)),
    },
    { name: '/integrations/vrcx?fileId=…', paths: files.map(file => vrcx(`fileId=${file}`)) },
    { name: '/feeds/newest.atom', paths: ['/feeds/newest.atom'] },
    { name: '/feeds/tag/….atom', paths: TEXTS.map(tag => `/feeds/tag/${encodeURIComponent(tag)}.atom`) },
  ]
}

async function measure(endpoints: readonly Endpoint[]): Promise<string[][]> {
  const lines: string[][] = []
  for (const { name, paths, headers = { 'accept-encoding': 'identity' } } of endpoints) {
    const { status } = await ask(paths[0]!)
    if (status !== 200) {
      lines.push([name, `– (${status})`, '–', '–', '–', '–'])
      continue
    }
    const addresses = withNonce(paths.map(path => `/api${path}`))
    const cpuBefore = server.cpuSeconds()
    const result = await load({ origin: server.origin, paths: addresses, connections: 1, seconds, headers })
    if (result.failures > 0) throw new Error(`${name}: ${result.failures} answers were not 200`)
    const cpu = ((server.cpuSeconds() - cpuBefore) / result.requests) * 1000
    const bytes = await meanBytes(paths)
    const rate = result.requestsPerSecond.toFixed(0)
    const times = [result.p50, result.p99, cpu].map(ms => ms.toFixed(2))
    lines.push([name, ...times, rate, (bytes / 1024).toFixed(1)])
  }
  return lines
}

async function meanBytes(paths: readonly string[]): Promise<number> {
  const answers = await Promise.all(paths.slice(0, 24).map(ask))
  return answers.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) / answers.length
}

/** Adds an unknown parameter to each path, so that no answer comes from the cache. */
function withNonce(paths: readonly string[]): string[] {
  const repetitions = Math.ceil(20_000 / paths.length)
  return Array.from({ length: repetitions }, (_, nonce) =>
    paths.map(path => `${path}${path.includes('?') ? '&' : '?'}nonce=${nonce}`),
  ).flat()
}
