import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Entry point of a thread that sends requests as another client does; it answers each message with its measurements
 * since the last one.
 */

/** Times in milliseconds of answers with status 200, and the number of other answers. */
export interface Measurements {
  readonly searches: number[]
  readonly healthChecks: number[]
  readonly refusals: number
}

const PAUSE_MS = 50
const origin = workerData as string
const words = ['fox', 'wolf', 'cat', 'dragon', 'robot', 'maid', 'rabbit']
let measurements = { searches: [] as number[], healthChecks: [] as number[], refusals: 0 }

parentPort!.on('message', () => {
  parentPort!.postMessage(measurements satisfies Measurements)
  measurements = { searches: [], healthChecks: [], refusals: 0 }
})

async function ask(path: string, number: number): Promise<void> {
  const startedMs = performance.now()
  const address = `10.2.${(number >> 8) & 255}.${number & 255}`
  const answer = await fetch(`${origin}/api${path}`, { headers: { 'X-Forwarded-For': address } })
  await answer.arrayBuffer()
  const ms = performance.now() - startedMs
  if (answer.status !== 200) measurements.refusals++
  else if (path === '/health') measurements.healthChecks.push(ms)
  else measurements.searches.push(ms)
}

for (let number = 0; ; number++) {
  const word = words[number % words.length]
  // Each search is new to the server.
  await ask(`/avatars/search?q=${word}&offset=${number % 500}&nonce=${number}`, number)
  if (number % 5 === 0) await ask('/health', number)
  await delay(PAUSE_MS)
}
