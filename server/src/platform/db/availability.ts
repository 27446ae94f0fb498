import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { type DatabaseFault, DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'

export interface DatabaseObserver {
  /** The statement, or the connection for it, failed or was refused. */
  onFailedStatement(error: DatabaseUnavailableError): void
  /** From now on every statement is refused at once. */
  onAway(cause: DatabaseUnavailableError): void
  onBack(): void
}

export interface AvailabilityDeadlines {
  /** A probe starts when a statement has had no answer for this long. */
  readonly silenceMs: number
  /** A probe without an answer for this long means that the database is unavailable. */
  readonly probeMs: number
  /** This process gives up on a statement this long after the server's own deadline. */
  readonly graceMs: number
  /** The longest wait for a new connection, or for one that returns to the pool. */
  readonly connectMs: number
}

export const AVAILABILITY_DEADLINES: AvailabilityDeadlines = {
  silenceMs: 2000,
  probeMs: 3000,
  graceMs: 2000,
  connectMs: 10_000,
}

const PROBE_PAUSE_MS = 200
/** Maximum part of a time for which this process was frozen (SIGSTOP, sleep) that counts towards a deadline. */
const MAX_FROZEN_MS = 1000
/** They occur although the connection works. */
const DISK_FAULTS: readonly DatabaseFault[] = ['full', 'read_only', 'storage']
/** Counters are written every second, so a lasting disk fault recurs well within this time. */
const DISK_FAULT_LASTS_MS = 15_000

/** Work that must succeed before the database counts as back. */
interface RequiredWork {
  work: () => Promise<void>
  resolve: () => void
  reject: (reason: unknown) => void
}

/**
 * Tracks whether the database answers. While it is away, every statement is refused at once, and one probe at a time
 * looks for its return.
 */
export class Availability {
  readonly #probe: () => Promise<void>
  readonly #observer: DatabaseObserver
  readonly #silenceMs: number
  readonly #isExempt = new AsyncLocalStorage<true>()
  /** Runs probes outside of the transaction that noticed a failure, which they must not join. */
  readonly #runOutside = AsyncLocalStorage.snapshot()
  readonly #closing = new AbortController()
  #cause: DatabaseUnavailableError | null = null
  #diskFaultAtMs = Number.NEGATIVE_INFINITY
  #requiredWork: RequiredWork | null = null
  #probing: Promise<void> | null = null

  /** @param probe throws `DatabaseUnavailableError` within seconds when the database does not answer. */
  constructor(
    probe: () => Promise<void>,
    observer: DatabaseObserver,
    { silenceMs }: Pick<AvailabilityDeadlines, 'silenceMs'> = AVAILABILITY_DEADLINES,
  ) {
    this.#probe = probe
    this.#observer = observer
    this.#silenceMs = silenceMs
  }

  /** True while the caller's statements are refused; those of `runExempt` never are. */
  get isRefusing(): boolean {
    return this.#cause !== null && this.#isExempt.getStore() === undefined
  }

  /** True when the database answers and no disk fault occurred recently. */
  get isAvailable(): boolean {
    return this.#cause === null && performance.now() - this.#diskFaultAtMs > DISK_FAULT_LASTS_MS
  }

  /** @throws DatabaseUnavailableError while statements are refused. */
  throwIfRefusing(): void {
    if (this.isRefusing) throw this.report(this.refusal())
  }

  refusal(): DatabaseUnavailableError {
    const { fault = 'unreachable', message = 'The database is away' } = this.#cause ?? {}
    return new DatabaseUnavailableError(fault, message)
  }

  /** Tells the observer of a failure, and returns it. */
  report(error: DatabaseUnavailableError): DatabaseUnavailableError {
    if (DISK_FAULTS.includes(error.fault)) this.#diskFaultAtMs = performance.now()
    this.#observer.onFailedStatement(error)
    return error
  }

  /**
   * Returns the result of `work`, and starts a probe when that takes long.
   * @param deadlineMs does not count the time for which this process was frozen. Null sets no deadline; neither does
   * work of `runExempt` have one.
   * @throws DatabaseUnavailableError after the deadline.
   */
  async waitFor<T>(work: Promise<T>, deadlineMs: number | null): Promise<T> {
    const { promise: deadline, reject } = Promise.withResolvers<never>()
    const silenceTimer = setTimeout(() => this.startProbing(), this.#silenceMs).unref()
    const isLimited = deadlineMs !== null && this.#isExempt.getStore() === undefined
    const giveUp = () => reject(new DatabaseUnavailableError('deadline', `No answer within ${deadlineMs} ms`))
    const cancelDeadline = isLimited ? afterRunning(deadlineMs, giveUp) : undefined
    try {
      return await Promise.race([work, deadline])
    } finally {
      clearTimeout(silenceTimer)
      cancelDeadline?.()
    }
  }

  /** Runs work whose statements are never refused and have no deadline. */
  async runExempt<T>(work: () => Promise<T>): Promise<T> {
    return await this.#isExempt.run(true, work)
  }

  /** To be called after a failure that may mean that the database is unavailable. */
  startProbing(): void {
    if (this.#closing.signal.aborted) return
    this.#probing ??= this.#runOutside(() => this.#probeUntilBack()).finally(() => {
      this.#probing = null
    })
  }

  /**
   * Refuses every statement until `work`, which runs exempt, has succeeded. `work` runs after each successful probe.
   * @throws an error of `work` other than `DatabaseUnavailableError`; from then on every statement is refused for good.
   */
  async awayUntil(work: () => Promise<void>, cause: DatabaseUnavailableError): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#requiredWork = { work, resolve, reject }
    this.#setAway(cause)
    this.startProbing()
    await promise
  }

  close(): void {
    this.#closing.abort()
  }

  async #probeUntilBack(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted && !(await this.#probeOnce()))
      await delay(PROBE_PAUSE_MS, undefined, { ref: false, signal }).catch(() => {})
  }

  /** Returns true when probing ends: the database is back, or the work of `awayUntil` failed for good. */
  async #probeOnce(): Promise<boolean> {
    const requiredWork = this.#requiredWork
    try {
      await this.#probe()
      if (requiredWork !== null) await this.runExempt(requiredWork.work)
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) {
        this.#setAway(error)
        return false
      }
      if (requiredWork !== null) {
        requiredWork.reject(error)
        return true
      }
    }
    if (this.#requiredWork !== requiredWork) return false
    this.#requiredWork = null
    if (this.#cause !== null) this.#observer.onBack()
    this.#cause = null
    requiredWork?.resolve()
    return true
  }

  #setAway(cause: DatabaseUnavailableError): void {
    if (this.#closing.signal.aborted) return
    if (this.#cause === null) this.#observer.onAway(cause)
    this.#cause = cause
  }
}

/**
 * Calls `act` after this process has run for `ms`, without most of the time for which it was frozen: the work that is
 * waited for may have been frozen, too.
 * @returns a function that cancels it.
 */
function afterRunning(ms: number, act: () => void): () => void {
  const startStep = (leftMs: number) => {
    const stepMs = Math.min(leftMs, MAX_FROZEN_MS)
    // When the event loop was blocked, the answer may be waiting to be read: `setImmediate` lets it be read first.
    const endStep = () => (leftMs > stepMs ? startStep(leftMs - stepMs) : setImmediate(act))
    timer = setTimeout(endStep, stepMs)
  }
  let timer: NodeJS.Timeout | undefined
  startStep(ms)
  return () => clearTimeout(timer)
}
