import type { Clock } from '../../kernel/clock.ts'
import { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import type { Log } from '../../kernel/log.ts'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import type { Held, KeptAnswers, KeptName } from './kept-answers.ts'

/** What came of asking; `retryAfterMs` as far as the service told. */
export type Fetched<Value> =
  | { kind: 'ok'; value: Value }
  /** @see Failed.isFinal */
  | Failed

export interface Failed {
  kind: 'failed'
  retryAfterMs: number | null
  /** The service does not accept what we send: asking again soon changes nothing. */
  isFinal: boolean
}

export interface RosterDeps<Value> {
  kept: KeptName
  store: KeptAnswers
  ask: (signal: AbortSignal) => Promise<Fetched<Value>>
  clock: Clock
  /** Resolves early, without an error, when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  log: Pick<Log, 'error'>
}

/** Spec, "Limits": the cache of supporters; design, "World data that is not the catalog". */
const ROSTER_FRESH_MS = 10 * 60_000
const FAILED_MS = 60_000
const LONGEST_PAUSE_MS = 3_600_000
/** How long one process may take to ask before another one does. */
const TURN_MS = 5 * 60_000
/** While another process asks, how often to look whether it is done. */
const LOOK_MS = 1000
/** Longest that somebody waits for a newer answer. */
const WAIT_MS = 3000

/**
 * A list that another service keeps, fetched once in ten minutes by one process for all. When that fails, the last
 * good one stays, across restarts, too, with the moment it was fetched.
 */
export class Roster<Value> {
  readonly #deps: RosterDeps<Value>
  readonly #closing = new AbortController()
  #held: Held<Value> | null = null
  /** The next look, here or at the service. */
  #nextMs = 0
  #refreshing: Promise<void> | null = null

  constructor(deps: RosterDeps<Value>) {
    this.#deps = deps
  }

  get name(): string {
    return this.#deps.kept.name
  }

  /** What there is in memory. */
  get held(): Held<Value> | null {
    return this.#held
  }

  /** Reads what an earlier process left. */
  async open(): Promise<void> {
    this.#take(await this.#deps.store.read(this.#deps.kept))
  }

  /** The newest there is; waits a moment for one that is due. Null when there never was one. Never throws. */
  async get(): Promise<Held<Value> | null> {
    const enough = new AbortController()
    await Promise.race([this.tend(), this.#deps.sleep(WAIT_MS, enough.signal)])
    enough.abort()
    return this.#held
  }

  /** Its rows, for what shows them; `freshUntilMs` is when they are asked for again. */
  rows<Row>(rowsOf: (value: Value) => readonly Row[]) {
    const shown = (held: Held<Value> | null) =>
      held && { rows: rowsOf(held.value), atMs: held.atMs, freshUntilMs: held.atMs + ROSTER_FRESH_MS }
    const roster = this
    return {
      get latest() {
        return shown(roster.held)
      },
      get: async () => shown(await roster.get()),
    }
  }

  /** Sees to it that it is refreshed when it is due; all who come meanwhile share one refresh. Never throws. */
  async tend(): Promise<void> {
    if (this.#refreshing === null && !this.#isDue()) return
    this.#refreshing ??= this.#refresh()
      .catch((err: unknown) => this.#noteError(err))
      .finally(() => {
        this.#refreshing = null
      })
    await this.#refreshing
  }

  /** Gives up what is under way and waits for its end. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#refreshing
  }

  #isDue(): boolean {
    const ahead = this.#nextMs - this.#deps.clock.now()
    return !this.#closing.signal.aborted && (ahead <= 0 || ahead > LONGEST_PAUSE_MS)
  }

  async #refresh(): Promise<void> {
    const { store, kept, clock } = this.#deps
    const nowMs = clock.now()
    const claim = await store.claim(kept, nowMs, nowMs + TURN_MS)
    this.#take(claim.held)
    if (claim.isOurs) await this.#ask()
    else this.#nextMs = Math.min(claim.notBeforeMs, nowMs + LOOK_MS)
  }

  #take(kept: Held<string> | null): void {
    if (kept === null || kept.atMs === this.#held?.atMs) return
    this.#held = { value: JSON.parse(kept.value) as Value, atMs: kept.atMs }
  }

  async #ask(): Promise<void> {
    const { store, kept, ask, clock } = this.#deps
    const fetched = await ask(this.#closing.signal).catch(async (error: unknown) => {
      await store.postpone(kept, clock.now() + (this.#closing.signal.aborted ? 0 : FAILED_MS))
      throw error
    })
    const nowMs = clock.now()
    this.#nextMs = nowMs + pauseAfter(fetched)
    if (fetched.kind === 'failed') return await store.postpone(kept, this.#nextMs)
    this.#held = { value: fetched.value, atMs: nowMs }
    await store.keep(kept, { value: JSON.stringify(fetched.value), atMs: nowMs }, this.#nextMs)
  }

  #noteError(err: unknown): void {
    if (this.#closing.signal.aborted) return
    this.#nextMs = this.#deps.clock.now() + FAILED_MS
    if (err instanceof DatabaseUnavailableError) return
    this.#deps.log.error(
      { event: 'roster-refresh-failed', err, roster: this.#deps.kept.name },
      'A list of another service was not refreshed',
    )
  }
}

function pauseAfter(fetched: Fetched<unknown>): number {
  if (fetched.kind === 'ok' || fetched.isFinal) return ROSTER_FRESH_MS
  return Math.min(Math.max(fetched.retryAfterMs ?? 0, FAILED_MS), LONGEST_PAUSE_MS)
}

/** What an answer without a value comes to. */
export function failureOf(answer: Exclude<UpstreamAnswer, { kind: 'ok' }>): Failed {
  const retryAfterMs = 'retryAfterMs' in answer ? answer.retryAfterMs : null
  return { kind: 'failed', retryAfterMs, isFinal: answer.kind === 'refused' || answer.kind === 'absent' }
}
