import { constants } from 'node:os'
import { parseArgs } from 'node:util'
import { fuzz, summary } from '../fuzz/fuzz.ts'
import { NO_LIMITS } from '../support/no-limits.ts'
import { campaign, type Row } from './campaign.ts'
import { measureMemory } from './memory.ts'
import { cellsOf, findingsOf, lineOf, record, tableOf } from './report.ts'
import { startSeveral, startSingle } from './system.ts'
import { checkOut, lastMigration, replacementsOf } from './versions.ts'

/** Maximum ratio of memory after all requests to memory after a tenth of them. */
const MEMORY_GROWTH = 1.1
const UNLIMITED = {
  OVERLOAD_LAG_MS: '0',
  ...NO_LIMITS,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    record: { type: 'boolean', default: false },
    old: { type: 'string' },
    requests: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
})

/** @returns true when nothing was lost and nothing was wrong. */
async function tryFaults(): Promise<boolean> {
  const rows: Row[] = []
  for (const start of [startSeveral, () => startSingle()]) {
    await using system = await start()
    const found = await campaign(system, {
      people: 30,
      pauseMs: 140,
      isTried: ({ name }) => name.includes(values.only),
      report: row => console.error(lineOf(cellsOf(row)), findingsOf([row])),
    })
    rows.push(...found)
  }
  console.log(tableOf(rows))
  if (values.record) record('results', rows)
  return findingsOf(rows) === ''
}

/**
 * @returns true when nothing was lost while processes of an earlier version were replaced by this one, and one went
 * back.
 */
async function tryVersions(): Promise<boolean> {
  using old = checkOut(values.old ?? lastMigration())
  await using system = await startSeveral(old.cli)
  const rows = await campaign(system, {
    people: 30,
    pauseMs: 140,
    faultsOf: ({ apis, worker }) => replacementsOf(apis, worker!, old.cli),
    isTried: ({ name }) => name.includes(values.only),
    report: row => console.error(lineOf(cellsOf(row)), findingsOf([row])),
  })
  console.log(`${old.commit} and this version:\n${tableOf(rows)}`)
  if (values.record) record('versions', rows, `, the old version is ${old.commit.slice(0, 8)}`)
  return findingsOf(rows) === ''
}

/** @returns true when memory hardly grew after the first tenth of the requests, and each request was answered. */
async function tryMemory(): Promise<boolean> {
  const requests = Number(values.requests ?? 1_000_000)
  const marks = [0.1, 0.3, 0.6, 1].map(part => Math.round(part * requests))
  const { uses, statuses, requestsPerSecond } = await measureMemory(marks, use => console.error(use))
  console.log({ requestsPerSecond: Math.round(requestsPerSecond), statuses })
  console.table(uses)
  const isExpected = Object.keys(statuses).every(status => status === '200' || status === '404')
  return isExpected && uses.at(-1)!.residentMebibytes <= uses[0]!.residentMebibytes * MEMORY_GROWTH
}

/** @returns true when every answer matched the contract. */
async function tryFuzz(): Promise<boolean> {
  await using system = await startSingle(UNLIMITED)
  const url = system.apis[0]!.baseUrl!
  const requests = Number(values.requests ?? 100_000)
  const report = await fuzz({ url, requests, seed: Number(values.seed) })
  console.log(summary(report))
  return report.findings.length === 0
}

const TRIES = new Map([
  ['faults', tryFaults],
  ['versions', tryVersions],
  ['memory', tryMemory],
  ['fuzz', tryFuzz],
])
// Servers are ended on the `exit` event, which an unhandled signal skips.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(128 + constants.signals[signal]))
const [kind = 'faults'] = positionals
const attempt = TRIES.get(kind)
if (attempt === undefined) {
  console.error(`There is no "${kind}": script/reliability [${[...TRIES.keys()].join('|')}]`)
  process.exitCode = 2
} else {
  process.exitCode = (await attempt()) ? 0 : 1
}
