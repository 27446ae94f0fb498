import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startOnFolder } from './http/big-catalog.ts'
import { pacedLoad } from './http/paced-load.ts'
import { untilReady } from './http/process.ts'
import { scratchCopy } from './http/scratch-copy.ts'
import { activeCatalogFolder } from './insights/active-catalog.ts'
import { readOptions } from './options.ts'
import { printTable, report } from './report.ts'
import type { Turn } from './turns/turn.ts'

/** Measures the longest turns of a server's event loop during background work, by CPU time and by the clock. */
const options = readOptions({
  size: 100_000,
  active: 100_000,
  imported: 20_000,
  days: 30,
})
const { size, active, imported, days } = options
const root = resolve(import.meta.dirname, '../..')
/** Maximum duration of a turn. */
const MAX_TURN_MS = 20

const { folder } = await activeCatalogFolder(size, Math.min(active, size), days)
await using scratch = await scratchCopy(folder)
const turnsFile = join(scratch.path, 'turns.ndjson')
const start = () =>
  startOnFolder(scratch.path, {
    TURNS_FILE: turnsFile,
    NODE_OPTIONS: `--import ${new URL('./turns/record-turns.ts', import.meta.url)}`,
  })

const rows: string[][] = []
const phase = async (name: string, work: () => Promise<unknown>) => {
  const startedMs = Date.now()
  await work()
  rows.push(rowOf(name, await turnsSince(startedMs)))
}
let server = await start()
await phase('reading all rows', async () => {
  await untilReady(server)
  await untilSnapshotsWritten()
})
await phase(`importing ${imported} avatars, and merging them`, async () => {
  await importNewAvatars()
  await untilMerged(server.origin)
})
await phase('1,000 views a second', () => sendViews(server.origin))
await server.stop()
server = await start()
await phase('loading the snapshot', () => untilReady(server))
await server.stop()
const table = printTable(
  [
    'while',
    'longest turns, CPU ms',
    `> ${MAX_TURN_MS} ms`,
    'by the clock',
    `> ${MAX_TURN_MS} ms by the clock`,
  ],
  rows,
)
const text = `${table}\n\n${size} avatars, ${Math.min(active, size)} with activity in ${days} days. Turns that began before the process listened are not counted.`
await report(`turns of the event loop, ${size.toLocaleString('en')} avatars`, text, options)

/** @returns the long turns that began after `ms`. */
async function turnsSince(ms: number): Promise<Turn[]> {
  const text = existsSync(turnsFile) ? await readFile(turnsFile, 'utf8') : ''
  const turns = text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Turn)
  return turns.filter(({ endedMs, elapsedMs }) => endedMs - elapsedMs >= ms)
}

function rowOf(name: string, turns: readonly Turn[]): string[] {
  return [
    name,
    ...longestOf(turns.map(({ cpuMs }) => cpuMs)),
    ...longestOf(turns.map(({ elapsedMs }) => elapsedMs)),
  ]
}

/** @returns the five longest durations, and how many exceed the maximum. */
function longestOf(durationsMs: number[]): string[] {
  const longest = durationsMs.sort((a, b) => b - a).slice(0, 5)
  return [
    longest.map(ms => ms.toFixed(0)).join(', '),
    String(durationsMs.filter(ms => ms > MAX_TURN_MS).length),
  ]
}

async function untilSnapshotsWritten(): Promise<void> {
  for (const name of ['catalog.snapshot', 'insights.snapshot'])
    while (!existsSync(join(scratch.path, name))) await delay(200)
}

/** Imports avatars that are not in the catalog yet. */
async function importNewAvatars(): Promise<void> {
  const dataset = [join(root, 'sim/src/dataset/cli.ts'), String(size + imported), `--start=${size}`]
  const generator = spawn(process.execPath, dataset, { stdio: ['ignore', 'pipe', 'inherit'] })
  const importer = spawn(process.execPath, [join(root, 'server/dist/cli.js'), 'import', '-'], {
    stdio: [generator.stdout, 'ignore', 'inherit'],
    env: { ...process.env, DATA_DIR: scratch.path },
  })
  await once(importer, 'exit')
}

/** Waits, while searching, until the server has had time to merge what it received. */
async function untilMerged(origin: string): Promise<void> {
  for (let i = 0; i < 100; i++) {
    await (await fetch(`${origin}/api/avatars/search?q=fox&offset=${i}`)).arrayBuffer()
    await delay(50)
  }
}

async function sendViews(origin: string): Promise<void> {
  const answer = await fetch(`${origin}/api/avatars/all?offset=0`)
  const { avatars } = (await answer.json()) as { avatars: { id: string }[] }
  const { host } = new URL(origin)
  const requests = avatars.map(({ id }) => {
    const body = '{"event":"view","source":"search"}'
    const head = `POST /api/avatars/${id}/track HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json`
    return Buffer.from(`${head}\r\nContent-Length: ${body.length}\r\nUser-Agent: Mozilla/5.0\r\n\r\n${body}`)
  })
  await pacedLoad({ origin, requests, perSecond: 1000, seconds: 10, connections: 16 })
}
