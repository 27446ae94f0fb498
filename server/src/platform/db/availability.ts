import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { type DatabaseFault, DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'

export interface DatabaseObserver {
  /** A statement, or the connection for it, failed or was refused. */
  failed(error: DatabaseUnavailableError): void
  /** From now on every statement is refused at once. */
  away(cause: DatabaseUnavailableError): void
  back(): void
}

/** All times are in milliseconds. */
export interface AvailabilityDeadlines {
  /** A probe starts when a statement has had no answer for this long. */
  readonly silence: number
  /** A probe without an answer for this long means that the database is unavailable. */
  readonly probe: number
  /** This process gives up on a statement this long after the server's own deadline. */
  readonly grace: number
  /** The longest wait for a new connection, or for one that returns to the pool. */
  readonly connect: number
}

export const AVAILABILITY_DEADLINES: AvailabilityDeadlines = {
  silence: 2000,
  probe: 3000,
  grace: 2000,
  connect: 10_000,
}

const PROBE_PAUSE_MS = 200
/** Maximum part of one pause of this process that counts towards a deadline. */
const STEP_MS = 1000
/** Disk faults, which occur although the connection works. */
const IMPAIRING: readonly DatabaseFault[] = ['full', 'read_only', 'storage']
/** Counters are written every second, so a lasting disk fault recurs well within this time. */
const IMPAIRED_MS = 15_000

interface Preparation {
  work: () => Promise<void>
  done: () => void
  failed: (reason: unknown) => void
}

/**
 * Tracks whether the database answers. While it is away, every statement is refused at once, and one probe at a time
 * looks for its return.
 */
export class Availability {
  readonly #probe: () => Promise<void>
  readonly #observer: DatabaseObserver
  readonly #silenceMs: number
  readonly #exempt = new AsyncLocalStorage<true>()
  /**
   * The async context outside of any transaction. `suspect` may be called inside a transaction, which probes must not
   * join.
   */
  readonly #outside = AsyncLocalStorage.snapshot()
  readonly #closing = new AbortController()
  #cause: DatabaseUnavailableError | null = null
  #impairedAtMs = Number.NEGATIVE_INFINITY
  #preparation: Preparation | null = null
  #watching: Promise<void> | null = null

  /** @param probe throws `DatabaseUnavailableError` within seconds when the database does not answer. */
  constructor(
    probe: () => Promise<void>,
    observer: DatabaseObserver,
    { silence }: Pick<AvailabilityDeadlines, 'silence'> = AVAILABILITY_DEADLINES,
  ) {
    this.#probe = probe
    this.#observer = observer
    this.#silenceMs = silence
  }

  /** True while the caller's statements are refused; statements of `exempt` work never are. */
  get isRefusing(): boolean {
    return this.#cause !== null && this.#exempt.getStore() === undefined
  }

  /** True when the database answers and no disk fault occurred recently. */
  get isAvailable(): boolean {
    return this.#cause === null && performance.now() - this.#impairedAtMs > IMPAIRED_MS
  }

  /** @throws DatabaseUnavailableError while statements are refused. */
  check(): void {
    if (this.isRefusing) throw this.note(this.refusal())
  }

  refusal(): DatabaseUnavailableError {
    const { fault = 'unreachable', message = 'The database is away' } = this.#cause ?? {}
    return new DatabaseUnavailableError(fault, message)
  }

  note(error: DatabaseUnavailableError): DatabaseUnavailableError {
    if (IMPAIRING.includes(error.fault)) this.#impairedAtMs = performance.now()
    this.#observer.failed(error)
    return error
  }

  /**
   * Returns the result of `work`, and starts a probe when that takes long.
   * @param deadlineMs does not count the time for which this process was frozen. Null sets no deadline, nor does
   * `exempt` work have one.
   * @throws DatabaseUnavailableError after the deadline.
   */
  async within<T>(work: Promise<T>, deadlineMs: number | null): Promise<T> {
    const { promise: deadline, reject } = Promise.withResolvers<never>()
    const silence = setTimeout(() => this.suspect(), this.#silenceMs).unref()
    const isLimited = deadlineMs !== null && this.#exempt.getStore() === undefined
    const giveUp = () => reject(new DatabaseUnavailableError('deadline', `No answer within ${deadlineMs} ms`))
    const cancel = isLimited ? afterRunning(deadlineMs, giveUp) : undefined
    try {
      return await Promise.race([work, deadline])
    } finally {
      clearTimeout(silence)
      cancel?.()
    }
  }

  /** Runs work whose statements are never refused and have no deadline. */
  async exempt<T>(work: () => Promise<T>): Promise<T> {
    return await this.#exempt.run(true, work)
  }

  /** Starts probing after a failure that may mean that the database is unavailable. */
  suspect(): void {
    if (this.#closing.signal.aborted) return
    this.#watching ??= this.#outside(() => this.#watch()).finally(() => {
      this.#watching = null
    })
  }

  /**
   * Refuses every statement until `work`, which is exempt, has succeeded. `work` runs after each successful probe.
   * @throws an error of `work` other than `DatabaseUnavailableError`; from then on every statement is refused for good.
   */
  async awayUntil(work: () => Promise<void>, cause: DatabaseUnavailableError): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#preparation = { work, done: resolve, failed: reject }
    this.#setAway(cause)
    this.suspect()
    await promise
  }

  close(): void {
    this.#closing.abort()
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted && !(await this.#isBack()))
      await delay(PROBE_PAUSE_MS, undefined, { ref: false, signal }).catch(() => {})
  }

  /** True, too, when `work` of `awayUntil` failed for good, so that probing ends. */
  async #isBack(): Promise<boolean> {
    const preparation = this.#preparation
    try {
      await this.#probe()
      if (preparation !== null) await this.exempt(preparation.work)
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) {
        this.#setAway(error)
        return false
      }
      if (preparation !== null) {
        preparation.failed(error)
        return true
      }
    }
    if (this.#preparation !== preparation) return false
    this.#preparation = null
    if (this.#cause !== null) this.#observer.back()
    this.#cause = null
    preparation?.done()
    return true
  }

  #setAway(cause: DatabaseUnavailableError): void {
    if (this.#closing.signal.aborted) return
    if (this.#cause === null) this.#observer.away(cause)
    this.#cause = cause
  }
}

/**
 * Calls `act` after this process has run for `ms`. Of a time for which the process was frozen, by SIGSTOP or because the
 * machine slept, at most `STEP_MS` count: the work that is waited for may have been frozen, too.
 * @returns a function that cancels it.
 */
function afterRunning(ms: number, act: () => void): () => void {
  const startStep = (leftMs: number) => {
    const stepMs = Math.min(leftMs, STEP_MS)
    // When the event loop was blocked, the answer may be waiting to be read: `setImmediate` lets it be read first.
    const endStep = () => (leftMs > stepMs ? startStep(leftMs - stepMs) : setImmediate(act))
    timer = setTimeout(endStep, stepMs)
  }
  let timer: NodeJS.Timeout | undefined
  startStep(ms)
  return () => clearTimeout(timer)
}
