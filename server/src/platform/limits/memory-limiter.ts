import { LIMIT_GROUPS, type LimitGroup } from '@avatary/contract/limits'
import type { Clock } from '../../kernel/clock.ts'
import { type ClientNetwork, widerNetwork } from './client-network.ts'
import { type Consumption, type Limiter, type Limits, UNLIMITED, WINDOW_MS } from './limiter.ts'
import { type Place, SharedTable, WindowTable } from './window-table.ts'

/** Room for 786,432 counters begun within a minute, 20 MiB at most, in each of the two tables. */
const SLOTS = 2 ** 20

/** 768 KiB, taken only when a table was full. */
const SHARED_SLOTS = 2 ** 16

const BACKSTOP = LIMIT_GROUPS.length

/** One window's say about a charge. */
interface Verdict {
  allowed: boolean
  limit: number
  remaining: number
  resetMs: number
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
  readonly #slots: number
  readonly #seed: number
  #current: WindowTable
  #previous: WindowTable | null = null
  #shared: SharedTable | null = null

  /** @param slots size of a table, a power of two; for tests. */
  constructor({ limits, clock, slots = SLOTS }: { limits: Limits; clock: Clock; slots?: number }) {
    this.#limits = [...LIMIT_GROUPS.map(group => (group === 'none' ? 0 : limits[group])), limits.global]
    this.#clock = clock
    this.#slots = slots
    this.#seed = Math.floor(Math.random() * 2 ** 32)
    this.#current = this.#newTable(clock.now())
  }

  consume(group: LimitGroup, client: ClientNetwork, cost: number): Consumption {
    return this.#charge(LIMIT_GROUPS.indexOf(group), client, cost, true)
  }

  peek(group: LimitGroup, client: ClientNetwork): Consumption {
    return this.#charge(LIMIT_GROUPS.indexOf(group), client, 1, false)
  }

  #charge(group: number, client: ClientNetwork, cost: number, isTaken: boolean): Consumption {
    const now = this.#clock.now()
    this.#turn(now)
    const ofGroup = this.#find(group, client, now)
    const ofAll = this.#find(BACKSTOP, client, now)
    const groupVerdict = this.#judge(group, ofGroup, cost, now)
    const backstopVerdict = this.#judge(BACKSTOP, ofAll, 1, now)
    const isAllowed = groupVerdict.allowed && backstopVerdict.allowed
    if (isAllowed && isTaken) {
      this.#take(group, ofGroup, client, cost, now)
      this.#take(BACKSTOP, ofAll, client, 1, now)
      groupVerdict.remaining -= cost
      backstopVerdict.remaining -= 1
    }
    return toConsumption(groupVerdict, backstopVerdict)
  }

  #judge(group: number, place: Place | null, cost: number, now: number): Verdict {
    const limit = this.#limits[group]!
    if (limit === 0) return { allowed: true, limit: UNLIMITED, remaining: Infinity, resetMs: WINDOW_MS }
    if (place === null) return { allowed: cost <= limit, limit, remaining: limit, resetMs: WINDOW_MS }
    const remaining = Math.max(0, limit - place.table.used(place.row))
    return {
      allowed: cost <= remaining,
      limit,
      remaining,
      resetMs: place.table.startedMs(place.row) + WINDOW_MS - now,
    }
  }

  #take(group: number, place: Place | null, client: ClientNetwork, cost: number, now: number): void {
    if (this.#limits[group] === 0) return
    const { table, row } = place ?? this.#begin(group, client, now)
    table.add(row, cost)
  }

  /** Where a client's live counter is, if it has one: its own, or the one it shares while there is no room for more. */
  #find(group: number, client: ClientNetwork, now: number): Place | null {
    const row = this.#current.find(group, client)
    if (row !== -1) return { table: this.#current, row }
    const previousRow = this.#previous?.find(group, client) ?? -1
    if (previousRow !== -1 && this.#previous!.startedMs(previousRow) + WINDOW_MS > now) {
      return { table: this.#previous!, row: previousRow }
    }
    return this.#current.isFull ? this.#share(group, client, now) : null
  }

  #begin(group: number, client: ClientNetwork, now: number): Place {
    const row = this.#current.insert(group, client, now)
    return row === -1 ? this.#share(group, client, now) : { table: this.#current, row }
  }

  #share(group: number, client: ClientNetwork, now: number): Place {
    this.#shared ??= new SharedTable({ slots: SHARED_SLOTS, seed: this.#seed })
    return {
      table: this.#shared,
      row: this.#shared.row(group, widerNetwork(client), now, now - WINDOW_MS),
    }
  }

  /** Begins a new table each minute. A clock set back begins anew, or windows would last until it caught up. */
  #turn(now: number): void {
    const age = now - this.#current.startMs
    if (age >= 0 && age < WINDOW_MS) return
    this.#previous = age >= WINDOW_MS && age < 2 * WINDOW_MS ? this.#current : null
    this.#current = this.#newTable(now)
  }

  #newTable(startMs: number): WindowTable {
    return new WindowTable({ startMs, slots: this.#slots, seed: this.#seed })
  }
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
