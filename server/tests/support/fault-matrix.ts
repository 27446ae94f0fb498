import type { TestContext } from 'node:test'
import { FAULTS, type Fault } from '../../../sim/src/server/faults.ts'
import type { SimServer } from '../../../sim/src/server/sim-server.ts'

/** Faults that another attempt would not end. */
const LASTING: ReadonlySet<Fault> = new Set(['wrong-types', 'huge'])

/**
 * Number of requests in one call to an upstream.
 * @param attempts of its retry policy; the default is that of upstreams without their own.
 */
export function attemptsUnder(fault: Fault, attempts = 3): number {
  return LASTING.has(fault) ? 1 : attempts
}

/** The result of one call. */
interface CallResult {
  /** The outcome as text. */
  outcome: string
  /** Milliseconds waited between attempts. */
  waitedMs: number
}

export interface FaultRow extends CallResult {
  fault: Fault
  /** Number of requests that reached the upstream. */
  attempts: number
  /** Outcome of the same call after the fault has ended. */
  afterwards: string
}

export interface FaultMatrixOptions {
  /** The test in which the table is printed. */
  t: TestContext
  /** Name of the call, used as the table's heading. */
  name: string
  sim: SimServer
  /** @param fault the present fault, for a caller that adapts its deadlines; null for none. */
  call: (fault: Fault | null) => Promise<CallResult>
}

/**
 * Calls an upstream under each fault that the simulators know, and once more after it; prints a table of the results.
 */
export async function faultMatrix({ t, name, sim, call }: FaultMatrixOptions): Promise<FaultRow[]> {
  const rows: FaultRow[] = []
  for (const fault of Object.keys(FAULTS) as Fault[]) {
    sim.faults.add({ fault })
    const before = sim.requests.length
    const result = await call(fault)
    const attempts = sim.requests.length - before
    sim.faults.clear()
    rows.push({ fault, ...result, attempts, afterwards: (await call(null)).outcome })
  }
  for (const line of table(name, rows)) t.diagnostic(line)
  return rows
}

function table(name: string, rows: readonly FaultRow[]): string[] {
  const cells = [
    [name, 'comes to', 'attempts', 'waited ms', 'afterwards'],
    ...rows.map(row => [row.fault, row.outcome, `${row.attempts}`, `${row.waitedMs}`, row.afterwards]),
  ]
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map(row => row[column]!.length)))
  return cells.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}
