import type { Clock } from '../kernel/clock.ts'
import type { DatabaseFault, DatabaseUnavailableError } from '../kernel/database-unavailable.ts'
import type { Log } from '../kernel/log.ts'
import type { CountEvents, Meter } from '../kernel/meter.ts'
import type { DatabaseObserver } from './db/availability.ts'

export interface DatabaseFaultsDeps {
  log: Log
  clock: Clock
  metrics: Meter
}

/** Minimum time between two log lines about the same fault. */
const LOG_PAUSE_MS = 60_000

interface LoggedFault {
  atMs: number
  /** Repetitions since then, which were not logged. */
  count: number
}

/**
 * Counts faults of the database. Logs at most one line a minute for each kind, with the number of those in between:
 * under load there are thousands a second.
 */
export class DatabaseFaults implements DatabaseObserver {
  readonly #deps: DatabaseFaultsDeps
  readonly #count: CountEvents<'fault'>
  readonly #loggedFaults = new Map<DatabaseFault, LoggedFault>()
  #awaySinceMs = 0

  constructor(deps: DatabaseFaultsDeps) {
    this.#deps = deps
    this.#count = deps.metrics.events(
      'avatary_record_faults_total',
      'Statements that the database could not run, by fault',
      ['fault'],
    )
  }

  onFailedStatement({ fault, message }: DatabaseUnavailableError): void {
    this.#count({ fault })
    const nowMs = this.#deps.clock.now()
    const loggedFault = this.#loggedFaults.get(fault)
    if (loggedFault !== undefined && Math.abs(nowMs - loggedFault.atMs) < LOG_PAUSE_MS) {
      loggedFault.count++
      return
    }
    const repetitions = loggedFault?.count ? { more: loggedFault.count } : {}
    this.#deps.log.error(
      { event: 'database-fault', fault, reason: message, ...repetitions },
      'A statement of the database failed',
    )
    this.#loggedFaults.set(fault, { atMs: nowMs, count: 0 })
  }

  onAway({ fault, message }: DatabaseUnavailableError): void {
    this.#awaySinceMs = this.#deps.clock.now()
    this.#deps.log.error(
      { event: 'database-away', fault, reason: message },
      'The database is away; reads from memory go on',
    )
  }

  onBack(): void {
    const awayMs = this.#deps.clock.now() - this.#awaySinceMs
    const repetitions = Object.fromEntries(
      [...this.#loggedFaults].map(([fault, { count }]) => [fault, count]),
    )
    this.#deps.log.warn({ event: 'database-back', awayMs, more: repetitions }, 'The database is back')
    for (const loggedFault of this.#loggedFaults.values()) loggedFault.count = 0
  }
}
