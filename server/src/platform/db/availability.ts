import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { type DatabaseFault, DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'

/** It is told of everything that goes wrong with the system of record. */
export interface DatabaseObserver {
  /** A statement, or the connection for one, failed or was refused. */
  failed(error: DatabaseUnavailableError): void
  /** Everything is refused at once from now on. */
  away(cause: DatabaseUnavailableError): void
  back(): void
}

/** Milliseconds. */
export interface AvailabilityDeadlines {
  /** A statement without an answer for so long makes us look whether anybody is there. */
  readonly silence: number
  /** A probe without an answer for so long means that nobody is there. */
  readonly probe: number
  /** The server gets so long after its own deadline before a statement is given up here. */
  readonly grace: number
}

export const AVAILABILITY_DEADLINES: AvailabilityDeadlines = { silence: 2000, probe: 3000, grace: 2000 }

const PROBE_PAUSE_MS = 200
/** Faults that a healthy connection has with a disk below that is not. */
const IMPAIRING: readonly DatabaseFault[] = ['full', 'read_only', 'storage']
/** Counters are written every second, so such a fault comes again within this time or is over. */
const IMPAIRED_MS = 15_000

interface Preparation {
  work: () => Promise<void>
  done: () => void
  failed: (reason: unknown) => void
}

/**
 * Whether the system of record answers. While it does not, nobody waits for it: everything is refused at once, and one
 * probe at a time finds out when it is back.
 */
export class Availability {
  readonly #probe: () => Promise<void>
  readonly #observer: DatabaseObserver
  readonly #silenceMs: number
  readonly #exempt = new AsyncLocalStorage<true>()
  /** Whoever suspects may do so inside a transaction, which must not seem to go on in what is done here. */
  readonly #outside = AsyncLocalStorage.snapshot()
  readonly #closing = new AbortController()
  #cause: DatabaseUnavailableError | null = null
  #impairedAtMs = Number.NEGATIVE_INFINITY
  #preparation: Preparation | null = null
  #watching: Promise<void> | null = null

  /** @param probe asks whether anybody is there; throws `DatabaseUnavailableError` within seconds when nobody is. */
  constructor(
    probe: () => Promise<void>,
    observer: DatabaseObserver,
    { silence }: Pick<AvailabilityDeadlines, 'silence'> = AVAILABILITY_DEADLINES,
  ) {
    this.#probe = probe
    this.#observer = observer
    this.#silenceMs = silence
  }

  /** The caller is refused; never true in `exempt` work. */
  get isRefusing(): boolean {
    return this.#cause !== null && this.#exempt.getStore() === undefined
  }

  /** The record answers, and could lately do all that it was asked to. */
  get isAvailable(): boolean {
    return this.#cause === null && performance.now() - this.#impairedAtMs > IMPAIRED_MS
  }

  /** @throws DatabaseUnavailableError while everything is refused. */
  check(): void {
    if (this.isRefusing) throw this.note(this.refusal())
  }

  /** The error of who is refused now. */
  refusal(): DatabaseUnavailableError {
    const { fault = 'unreachable', message = 'The database is away' } = this.#cause ?? {}
    return new DatabaseUnavailableError(fault, message)
  }

  /** Tells the observer of a fault, and gives it back to be thrown. */
  note(error: DatabaseUnavailableError): DatabaseUnavailableError {
    if (IMPAIRING.includes(error.fault)) this.#impairedAtMs = performance.now()
    this.#observer.failed(error)
    return error
  }

  /**
   * What `work` gives, if that comes in time; when it takes long, somebody looks whether the system of record is there.
   * @param deadlineMs null = no limit, as in `exempt` work.
   */
  async within<T>(work: Promise<T>, deadlineMs: number | null): Promise<T> {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const silence = setTimeout(() => this.suspect(), this.#silenceMs).unref()
    const isLimited = deadlineMs !== null && this.#exempt.getStore() === undefined
    const giveUp = () => reject(new DatabaseUnavailableError('deadline', `No answer within ${deadlineMs} ms`))
    // When this process itself stood still, the answer may be waiting to be read.
    const deadline = isLimited ? setTimeout(() => setImmediate(giveUp), deadlineMs) : undefined
    try {
      return await Promise.race([work, late])
    } finally {
      clearTimeout(silence)
      clearTimeout(deadline)
    }
  }

  /** Runs work that is neither refused nor limited in time. */
  async exempt<T>(work: () => Promise<T>): Promise<T> {
    return await this.#exempt.run(true, work)
  }

  /** Something failed that may mean that nobody is there: finds out. */
  suspect(): void {
    if (this.#closing.signal.aborted) return
    this.#watching ??= this.#outside(() => this.#watch()).finally(() => {
      this.#watching = null
    })
  }

  /**
   * Refuses everything until `work` has succeeded, which is tried, exempt, whenever somebody answers.
   * @throws what `work` throws but for `DatabaseUnavailableError`; everything is then refused for good.
   */
  async awayUntil(work: () => Promise<void>, cause: DatabaseUnavailableError): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#preparation = { work, done: resolve, failed: reject }
    this.#setAway(cause)
    this.suspect()
    await promise
  }

  /** Ends looking. */
  close(): void {
    this.#closing.abort()
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted && !(await this.#isBack()))
      await delay(PROBE_PAUSE_MS, undefined, { ref: false, signal }).catch(() => {})
  }

  /** True also when there is nothing to look for any more. */
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
