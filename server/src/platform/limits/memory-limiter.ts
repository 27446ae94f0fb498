import { type CountedGroup, LIMIT_GROUPS } from '@avatary/contract/limits'
import type { Clock } from '../../kernel/clock.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { type ClientNetwork, widerNetwork } from './client-network.ts'
import { toConsumption, unusedWindow, type WindowState } from './consumption.ts'
import { type Consumption, type Limiter, type Limits, UNLIMITED, WINDOW_MS } from './limiter.ts'
import { type CounterTable, SharedTable, WindowTable } from './window-table.ts'

/** The two tables take at most 19.1 MiB each, and 9.6 more while one copies its old arrays to grow. */
const MAX_COUNTERS_PER_TABLE = 786_432

/** The shared table takes 768 KiB and is allocated only when another table is full. */
const SHARED_COUNTERS = 2 ** 16

const BACKSTOP_INDEX = LIMIT_GROUPS.length
/** The only group that the backstop does not count. */
const FILES_INDEX = LIMIT_GROUPS.indexOf('files')

/** When a charge is counted: `never` by `peek`, only if it is `allowed` by `consume`, `always` by `count`. */
type TakeWhen = 'never' | 'allowed' | 'always'

/** A window and the row of its counter; `table` is null while it has none. */
interface CountedWindow extends WindowState {
  table: CounterTable | null
  row: number
}

export interface MemoryLimiterDeps extends Pick<SystemDeps, 'clock' | 'random'> {
  limits: Limits
  /** Maximum number of counters per table; for tests. */
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

  constructor({ limits, clock, random, capacity = MAX_COUNTERS_PER_TABLE }: MemoryLimiterDeps) {
    this.#limits = limitsByIndex(limits)
    this.#clock = clock
    this.#capacity = capacity
    this.#seed = Math.floor(random() * 2 ** 32)
    this.#currentTable = this.#newTable(clock.now())
  }

  /** Replaces the limits; the counts stay. */
  set limits(limits: Limits) {
    this.#limits = limitsByIndex(limits)
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
    const nowMs = this.#clock.now()
    this.#rotate(nowMs)
    const groupWindow = this.#readWindow(this.#groupWindow, group, client, cost, nowMs)
    if (group === FILES_INDEX) {
      if (isCounted(takeWhen, groupWindow.allowed)) this.#take(groupWindow, group, client, cost, nowMs)
      return toConsumption(groupWindow, groupWindow)
    }
    const backstop = this.#readWindow(this.#backstopWindow, BACKSTOP_INDEX, client, 1, nowMs)
    if (isCounted(takeWhen, groupWindow.allowed && backstop.allowed)) {
      this.#take(groupWindow, group, client, cost, nowMs)
      this.#take(backstop, BACKSTOP_INDEX, client, 1, nowMs)
    }
    return toConsumption(groupWindow, backstop)
  }

  #readWindow(
    window: CountedWindow,
    group: number,
    client: ClientNetwork,
    cost: number,
    nowMs: number,
  ): CountedWindow {
    const limit = this.#limits[group]!
    window.limit = limit === 0 ? UNLIMITED : limit
    window.remaining = limit === 0 ? Infinity : limit
    window.resetMs = WINDOW_MS
    window.table = null
    if (limit !== 0 && this.#find(window, group, client, nowMs)) {
      const table = window.table! as CounterTable
      window.remaining = Math.max(0, limit - table.usedCost(window.row))
      window.resetMs = table.startedMs(window.row) + WINDOW_MS - nowMs
    }
    window.allowed = cost <= window.remaining
    return window
  }

  #take(window: CountedWindow, group: number, client: ClientNetwork, cost: number, nowMs: number): void {
    if (window.remaining === Infinity) return
    if (window.table === null) this.#beginCounter(window, group, client, nowMs)
    window.table!.add(window.row, cost)
    window.remaining -= cost
  }

  /** Finds a client's live counter, which is its own or, when the table is full, the one that it shares. */
  #find(window: CountedWindow, group: number, client: ClientNetwork, nowMs: number): boolean {
    window.row = this.#currentTable.find(group, client)
    if (window.row !== -1) {
      window.table = this.#currentTable
      return true
    }
    const previousRow = this.#previousTable?.find(group, client) ?? -1
    if (previousRow !== -1 && this.#previousTable!.startedMs(previousRow) + WINDOW_MS > nowMs) {
      window.table = this.#previousTable
      window.row = previousRow
      return true
    }
    if (!this.#currentTable.isFull) return false
    this.#useSharedCounter(window, group, client, nowMs)
    return true
  }

  #beginCounter(window: CountedWindow, group: number, client: ClientNetwork, nowMs: number): void {
    window.table = this.#currentTable
    window.row = this.#currentTable.insert(group, client, nowMs)
    if (window.row === -1) this.#useSharedCounter(window, group, client, nowMs)
  }

  #useSharedCounter(window: CountedWindow, group: number, client: ClientNetwork, nowMs: number): void {
    this.#sharedTable ??= new SharedTable({ size: SHARED_COUNTERS, seed: this.#seed })
    window.table = this.#sharedTable
    window.row = this.#sharedTable.useRow(group, widerNetwork(client), nowMs, nowMs - WINDOW_MS)
  }

  /** Begins a new table each minute, and when the clock was set back: windows would then last until it caught up. */
  #rotate(nowMs: number): void {
    const ageMs = nowMs - this.#currentTable.startMs
    if (ageMs >= 0 && ageMs < WINDOW_MS) return
    this.#previousTable = ageMs >= WINDOW_MS && ageMs < 2 * WINDOW_MS ? this.#currentTable : null
    this.#currentTable = this.#newTable(nowMs)
  }

  #newTable(startMs: number): WindowTable {
    return new WindowTable({ startMs, capacity: this.#capacity, seed: this.#seed })
  }
}

function limitsByIndex(limits: Limits): readonly number[] {
  return [...LIMIT_GROUPS.map(group => (group === 'none' ? 0 : limits[group])), limits.global]
}

function isCounted(takeWhen: TakeWhen, isAllowed: boolean): boolean {
  return takeWhen === 'always' || (takeWhen === 'allowed' && isAllowed)
}

function newCountedWindow(): CountedWindow {
  return { ...unusedWindow(0), table: null, row: -1 }
}
