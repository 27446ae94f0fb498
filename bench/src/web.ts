import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchChromium } from '../../server/tests/support/chromium.ts'
import { startFromSnapshot, startOnCatalog, startOnFolder } from './http/big-catalog.ts'
import { type Server, untilReady } from './http/process.ts'
import { readOptions } from './options.ts'
import { machineLoad, printTable, report } from './report.ts'
import { measureReturn, measureScroll } from './web/lists.ts'
import { measurePages } from './web/loads.ts'
import { measureSaved } from './web/saved.ts'
import { routeSizes } from './web/sizes.ts'
import { measureKeys } from './web/typing.ts'

/** Measures the web site in Chromium with the demo and with a synthetic catalog, or with that of a data folder. */
const options = readOptions({
  size: 100_000,
  data: '',
  rounds: 5,
})
/** The URL to which the demo's community site redirects people. */
const PUBLIC_URL = 'http://avatary.localhost'
const { rounds } = options
await using scratch = await mkdtempDisposable(join(tmpdir(), 'avatary-bench-web-'))
// Uses the browser that people have, not the windowless build that tests start.
await using browser = await launchChromium([], ['chromium'])
const rows: string[][] = []
await measure('demo', startDemo)
const { data, size } = options
await measure(null, () => (data === '' ? startOnCatalog(size) : startFromSnapshot(data)))
const sizes = printTable(['route', 'script kB', 'style kB'], await routeSizes())
const times = printTable(['catalog', 'what', 'value', 'unit'], rows)
const facts = [
  'Sizes are brotli; a route other than the search page: what it adds. Cold cache for each load, loopback, software rendering.',
  'From key to painted answer: each letter of five words, from its event to the end of the frame that shows its own total; another visitor typed them before.',
  'Of 10,000 saved avatars the answers are made up, the cards and their pictures are those of the demo.',
  'CPU time is that of the main thread of the page, which other programs on the machine change little; in brackets what of it is script, style and layout.',
  'A slow frame: milliseconds by cause, CPU time of the main thread by kind, a task without a processor, and no task at all.',
  machineLoad(),
].join('\n')
const text = `${sizes}\n\n${times}\n\n${facts}`
await report('web', text, options)

async function startDemo(): Promise<Server> {
  const server = await startOnFolder(scratch.path, { PUBLIC_URL, DEMO: '1' })
  await untilReady(server)
  return server
}

/** @param name of the catalog; null names it by its number of avatars. */
async function measure(name: string | null, start: () => Promise<Server>): Promise<void> {
  await using server = await start()
  const catalog = name ?? (await listedCount(server)).toLocaleString('en')
  const site = { browser, origin: server.origin }
  const measurements = [
    ...(await measurePages(site, rounds)),
    ...(await measureKeys(site)),
    ...(await measureReturn(site)),
    ...(await measureScroll(site)),
    ...(name === null ? [] : await measureSaved(site, PUBLIC_URL)),
  ]
  rows.push(...measurements.map(({ name: what, value, unit }) => [catalog, what, value, unit]))
}

async function listedCount({ origin }: Server): Promise<number> {
  return ((await (await fetch(`${origin}/api/stats`)).json()) as { listed: number }).listed
}
