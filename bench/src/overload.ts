import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { IN_THIS_THREAD } from '../../server/tests/support/migrated.ts'
import { newPerson, newSession } from '../../server/tests/support/people.ts'
import { startWithLimits } from './http/big-catalog.ts'
import { catalogFolder } from './http/catalog-folder.ts'
import { untilReady } from './http/process.ts'
import { scratchCopy } from './http/scratch-copy.ts'
import { readOptions } from './options.ts'
import { AttackConnections } from './overload/attack-connections.ts'
import { type Attack, attacksOn } from './overload/attacks.ts'
import type { Measurements } from './overload/other-client.ts'
import { machineLoad, mebibytes, median, printTable, report } from './report.ts'

/**
 * Measures what clients that never read cost one server with its default limits behind a proxy, and how long another
 * client's search takes meanwhile. One process endures all attacks in turn, or with `--only=TEXT` those whose names
 * contain that text.
 */
const options = readOptions({
  size: 20_000,
  seconds: 20,
  only: '',
})
const HOST = 'avatary.test'
const SAMPLE_MS = 100
/** After an attack, memory is sampled for this long and the minimum counts, because garbage is collected late. */
const SETTLE_MS = 5_000

await using scratch = await scratchCopy(await catalogFolder(options.size))
const cookie = await signIn()
const env = { PUBLIC_URL: `https://${HOST}`, TRUST_PROXY: 'loopback' }
await using server = await startWithLimits(scratch.path, env)
await untilReady(server)
const attacks = attacksOn({ host: HOST, cookie }).filter(({ name }) => name.includes(options.only))
await report('overload', textOf(await measure()), options)

async function signIn(): Promise<string> {
  await using db = await openDatabase(`sqlite:${join(scratch.path, 'avatary.sqlite')}`, IN_THIS_THREAD)
  return await newSession(db, await newPerson(db, 'otherClient'), Date.now())
}

async function measure(): Promise<string[][]> {
  const otherClient = new Worker(new URL('./overload/other-client.ts', import.meta.url), {
    workerData: server.origin,
  })
  const readMeasurements = async (): Promise<Measurements> => {
    otherClient.postMessage('report')
    const [answer] = (await once(otherClient, 'message')) as [Measurements]
    return answer
  }
  try {
    await delay(SETTLE_MS)
    const rows = [rowOf('nobody', await sampleMemory(1000), await readMeasurements())]
    for (const attack of attacks) rows.push(await measureAttack(attack, readMeasurements))
    return rows
  } finally {
    await otherClient.terminate()
  }
}

/** Takes as long as `--seconds` says, plus the time after the attack. */
async function measureAttack(
  attack: Attack,
  readMeasurements: () => Promise<Measurements>,
): Promise<string[]> {
  const memoryBefore = await sampleMemory(1000)
  await readMeasurements()
  const refusedBefore = await readMetric('rate_limit_refusals_total')
  const openBefore = await readMetric('http_connections')
  const connections = new AttackConnections(attack)
  const whenOpened = connections.open(server.origin)
  const memoryDuring = await sampleMemory(options.seconds * 1000)
  await whenOpened
  const openCount = (await readMetric('http_connections')) - openBefore
  const refusedCount = (await readMetric('rate_limit_refusals_total')) - refusedBefore
  const measurements = await readMeasurements()
  connections.close()
  const memoryAfter = await sampleMemory(SETTLE_MS)
  // Connections of the measurement itself also come and go.
  const closedText = `${Math.max(0, attack.connections - openCount)}, ${refusedCount}`
  const name = `${attack.connections} ${attack.name}`
  return rowOf(
    name,
    { first: memoryBefore.minimum, maximum: memoryDuring.maximum, minimum: memoryAfter.minimum },
    measurements,
    closedText,
  )
}

interface Memory {
  readonly first: number
  readonly maximum: number
  readonly minimum: number
}

/** Resident bytes, sampled for this many milliseconds. */
async function sampleMemory(ms: number): Promise<Memory> {
  const firstBytes = server.residentBytes()
  let [maximum, minimum] = [firstBytes, firstBytes]
  for (const endMs = performance.now() + ms; performance.now() < endMs; await delay(SAMPLE_MS)) {
    const bytes = server.residentBytes()
    maximum = Math.max(maximum, bytes)
    minimum = Math.min(minimum, bytes)
  }
  return { first: firstBytes, maximum, minimum }
}

/** The sum of a metric over its labels; 0 while nothing was counted. */
async function readMetric(name: string): Promise<number> {
  const text = await (await fetch(`${server.origin}/metrics`)).text()
  const samples = [...text.matchAll(new RegExp(`^avatary_${name}(?:{.*})? (\\S+)$`, 'gm'))]
  if (!text.includes(`# TYPE avatary_${name} `)) throw new Error(`There is no metric avatary_${name}`)
  return samples.reduce((sum, [, value]) => sum + Number(value), 0)
}

function rowOf(
  name: string,
  { first, maximum, minimum }: Memory,
  measurements: Measurements,
  closedText = '–',
): string[] {
  const memory = [first, maximum, minimum].map(mebibytes)
  const times = [measurements.searches, measurements.healthChecks].map(ms =>
    ms.length === 0 ? 'none' : `${median(ms).toFixed(1)}, ${Math.max(...ms).toFixed(0)}`,
  )
  return [name, ...memory, ...times, String(measurements.refusals), closedText]
}

function textOf(rows: readonly string[][]): string {
  const head = [
    'who never reads',
    'MiB before',
    'most',
    'after',
    'search of another client, p50, longest ms',
    '/health, p50, longest ms',
    'of these not 200',
    'closed by the server (about), refusals',
  ]
  return `${printTable(head, rows)}\n\n${options.size} avatars, ${options.seconds} s each. ${machineLoad()}`
}
