import { addAbortListener } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import { ifCommitted } from '../../kernel/if-committed.ts'
import type { Job } from '../../kernel/job.ts'
import { Semaphore } from '../../kernel/semaphore.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import type { ReadModelDeps } from './open-read-model.ts'
import { rebuild } from './rebuild.ts'
import { metaFault, removeQuietly, type SnapshotMeta, saveSnapshot, storedSnapshotMeta } from './snapshot.ts'
import { tailOnce } from './tail.ts'
import { WakeUp } from './wake-up.ts'

const CHECK_SNAPSHOT_MS = 5000
/** Maximum number of batches of changes in one run. */
const MAX_BATCHES = 50
/** Maximum number of steps of compaction after a read of the change log. */
const MAX_COMPACTION_STEPS = 20

/** Time limit for writing a snapshot while the process stops. */
const MAX_LAST_WRITE_MS = 3000
const WRITE_RETRY_MS = 10 * 60_000

/**
 * Keeps an opened read model and its snapshot up to date. Dispose of it after the jobs and before the index: it then
 * writes a last snapshot if that is quick.
 */
export class ReadModelFollower implements AsyncDisposable {
  readonly #deps: Omit<ReadModelDeps, 'loadIndex'>
  readonly #wakeUp: WakeUp
  readonly #followIfCommitted: (signal: AbortSignal) => Promise<boolean>
  #isRebuilding = false
  /** The last time when all changes in the log had been applied. */
  #upToDateAtMs: number
  /**
   * Meta of the snapshot from which the model was loaded while the database was unavailable; null once it is verified.
   */
  #unverifiedMeta: SnapshotMeta | null = null
  readonly #followLock = new Semaphore(1)
  #retryAtMs = Number.NEGATIVE_INFINITY
  /** The stored snapshot at the last check, and the number of rows that this process had changed by then. */
  #lastCheck: { seq: number; changedRowCount: number } | undefined

