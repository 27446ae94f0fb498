import { setTimeout as delay } from 'node:timers/promises'
import type { ServerProcess } from '../support/server-process.ts'
import { Balancer } from './balancer.ts'
import { Clients } from './clients.ts'
import { type Fault, faultsOf } from './faults.ts'
import { GreedyClient } from './greedy-client.ts'
import { Ledger } from './ledger.ts'
import { EventStream } from './streams.ts'
import { READ_LIMIT, type TestSystem } from './system.ts'
import { Tally } from './tally.ts'
import { type VerifyDeps, verify } from './verify.ts'
import { Views } from './views.ts'
import { Wellness } from './wellness.ts'

/** Duration of load without a fault, before and after each fault. */
const QUIET_MS = 2000
const STREAMS = 3
/** Log events that are expected, because they report the fault itself. */
const EXPECTED = ['database-away', 'database-fault', 'redis-away']
/**
 * Maximum allowance of an address, in multiples of the limit, when Redis was too slow and a process counted alone
 * (docs/operate.md).
 */
const TOLERANCE_ALONE = 1.5

export interface Row {
  readonly fault: string
  readonly answers: number
  readonly unavailable: number
  readonly unanswered: number
  readonly longestFailureSeconds: number
  /** Seconds from the end of the fault until all was well; infinite when that took more than a minute. */
  readonly wellSeconds: number
  /** The sign of health that came last. */
  readonly wellLast: string
  readonly acknowledged: number
  readonly allowed: number
  readonly limit: number
  /** Acknowledged writes that are lost, and counters that differ from what was acknowledged. */
  readonly lost: readonly string[]
  /** Wrong answers, exceeded limits, and unexpected errors in the log. */
  readonly wrong: readonly string[]
}

export interface CampaignOptions {
  readonly people: number
  /** Milliseconds between two requests of a person. */
  readonly pauseMs: number
  /** The faults, in order. Default: one process of each kind is killed, frozen and restarted. */
  readonly faultsOf?: (system: TestSystem, views: Views) => readonly Fault[]
  /** Selects the faults to try. */
  readonly isTried: (fault: Fault) => boolean
  readonly report: (row: Row) => void
}

/** Causes each fault while clients send requests, and then checks what was acknowledged. */
export async function campaign(system: TestSystem, options: CampaignOptions): Promise<Row[]> {
  const tally = new Tally()
  const ledger = new Ledger()
  const views = new Views()
  using balancer = new Balancer(system.apis, tally)
  const streams = Array.from({ length: STREAMS }, (_, i) => new EventStream(balancer, `10.255.0.${i}`))
  const names = Array.from({ length: options.people }, (_, i) => `person${i}`)
  const [prober, ...people] = await system.signIn(['prober', ...names])
  const deps = { system, balancer, tally, ledger, views, streams }
  const clients = new Clients(deps, people, options.pauseMs)
  const wellness = new Wellness(system, prober!)
  const rows: Row[] = []
  try {
    await wellness.reached()
    for (const fault of (options.faultsOf ?? faultsOf)(system, views).filter(options.isTried)) {
      const row = await suffer(fault, { ...deps, clients }, wellness, `10.254.0.${rows.length}`)
      options.report(row)
      rows.push(row)
    }
  } finally {
    await Promise.all([clients.stop(), ...streams.map(stream => stream.stop())])
  }
  return rows
}

async function suffer(fault: Fault, deps: VerifyDeps, wellness: Wellness, address: string): Promise<Row> {
  const { system, tally, ledger, clients } = deps
  tally.begin()
  const acknowledgedBefore = ledger.acknowledged
  const linesSince = watchLogs(system)
  const greedy = new GreedyClient(deps.balancer, address)
  await Promise.all([delay(QUIET_MS), greedy.hadLimit()])
  await fault.begin()
  await delay(fault.lastsMs)
  await fault.end()
  const endedMs = performance.now()
  const well = await wellness.reached()
  await delay(QUIET_MS)
  await greedy.stop()
  await clients.pause()
  const { lastBadMs } = tally
  const lost = await verify(deps)
  const lines = linesSince()
  const isDivided = lines.some(({ event }) => event === 'redis-away')
  const most = Math.max(fault.tolerance, isDivided ? TOLERANCE_ALONE : 1) * READ_LIMIT
  const wrong = [
    ...tally.wrong,
    ...(greedy.allowed > most ? [`${greedy.allowed} requests were allowed, ${most} may be`] : []),
    ...(greedy.refused === 0 ? ['no request was refused, so that no limit was tried'] : []),
    ...(Number.isFinite(well.ms) ? [] : [`not well within a minute: ${well.last}`]),
    ...lines
      .filter(({ level, event }) => level === 'error' && !EXPECTED.includes(String(event)))
      .map(line => JSON.stringify(line)),
  ]
  clients.resume()
  return {
    fault: fault.name,
    answers: tally.answers,
    unavailable: tally.unavailable,
    unanswered: tally.unanswered,
    longestFailureSeconds: tally.longestFailureMs / 1000,
    wellSeconds: Math.max(well.ms, lastBadMs - endedMs) / 1000,
    wellLast: well.last,
    acknowledged: ledger.acknowledged - acknowledgedBefore,
    allowed: greedy.allowed,
    limit: READ_LIMIT,
    lost,
    wrong,
  }
}

/** @returns a function that returns the lines logged since this call. */
function watchLogs({ apis, worker }: TestSystem): () => ServerProcess['lines'] {
  const logs = [...apis, ...(worker === null ? [] : [worker])].map(process => {
    const before = process.lines.length
    return () => process.lines.slice(before)
  })
  return () => logs.flatMap(linesOf => linesOf())
}
