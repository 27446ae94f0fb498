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

/** The pause between two lines about the same fault. */
const PAUSE_MS = 60_000

interface Told {
  atMs: number
  /** The number of faults since. */
  count: number
}

/**
 * Tells operators of what goes wrong with the system of record: every fault is counted, and of each kind one line a
 * minute is logged with how many there were. Under load there are thousands in a second, all the same.
 */
export class DatabaseFaults implements DatabaseObserver {
  readonly #log: Log
  readonly #clock: Clock
  readonly #count: CountEvents<'fault'>
  readonly #told = new Map<DatabaseFault, Told>()
  #awaySinceMs = 0

  constructor({ log, clock, metrics }: DatabaseFaultsDeps) {
    this.#log = log
    this.#clock = clock
    this.#count = metrics.events(
      'avatary_record_faults_total',
      'Statements that the system of record could not do, by why',
      ['fault'],
    )
  }

  failed({ fault, message }: DatabaseUnavailableError): void {
    this.#count({ fault })
    const nowMs = this.#clock.now()
    const told = this.#told.get(fault)
    if (told !== undefined && Math.abs(nowMs - told.atMs) < PAUSE_MS) {
      told.count++
      return
    }
    const more = told?.count ? { more: told.count } : {}
    this.#log.error(
      { event: 'database-fault', fault, reason: message, ...more },
      'The database could not do what it was asked',
    )
    this.#told.set(fault, { atMs: nowMs, count: 0 })
  }

  away({ fault, message }: DatabaseUnavailableError): void {
    this.#awaySinceMs = this.#clock.now()
    this.#log.error(
      { event: 'database-away', fault, reason: message },
      'The database is away; reads from memory go on',
    )
  }

  back(): void {
    const awayMs = this.#clock.now() - this.#awaySinceMs
    const more = Object.fromEntries([...this.#told].map(([fault, { count }]) => [fault, count]))
    this.#log.warn({ event: 'database-back', awayMs, more }, 'The database is back')
    for (const told of this.#told.values()) told.count = 0
  }
}