  constructor(deps: Omit<ReadModelDeps, 'loadIndex'>) {
    this.#deps = deps
    this.#wakeUp = new WakeUp(deps)
    const { readDataVersion = null } = deps
    this.#followIfCommitted = ifCommitted({ readDataVersion }, signal =>
      this.#followLock.run(() => this.#follow(signal)),
    )
    this.#upToDateAtMs = deps.clock.now()
  }

  /** Seconds since the model had every change in the log; at most about one in normal operation. */
  get behindSeconds(): number {
    return Math.max(0, this.#deps.clock.now() - this.#upToDateAtMs) / 1000
  }

  jobs(): readonly Job[] {
    return [
      {
        name: 'follow-changes',
        everyMs: this.#wakeUp.pauseMs,
        on: 'api',
        run: async signal => {
          await this.#wakeUp.untilDue(signal)
          if (signal.aborted) return
          const beganAtMs = this.#deps.clock.now()
          if (!(await this.#followIfCommitted(signal))) this.#upToDateAtMs = beganAtMs
        },
      },
      {
        name: 'keep-snapshot',
        everyMs: CHECK_SNAPSHOT_MS,
        on: 'api',
        run: signal => withGracePeriod(signal, deadline => this.keepSnapshot(deadline)),
      },
    ]
  }

  /** Makes the follower verify the snapshot from which the model was loaded before it applies the first change. */
  verifyFirst(meta: SnapshotMeta): void {
    this.#unverifiedMeta = meta
  }

  /** Applies all changes made before the call. A call during another run waits for that run first. */
  async follow(signal?: AbortSignal): Promise<void> {
    await this.#followLock.run(() => this.#follow(signal))
  }

  /** @returns false when work is left for the next run. */
  async #follow(signal?: AbortSignal): Promise<boolean> {
    const { model, store, clock, log } = this.#deps
    const endRead = this.#wakeUp.beginRead()
    const { seq } = model
    const beganAtMs = clock.now()
    let hasAll = false
    if (this.#unverifiedMeta !== null) await this.#verify(this.#unverifiedMeta, signal)
    for (let batch = 0; batch < MAX_BATCHES && !signal?.aborted; batch++) {
      const step = await tailOnce(store, model, signal)
      if (step.kind === 'gap') {
        log.warn(
          { event: 'change-log-gap', reason: step.reason, seq: model.seq },
          'The change log no longer has all changes that are needed; reading all avatars',
        )
        await this.#rebuild(step.reason, signal)
      } else if (!step.hasMore) {
        this.#upToDateAtMs = beganAtMs
        hasAll = true
        break
      }
    }
    endRead(model.seq !== seq)
    for (let i = 0; i < MAX_COMPACTION_STEPS; i++) {
      if (!model.compact()) return hasAll
      await nextTurn()
    }
    return false
  }

  /** Writes a snapshot if one is due. A failure is logged, and a later call retries. */
  async keepSnapshot(signal: AbortSignal): Promise<void> {
    const nowMs = this.#deps.clock.now()
    if (!this.#isConsistent || nowMs < this.#retryAtMs) return
    const { model, store, snapshot } = this.#deps
    const storedMeta = await storedSnapshotMeta(snapshot, await store.databaseId())
    if (this.#lastCheck?.seq !== storedMeta?.seq)
      this.#lastCheck = { seq: storedMeta?.seq ?? -1, changedRowCount: model.changedRowCount }
    const rowCount = model.changedRowCount - (this.#lastCheck?.changedRowCount ?? 0)
    if (isSnapshotDue({ storedMeta, seq: model.seq, rowCount, nowMs })) await this.#save(signal)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { model, store, snapshot, log } = this.#deps
    if (!this.#isConsistent) return
    try {
      const storedMeta = await storedSnapshotMeta(snapshot, await store.databaseId())
      const isNeeded = model.seq - (storedMeta?.seq ?? -1) >= MIN_LAST_WRITE_CHANGES
      if (isNeeded) await this.#save(AbortSignal.timeout(MAX_LAST_WRITE_MS))
    } catch (err) {
      if (err instanceof DatabaseUnavailableError)
        log.warn({ event: 'last-snapshot-skipped' }, 'No last snapshot was written: the database is away')
      else log.error({ event: 'last-snapshot-failed', err }, 'No last snapshot was written')
    }
  }

  /** True when the model is a verified state of the change log, so that a snapshot may be taken of it. */
  get #isConsistent(): boolean {
    return !this.#isRebuilding && this.#unverifiedMeta === null
  }

  async #verify(meta: SnapshotMeta, signal?: AbortSignal): Promise<void> {
    const { store, snapshot, log } = this.#deps
    const reason = await metaFault(meta, snapshot, store)
    if (reason !== null) {
      log.warn(
        { event: 'snapshot-of-other-database', reason },
        'The snapshot was made from another database; reading all avatars',
      )
      await this.#rebuild('rewound', signal)
    }
    this.#unverifiedMeta = null
  }

  /** After a failed rebuild the model is inconsistent until one succeeds. */
  async #rebuild(reason: 'deleted' | 'rewound', signal?: AbortSignal): Promise<void> {
    const { model, store, snapshot } = this.#deps
    this.#isRebuilding = true
    if (reason === 'rewound') await removeQuietly(snapshot.path)
    await rebuild(store, model, signal)
    this.#isRebuilding = false
  }

  async #save(signal: AbortSignal): Promise<void> {
    const { model, store, snapshot, clock, log } = this.#deps
    const startedMs = clock.monotonicMs()
    try {
      const save = () => saveSnapshot({ snapshot, store, model, nowMs: clock.now(), signal })
      const savedSnapshot = await (snapshot.measureWrite?.(signal, save) ?? save())
      const ms = Math.round(clock.monotonicMs() - startedMs)
      if (savedSnapshot !== null)
        log.info({ event: 'snapshot-written', ...savedSnapshot, ms }, 'A snapshot of the catalog was written')
    } catch (err) {
      if (signal.aborted)
        return log.info(
          { event: 'last-snapshot-aborted' },
          'There was no time to write a snapshot of the catalog',
        )
      // An unavailable database is logged elsewhere; the next call retries.
      if (err instanceof DatabaseUnavailableError) throw err
      this.#retryAtMs = clock.now() + WRITE_RETRY_MS
      log.error(
        { event: 'snapshot-failed', err, path: snapshot.path },
        'The snapshot could not be written; starts are slow until it can',
      )
    }
  }
}

/** A last snapshot needs at least this many changes: reading fewer from the log does not make a start longer. */
const MIN_LAST_WRITE_CHANGES = 1000
const MANY_CHANGES = 20_000

/**
 * True when a new snapshot should be written: at once when there is none; after a minute when reading the changed rows
 * would cost a start most of a second, or when the stored one lacks most of the catalog; after ten minutes when as many
 * changes of any kind came (counters are applied faster); after an hour when anything changed.
 */
export function isSnapshotDue({
  storedMeta,
  seq,
  rowCount,
  nowMs,
}: {
  storedMeta: Pick<SnapshotMeta, 'seq' | 'savedAtMs' | 'indexed'> | null
  /** The last change that the read model has applied. */
  seq: number
  /** Rows changed since `storedMeta` was written. */
  rowCount: number
  nowMs: number
}): boolean {
  if (storedMeta === null) return true
  // A moment to come means that the clock was set back.
  const ageMs = nowMs < storedMeta.savedAtMs ? Number.POSITIVE_INFINITY : nowMs - storedMeta.savedAtMs
  const manyRows = Math.max(MIN_LAST_WRITE_CHANGES, Math.min(storedMeta.indexed, MANY_CHANGES))
  if (rowCount >= manyRows && ageMs >= MINUTE_MS) return true
  if (seq - storedMeta.seq >= MANY_CHANGES && ageMs >= 10 * MINUTE_MS) return true
  return seq > storedMeta.seq && ageMs >= 60 * MINUTE_MS
}

/** Gives `work` a signal that aborts some seconds after `signal` does, so that a nearly finished write can end. */
async function withGracePeriod(
  signal: AbortSignal,
  work: (deadline: AbortSignal) => Promise<void>,
): Promise<void> {
  const deadline = new AbortController()
  let timer: NodeJS.Timeout | undefined
  using _ = addAbortListener(signal, () => {
    timer = setTimeout(() => deadline.abort(signal.reason), MAX_LAST_WRITE_MS)
  })
  try {
    await work(deadline.signal)
  } finally {
    clearTimeout(timer)
  }
}
