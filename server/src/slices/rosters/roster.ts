import { unlessLate } from '../../kernel/clock.ts'
import { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import type { Log } from '../../kernel/log.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import type { AnswerKey, StoredAnswer, StoredAnswerStore } from './kept-answers.sql.ts'

export type FetchOutcome<Value> = { kind: 'ok'; value: Value } | FetchFailure

export interface FetchFailure {
  kind: 'failed'
  /** Null when the service did not say. */
  retryAfterMs: number | null
  /** True when the service refuses our request, so that an early retry is useless. */
  isFinal: boolean
}

export interface RosterDeps<Value> extends Pick<SystemDeps, 'clock' | 'sleep'> {
  key: AnswerKey
  store: Pick<StoredAnswerStore, keyof StoredAnswerStore>
  fetchList: (signal: AbortSignal) => Promise<FetchOutcome<Value>>
  log: Pick<Log, 'error'>
}

/** Spec, "Limits": the cache of supporters. */
const ROSTER_FRESH_MS = 10 * MINUTE_MS
const MIN_FAILURE_PAUSE_MS = MINUTE_MS
const MAX_PAUSE_MS = HOUR_MS
/** An older lease belongs to a process that has ended. */
const LEASE_MS = 5 * MINUTE_MS
/** Pause between two reads of the database while another process fetches. */
const POLL_MS = 1000
/** The longest time that a request waits for a newer list. */
const WAIT_MS = 3000

/**
 * A list of another service, fetched every ten minutes by one process for all. When fetching fails, the last good list
 * is kept, also across restarts, with the time of its fetch.
 */
export class Roster<Value> {
  readonly #deps: RosterDeps<Value>
  readonly #closing = new AbortController()
  #latestList: StoredAnswer<Value> | null = null
  /** Time of the next read of the database, or of the next fetch. */
  #nextMs = 0
  #runningRefresh: Promise<void> | null = null

  constructor(deps: RosterDeps<Value>) {
    this.#deps = deps
  }

  get name(): string {
    return this.#deps.key.name
  }

  get latestList(): StoredAnswer<Value> | null {
    return this.#latestList
  }

  async open(): Promise<void> {
    this.#setLatestList(await this.#deps.store.read(this.#deps.key))
  }

  /** The latest list, after waiting up to three seconds if a refresh is due. Null when there is none. Never throws. */
  async get(): Promise<StoredAnswer<Value> | null> {
    await unlessLate(this.refreshWhenDue(), WAIT_MS, this.#deps)
    return this.#latestList
  }

  /** Returns a reader of the list's rows. The list is fetched again at `freshUntilMs`. */
  rowReader<Row>(rowsOf: (value: Value) => readonly Row[]) {
    const toRows = (list: StoredAnswer<Value> | null) =>
      list && { rows: rowsOf(list.value), atMs: list.atMs, freshUntilMs: list.atMs + ROSTER_FRESH_MS }
    const roster = this
    return {
      get latestRows() {
        return toRows(roster.latestList)
      },
      get: async () => toRows(await roster.get()),
    }
  }

  /** Refreshes the list if it is due; concurrent calls share one refresh. Never throws. */
  async refreshWhenDue(): Promise<void> {
    if (this.#runningRefresh === null && !this.#isDue()) return
    this.#runningRefresh ??= this.#refresh()
      .catch((err: unknown) => this.#onError(err))
      .finally(() => {
        this.#runningRefresh = null
      })
    await this.#runningRefresh
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#runningRefresh
  }

  #isDue(): boolean {
    const waitMs = this.#nextMs - this.#deps.clock.now()
    // A longer wait than any pause means that the clock was set back.
    return !this.#closing.signal.aborted && (waitMs <= 0 || waitMs > MAX_PAUSE_MS)
  }

  async #refresh(): Promise<void> {
    const { store, key, clock } = this.#deps
    const nowMs = clock.now()
    const lease = await store.lease(key, nowMs, nowMs + LEASE_MS)
    this.#setLatestList(lease.answer)
    if (lease.isOurs) await this.#fetchNow()
    else this.#nextMs = Math.min(lease.notBeforeMs, nowMs + POLL_MS)
  }

  #setLatestList(answer: StoredAnswer<string> | null): void {
    if (answer === null || answer.atMs === this.#latestList?.atMs) return
    this.#latestList = { value: JSON.parse(answer.value) as Value, atMs: answer.atMs }
  }

  async #fetchNow(): Promise<void> {
    const { store, key, fetchList, clock } = this.#deps
    const outcome = await fetchList(this.#closing.signal).catch(async (error: unknown) => {
      await store.postpone(key, clock.now() + (this.#closing.signal.aborted ? 0 : MIN_FAILURE_PAUSE_MS))
      throw error
    })
    const nowMs = clock.now()
    this.#nextMs = nowMs + pauseAfter(outcome)
    if (outcome.kind === 'failed') return await store.postpone(key, this.#nextMs)
    this.#latestList = { value: outcome.value, atMs: nowMs }
    await store.save(key, { value: JSON.stringify(outcome.value), atMs: nowMs }, this.#nextMs)
  }

  #onError(err: unknown): void {
    if (this.#closing.signal.aborted) return
    this.#nextMs = this.#deps.clock.now() + MIN_FAILURE_PAUSE_MS
    if (err instanceof DatabaseUnavailableError) return
    this.#deps.log.error(
      { event: 'roster-refresh-failed', err, roster: this.#deps.key.name },
      'A list of another service was not refreshed',
    )
  }
}

function pauseAfter(outcome: FetchOutcome<unknown>): number {
  if (outcome.kind === 'ok' || outcome.isFinal) return ROSTER_FRESH_MS
  return Math.min(Math.max(outcome.retryAfterMs ?? 0, MIN_FAILURE_PAUSE_MS), MAX_PAUSE_MS)
}

export function failureOf(answer: Exclude<UpstreamAnswer, { kind: 'ok' }>): FetchFailure {
  const retryAfterMs = 'retryAfterMs' in answer ? answer.retryAfterMs : null
  return { kind: 'failed', retryAfterMs, isFinal: answer.kind === 'refused' || answer.kind === 'absent' }
}
