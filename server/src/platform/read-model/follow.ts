import { setImmediate as nextTurn } from 'node:timers/promises'
import { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import type { Job } from '../../kernel/job.ts'
import type { ReadModelDeps } from './open-read-model.ts'
import { rebuild } from './rebuild.ts'
import { heldSnapshot, refusal, removeQuietly, type SnapshotMeta, saveSnapshot } from './snapshot.ts'
import { tailOnce } from './tail.ts'

/** Between looks at the change log: with the time that applying takes, a change is visible well within a second. */
const FOLLOW_MS = 150
const LOOK_AT_SNAPSHOT_MS = 5000
/** Batches of changes, and steps of compaction, in one run: then other duties of the job's owner have their turn. */
const BATCHES = 50
const COMPACTIONS = 20

/** How long a stopping process may still write. */
const LAST_WRITE_MS = 3000
/** After a failure: a full disk does not get better by trying. */
const RETRY_MS = 10 * 60_000

/**
 * Keeps an opened read model up to date, and its snapshot fresh enough for a quick start. To be disposed after the
 * jobs and before the index: then a last snapshot is written if that is quick.
 */
export class ReadModelFollower implements AsyncDisposable {
  readonly #deps: Omit<ReadModelDeps, 'loadIndex'>
  #isRebuilding = false
  /** The model was taken from the snapshot of this meta without asking the system of record. */
  #unverified: SnapshotMeta | null = null
  #following: Promise<void> = Promise.resolve()
  #retryAtMs = Number.NEGATIVE_INFINITY
  /** What stood there when last looked, and how many rows had changed in this process by then. */
  #seen: { seq: number; rowsChanged: number } | undefined

  constructor(deps: Omit<ReadModelDeps, 'loadIndex'>) {
    this.#deps = deps
  }

  /** What keeps an opened read model what it should be. */
  jobs(): readonly Job[] {
    return [
      { name: 'follow-changes', everyMs: FOLLOW_MS, on: 'api', run: signal => this.follow(signal) },
      {
        name: 'keep-snapshot',
        everyMs: LOOK_AT_SNAPSHOT_MS,
        on: 'api',
        run: signal => endingSoonAfter(signal, ending => this.keepSnapshot(ending)),
      },
    ]
  }

  /** The model comes from this snapshot: it is verified before anything is followed. */
  verifyFirst(meta: SnapshotMeta): void {
    this.#unverified = meta
  }

  /** Applies what changed before the call; whoever calls meanwhile waits until the run under way has ended. */
  async follow(signal?: AbortSignal): Promise<void> {
    const run = this.#following.then(() => this.#follow(signal))
    this.#following = run.catch(() => {})
    await run
  }

  async #follow(signal?: AbortSignal): Promise<void> {
    const { model, store, log } = this.#deps
    if (this.#unverified !== null) await this.#verify(this.#unverified, signal)
    for (let batch = 0; batch < BATCHES && !signal?.aborted; batch++) {
      const step = await tailOnce(store, model, signal)
      if (step.kind === 'gap') {
        log.warn(
          { event: 'change-log-gap', reason: step.reason, seq: model.seq },
          'The change log does not reach back; reading all avatars',
        )
        await this.#rebuild(step.reason, signal)
      } else if (!step.hasMore) break
    }
    for (let i = 0; i < COMPACTIONS && model.compact(); i++) await nextTurn()
  }

  /** Writes a snapshot if it is time to; whatever fails is logged and left for later. */
  async keepSnapshot(signal: AbortSignal): Promise<void> {
    const nowMs = this.#deps.clock.now()
    if (!this.#isAState || nowMs < this.#retryAtMs) return
    const { model, store, snapshot } = this.#deps
    const held = await heldSnapshot(snapshot, await store.databaseId())
    if (this.#seen?.seq !== held?.seq) this.#seen = { seq: held?.seq ?? -1, rowsChanged: model.rowsChanged }
    const rows = model.rowsChanged - (this.#seen?.rowsChanged ?? 0)
    if (isSnapshotDue({ held, seq: model.seq, rows, nowMs })) await this.#save(signal)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { model, store, snapshot, log } = this.#deps
    if (!this.#isAState) return
    try {
      const held = await heldSnapshot(snapshot, await store.databaseId())
      const isWorthIt = model.seq - (held?.seq ?? -1) >= WORTH_A_LAST_WRITE
      if (isWorthIt) await this.#save(AbortSignal.timeout(LAST_WRITE_MS))
    } catch (err) {
      if (err instanceof DatabaseUnavailableError)
        log.warn({ event: 'last-snapshot-skipped' }, 'No last snapshot was written: the database is away')
      else log.error({ event: 'last-snapshot-failed', err }, 'No last snapshot was written')
    }
  }

  /** The model holds what some state of the log says, so that a snapshot of it makes sense. */
  get #isAState(): boolean {
    return !this.#isRebuilding && this.#unverified === null
  }

  async #verify(meta: SnapshotMeta, signal?: AbortSignal): Promise<void> {
    const { store, snapshot, log } = this.#deps
    const reason = await refusal(meta, snapshot, store)
    if (reason !== null) {
      log.warn(
        { event: 'snapshot-of-other-database', reason },
        'The snapshot was made from another database; reading all avatars',
      )
      await this.#rebuild('rewound', signal)
    }
    this.#unverified = null
  }

  /** A failed one is tried again; until one succeeds the model is no state of the log to take a snapshot of. */
  async #rebuild(reason: 'pruned' | 'rewound', signal?: AbortSignal): Promise<void> {
    const { model, store, snapshot } = this.#deps
    this.#isRebuilding = true
    if (reason === 'rewound') await removeQuietly(snapshot.path)
    await rebuild(store, model, signal)
    this.#isRebuilding = false
  }

  async #save(signal: AbortSignal): Promise<void> {
    const { model, store, snapshot: place, clock, log } = this.#deps
    const startedAtMs = performance.now()
    try {
      const saved = await saveSnapshot({ place, store, model, nowMs: clock.now(), signal })
      const ms = Math.round(performance.now() - startedAtMs)
      if (saved !== null)
        log.info({ event: 'snapshot-written', ...saved, ms }, 'A snapshot of the catalog was written')
    } catch (err) {
      if (signal.aborted)
        return log.info(
          { event: 'last-snapshot-aborted' },
          'There was no time to write a snapshot of the catalog',
        )
      this.#retryAtMs = clock.now() + RETRY_MS
      log.error(
        { event: 'snapshot-failed', err, path: place.path },
        'The snapshot could not be written; starts are slow until it can',
      )
    }
  }
}

/** Below that, the log is read again as fast. */
const WORTH_A_LAST_WRITE = 1000
const MANY = 20_000
const MINUTE_MS = 60_000

/**
 * When a new snapshot is worth writing all of the catalog for: at once when there is none; a minute after the last
 * when reading the changed rows again would take a restart most of a second; after ten when as many changes of any
 * kind came (counters alone are applied far faster); after an hour when anything changed.
 */
export function isSnapshotDue({
  held,
  seq,
  rows,
  nowMs,
}: {
  held: Pick<SnapshotMeta, 'seq' | 'savedAtMs'> | null
  /** Last change that the read model holds. */
  seq: number
  /** Rows changed since `held` was written. */
  rows: number
  nowMs: number
}): boolean {
  if (held === null) return true
  const age = nowMs - held.savedAtMs
  if (rows >= MANY && age >= MINUTE_MS) return true
  if (seq - held.seq >= MANY && age >= 10 * MINUTE_MS) return true
  return seq > held.seq && age >= 60 * MINUTE_MS
}

/** Gives `work` a signal that aborts some seconds after `signal`, so that what is nearly done gets done. */
async function endingSoonAfter(
  signal: AbortSignal,
  work: (ending: AbortSignal) => Promise<void>,
): Promise<void> {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const endSoon = () => {
    timer = setTimeout(() => ending.abort(signal.reason), LAST_WRITE_MS)
  }
  signal.addEventListener('abort', endSoon, { once: true })
  try {
    await work(ending.signal)
  } finally {
    signal.removeEventListener('abort', endSoon)
    clearTimeout(timer)
  }
}
