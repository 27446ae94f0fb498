import { setTimeout as delay } from 'node:timers/promises'
import type { CatalogStore } from '../../avatars/index.ts'
import type { Timer } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database.ts'
import type { SnapshotFile } from '../../kernel/snapshot.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { type FollowerDeps, HistoryFollower } from './follow.ts'
import { Histories } from './histories.ts'
import { InsightsSnapshot } from './snapshot.ts'
import type { InsightsStore } from './store.sql.ts'

/** Milliseconds for which a request waits for the histories. */
const MAX_WAIT_MS = 5000
/** Milliseconds that a stopping process may take to write the snapshot. */
const LAST_WRITE_MS = 3000

export interface LiveHistoriesDeps extends Pick<SystemDeps, 'log' | 'metrics'> {
  clock: Timer
  db: Pick<Database, 'isAvailable'>
  catalog: Pick<CatalogStore, 'databaseId'>
  store: InsightsStore
  written: FollowerDeps['written']
  snapshotFile: SnapshotFile
}

/** The histories of one process: loaded at start, kept equal to the database, and saved for the next start. */
export class LiveHistories {
  readonly histories = new Histories()
  readonly #deps: LiveHistoriesDeps
  readonly #snapshot: InsightsSnapshot
  readonly #follower: HistoryFollower

  constructor(deps: LiveHistoriesDeps) {
    const { catalog, store, written, snapshotFile: file, clock, metrics } = deps
    const { histories } = this
    this.#deps = deps
    this.#snapshot = new InsightsSnapshot({ file, store, databaseId: () => catalog.databaseId(), histories })
    this.#follower = new HistoryFollower({ histories, store, written, snapshot: this.#snapshot, clock })
    metrics.gauge('avatary_insights_avatars', 'Avatars with counted events', () => histories.size)
    metrics.gauge(
      'avatary_insights_bytes',
      'Bytes of memory that the histories take',
      () => histories.byteLength,
    )
  }

  get isReady(): boolean {
    return this.#follower.isReady
  }

  /**
   * Waits up to five seconds until the histories are loaded; false if they are not. Does not wait while the database is
   * away.
   */
  async whenReady(): Promise<boolean> {
    if (this.isReady) return true
    if (!this.#deps.db.isAvailable) return false
    const loading = this.#follower.whenReady.then(() => true)
    return await Promise.race([loading, delay(MAX_WAIT_MS, false, { ref: false })])
  }

  async load(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#deps
    const startedMs = clock.monotonicMs()
    await this.#follower.load(signal)
    const ms = Math.round(clock.monotonicMs() - startedMs)
    const { size: avatars, byteLength: bytes } = this.histories
    log.info({ event: 'insights-opened', avatars, bytes, ms }, 'The insights are in memory')
  }

  /** Loads the histories, or applies what was counted since. */
  async follow(signal: AbortSignal): Promise<void> {
    if (this.isReady) await this.#follower.follow(signal)
    else await this.load(signal)
  }

  async keepSnapshot(signal: AbortSignal): Promise<void> {
    if (this.isReady) await this.#snapshot.saveIfDue(this.#follower.position, this.#deps.clock.now(), signal)
  }

  /** Saves the snapshot for the next start if that saves time. Never throws. */
  async close(): Promise<void> {
    const { db, clock, log } = this.#deps
    if (!this.isReady || !db.isAvailable) return
    try {
      await this.#snapshot.saveLast(this.#follower.position, clock.now(), AbortSignal.timeout(LAST_WRITE_MS))
    } catch (err) {
      log.error(
        { event: 'last-insights-snapshot-failed', err },
        'No last snapshot of the insights was written',
      )
    }
  }
}
