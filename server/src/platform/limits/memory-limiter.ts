import { type CountedGroup, LIMIT_GROUPS } from '@avatary/contract/limits'
import type { Clock } from '../../kernel/clock.ts'
import { type ClientNetwork, widerNetwork } from './client-network.ts'
import { type Consumption, type Limiter, type Limits, UNLIMITED, WINDOW_MS } from './limiter.ts'
import { type CounterTable, SharedTable, WindowTable } from './window-table.ts'

/** Counters begun within a minute, 20 MiB at most, in each of the two tables. */
const ROOM = 786_432

/** 768 KiB, taken only when a table was full. */
const SHARED_SLOTS = 2 ** 16

const BACKSTOP = LIMIT_GROUPS.length

/** One window's say about a charge, and where its counter is: `table` is null while there is none. */
interface Verdict {
  allowed: boolean
  limit: number
  remaining: number
  resetMs: number
  table: CounterTable | null
  row: number
}

/**
 * Limits of one process, in at most 41 MiB however many addresses come. Windows are fixed and begin with a client's
 * first request, so a client that waits for `RateLimit-Reset` is never refused.
 *
 * Counters stand in the table of the minute they began in; two tables cover every live window, and older ones are
 * dropped whole. No live counter is ever removed to make room, which would let a flood of addresses wipe out what
 * others have used: when a table is full, addresses that are new share counters with their wider network.
 */
export class MemoryLimiter implements Limiter {
  readonly #limits: readonly number[]
  readonly #clock: Clock
  readonly #room: number
  readonly #seed: number
  #current: WindowTable
  #previous: WindowTable | null = null
  #shared: SharedTable | null = null
  /** Of the charge under way, which is over before the next begins: used again, as every request needs both. */
  readonly #ofGroup = newVerdict()
  readonly #ofAll = newVerdict()

  /** @param room counters of a table; for tests. */
  constructor({ limits, clock, room = ROOM }: { limits: Limits; clock: Clock; room?: number }) {
    this.#limits = [...LIMIT_GROUPS.map(group => (group === 'none' ? 0 : limits[group])), limits.global]
    this.#clock = clock
    this.#room = room
    this.#seed = Math.floor(Math.random() * 2 ** 32)
    this.#current = this.#newTable(clock.now())
  }

  consume(group: CountedGroup, client: ClientNetwork, cost: number): Consumption {
    return this.#charge(LIMIT_GROUPS.indexOf(group), client, cost, true)
  }

  peek(group: CountedGroup, client: ClientNetwork): Consumption {
    return this.#charge(LIMIT_GROUPS.indexOf(group), client, 1, false)
  }

  #charge(group: number, client: ClientNetwork, cost: number, isTaken: boolean): Consumption {
    const now = this.#clock.now()
    this.#turn(now)
    const ofGroup = this.#judge(this.#ofGroup, group, client, cost, now)
    const ofAll = this.#judge(this.#ofAll, BACKSTOP, client, 1, now)
    if (isTaken && ofGroup.allowed && ofAll.allowed) {
      this.#take(ofGroup, group, client, cost, now)
      this.#take(ofAll, BACKSTOP, client, 1, now)
    }
    return toConsumption(ofGroup, ofAll)
  }

  #judge(verdict: Verdict, group: number, client: ClientNetwork, cost: number, now: number): Verdict {
    const limit = this.#limits[group]!
    verdict.limit = limit === 0 ? UNLIMITED : limit
    verdict.remaining = limit === 0 ? Infinity : limit
    verdict.resetMs = WINDOW_MS
    verdict.table = null
    if (limit !== 0 && this.#find(verdict, group, client, now)) {
      const table = verdict.table! as CounterTable
      verdict.remaining = Math.max(0, limit - table.used(verdict.row))
      verdict.resetMs = table.startedMs(verdict.row) + WINDOW_MS - now
    }
    verdict.allowed = cost <= verdict.remaining
    return verdict
  }

  #take(verdict: Verdict, group: number, client: ClientNetwork, cost: number, now: number): void {
    if (verdict.remaining === Infinity) return
    if (verdict.table === null) this.#begin(verdict, group, client, now)
    verdict.table!.add(verdict.row, cost)
    verdict.remaining -= cost
  }

  /** Finds a client's live counter, if it has one: its own, or the one it shares while there is no room for more. */
  #find(verdict: Verdict, group: number, client: ClientNetwork, now: number): boolean {
    verdict.row = this.#current.find(group, client)
    if (verdict.row !== -1) {
      verdict.table = this.#current
      return true
    }
    const previousRow = this.#previous?.find(group, client) ?? -1
    if (previousRow !== -1 && this.#previous!.startedMs(previousRow) + WINDOW_MS > now) {
      verdict.table = this.#previous
      verdict.row = previousRow
      return true
    }
    if (!this.#current.isFull) return false
    this.#share(verdict, group, client, now)
    return true
  }

  #begin(verdict: Verdict, group: number, client: ClientNetwork, now: number): void {
    verdict.table = this.#current
    verdict.row = this.#current.insert(group, client, now)
    if (verdict.row === -1) this.#share(verdict, group, client, now)
  }

  #share(verdict: Verdict, group: number, client: ClientNetwork, now: number): void {
    this.#shared ??= new SharedTable({ slots: SHARED_SLOTS, seed: this.#seed })
    verdict.table = this.#shared
    verdict.row = this.#shared.row(group, widerNetwork(client), now, now - WINDOW_MS)
  }

  /** Begins a new table each minute. A clock set back begins anew, or windows would last until it caught up. */
  #turn(now: number): void {
    const age = now - this.#current.startMs
    if (age >= 0 && age < WINDOW_MS) return
    this.#previous = age >= WINDOW_MS && age < 2 * WINDOW_MS ? this.#current : null
    this.#current = this.#newTable(now)
  }

  #newTable(startMs: number): WindowTable {
    return new WindowTable({ startMs, room: this.#room, seed: this.#seed })
  }
}

function newVerdict(): Verdict {
  return { allowed: true, limit: 0, remaining: 0, resetMs: 0, table: null, row: -1 }
}

function toConsumption(group: Verdict, backstop: Verdict): Consumption {
  const tighter = isTighter(backstop, group) ? backstop : group
  const waitMs = Math.max(group.allowed ? 0 : group.resetMs, backstop.allowed ? 0 : backstop.resetMs)
  return {
    allowed: waitMs === 0,
    limit: tighter.limit,
    remaining: Math.min(tighter.remaining, tighter.limit),
    resetSeconds: Math.ceil(tighter.resetMs / 1000),
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  }
}

function isTighter(one: Verdict, other: Verdict): boolean {
  if (one.allowed !== other.allowed) return other.allowed
  if (one.remaining !== other.remaining) return one.remaining < other.remaining
  return one.resetMs > other.resetMs
}
