import { type CountedGroup, LIMIT_GROUPS } from '@avatary/contract/limits'
import type { Clock } from '../../kernel/clock.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { type ClientNetwork, widerNetwork } from './client-network.ts'
import { toConsumption, unusedWindow, type WindowState } from './consumption.ts'
import { type Consumption, type Limiter, type Limits, UNLIMITED, WINDOW_MS } from './limiter.ts'
import { type CounterTable, SharedTable, WindowTable } from './window-table.ts'

/**
 * Counters per table. The two tables take at most 19.1 MiB each, and 9.6 more while one copies its old arrays to grow.
 */
const CAPACITY = 786_432

/** Counters of the shared table, which takes 768 KiB and is allocated only when a table is full. */
const SHARED_SLOTS = 2 ** 16

const BACKSTOP = LIMIT_GROUPS.length
/** The only group that the backstop does not count. */
const FILES = LIMIT_GROUPS.indexOf('files')

/** The case in which a charge is counted: `peek` is never, `consume` when it is allowed, `count` always. */
type TakeWhen = 'never' | 'allowed' | 'always'

/** A window and the row of its counter; `table` is null while it has none. */
interface CountedWindow extends WindowState {
  table: CounterTable | null
  row: number
}

export interface MemoryLimiterDeps extends Pick<SystemDeps, 'clock' | 'random'> {
  limits: Limits
  /** Counters per table; for tests. */
  capacity?: number
}

/**
 * The limits of one process, in at most 39 MiB for any number of addresses, and 49 while a table grows. A fixed window
 * begins with a client's first request, so a client that waits for `RateLimit-Reset` is not refused.
 * A counter is in the table of the minute in which it began. Two tables cover every live window; older tables are
 * dropped. Live counters are never evicted, or a flood of addresses could reset them: when a table is full, new
 * addresses share counters with their wider network.
 */
export class MemoryLimiter implements Limiter {
  #limits: readonly number[]
  readonly #clock: Clock
  readonly #capacity: number
  readonly #seed: number
  #currentTable: WindowTable
  #previousTable: WindowTable | null = null
  #sharedTable: SharedTable | null = null
  /** Reused by every charge to avoid allocations; charges are synchronous. */
  readonly #groupWindow = newCountedWindow()
  readonly #backstopWindow = newCountedWindow()

  constructor({ limits, clock, random, capacity = CAPACITY }: MemoryLimiterDeps) {
    this.#limits = inOrder(limits)
    this.#clock = clock
    this.#capacity = capacity
    this.#seed = Math.floor(random() * 2 ** 32)
    this.#currentTable = this.#newTable(clock.now())
  }

  /** Replaces the limits; the counts stay. */
  set limits(limits: Limits) {
    this.#limits = inOrder(limits)
  }

  async consume(group: CountedGroup, client: ClientNetwork, cost: number): Promise<Consumption> {
    return this.consumeNow(group, client, cost)
  }

  consumeNow(group: CountedGroup, client: ClientNetwork, cost: number): Consumption {
    return this.#charge(LIMIT_GROUPS.indexOf(group), client, cost, 'allowed')
  }

  async peek(group: CountedGroup, client: ClientNetwork): Promise<Consumption> {
    return this.#charge(LIMIT_GROUPS.indexOf(group), client, 1, 'never')
  }

  /** Counts a charge that was allowed elsewhere, even beyond the limits of this process. */
  count(group: CountedGroup, client: ClientNetwork, cost: number): void {
    this.#charge(LIMIT_GROUPS.indexOf(group), client, cost, 'always')
  }

  #charge(group: number, client: ClientNetwork, cost: number, takeWhen: TakeWhen): Consumption {
    const now = this.#clock.now()
    this.#rotate(now)
    const groupWindow = this.#check(this.#groupWindow, group, client, cost, now)
    if (group === FILES) {
      if (isTakenAt(takeWhen, groupWindow.allowed)) this.#take(groupWindow, group, client, cost, now)
      return toConsumption(groupWindow, groupWindow)
    }
    const backstop = this.#check(this.#backstopWindow, BACKSTOP, client, 1, now)
    if (isTakenAt(takeWhen, groupWindow.allowed && backstop.allowed)) {
      this.#take(groupWindow, group, client, cost, now)
      this.#take(backstop, BACKSTOP, client, 1, now)
    }
    return toConsumption(groupWindow, backstop)
  }

  #check(
    window: CountedWindow,
    group: number,
    client: ClientNetwork,
    cost: number,
    now: number,
  ): CountedWindow {
    const limit = this.#limits[group]!
    window.limit = limit === 0 ? UNLIMITED : limit
    window.remaining = limit === 0 ? Infinity : limit
    window.resetMs = WINDOW_MS
    window.table = null
    if (limit !== 0 && this.#find(window, group, client, now)) {
      const table = window.table! as CounterTable
      window.remaining = Math.max(0, limit - table.used(window.row))
      window.resetMs = table.startedMs(window.row) + WINDOW_MS - now
    }
    window.allowed = cost <= window.remaining
    return window
  }

  #take(window: CountedWindow, group: number, client: ClientNetwork, cost: number, now: number): void {
    if (window.remaining === Infinity) return
    if (window.table === null) this.#begin(window, group, client, now)
    window.table!.add(window.row, cost)
    window.remaining -= cost
  }

  /** Finds a client's live counter, which is its own or, when the table is full, the one that it shares. */
  #find(window: CountedWindow, group: number, client: ClientNetwork, now: number): boolean {
    window.row = this.#currentTable.find(group, client)
    if (window.row !== -1) {
      window.table = this.#currentTable
      return true
    }
    const previousRow = this.#previousTable?.find(group, client) ?? -1
    if (previousRow !== -1 && this.#previousTable!.startedMs(previousRow) + WINDOW_MS > now) {
      window.table = this.#previousTable
      window.row = previousRow
      return true
    }
    if (!this.#currentTable.isFull) return false
    this.#share(window, group, client, now)
    return true
  }

  #begin(window: CountedWindow, group: number, client: ClientNetwork, now: number): void {
    window.table = this.#currentTable
    window.row = this.#currentTable.insert(group, client, now)
    if (window.row === -1) this.#share(window, group, client, now)
  }

  #share(window: CountedWindow, group: number, client: ClientNetwork, now: number): void {
    this.#sharedTable ??= new SharedTable({ slots: SHARED_SLOTS, seed: this.#seed })
    window.table = this.#sharedTable
    window.row = this.#sharedTable.row(group, widerNetwork(client), now, now - WINDOW_MS)
  }

  /** Begins a new table each minute. Also when the clock was set back, or windows would last until it caught up. */
  #rotate(now: number): void {
    const age = now - this.#currentTable.startMs
    if (age >= 0 && age < WINDOW_MS) return
    this.#previousTable = age >= WINDOW_MS && age < 2 * WINDOW_MS ? this.#currentTable : null
    this.#currentTable = this.#newTable(now)
  }

  #newTable(startMs: number): WindowTable {
    return new WindowTable({ startMs, capacity: this.#capacity, seed: this.#seed })
  }
}

function inOrder(limits: Limits): readonly number[] {
  return [...LIMIT_GROUPS.map(group => (group === 'none' ? 0 : limits[group])), limits.global]
}

function isTakenAt(takeWhen: TakeWhen, isAllowed: boolean): boolean {
  return takeWhen === 'always' || (takeWhen === 'allowed' && isAllowed)
}

function newCountedWindow(): CountedWindow {
  return { ...unusedWindow(0), table: null, row: -1 }
}
