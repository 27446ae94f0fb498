import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CatalogReader, CatalogView, Change } from '../../avatars/index.ts'
import { chunks } from '../../kernel/chunks.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Counts } from '../../kernel/counts.ts'
import { type FrameSource, frameSources, writeEvent } from './frames.ts'
import { Subscriber } from './subscriber.ts'

/** Design, "Events": how long a client waits before it comes back, and how often a quiet stream says that it lives. */
const RETRY_LINE = Buffer.from('retry: 3000\n\n')
const HEARTBEAT = Buffer.from(': still here\n\n')
const HEARTBEAT_MS = 15_000
/** At most one counters frame an avatar in this time. */
const COUNTS_MS = 1000
/** Changes read at a time. */
const CHANGES_A_READ = 1000
/** Events in one buffer, some 75 KB. Who reads has its turn before the next, so that much at once is not too much. */
const EVENTS_A_BUFFER = 500

export interface EventHubDeps {
  store: Pick<CatalogReader, 'changesAfter'>
  view: CatalogView
  clock: Clock
  /** Bytes that wait for one slow client before it is cut off; it comes back and resumes. Default 1 MiB. */
  mostWaiting?: number
  /** Streams that one client may have open; 0, or absent, is no bound. */
  perClient?: number
}

/**
 * Live events to everybody who listens to this process (spec, "Events"). The hub reads the change log as far as the
 * read model has applied it, so that a frame and the catalog never disagree, and sends one buffer to all.
 *
 * The `id:` of an event is a promise: whoever resumes after it misses nothing. Counters that must wait for their
 * second hold it back, so that an event may carry an id below the number of its own change.
 */
export class EventHub {
  readonly #deps: EventHubDeps
  readonly #mostWaiting: number
  readonly #perClient: number
  readonly #subscribers = new Set<Subscriber>()
  readonly #byClient = new Counts()
  /** Counters that wait for their second, by slot. */
  #pending = new Map<number, { first: number; source: FrameSource }>()
  /** When a slot's last counters frame was sent, of those sent within the last second. */
  readonly #sentAtMs = new Map<number, number>()
  /** Changes up to here are sent or pending. */
  #position = 0
  #lastBytesAtMs = 0
  #isClosed = false

  constructor(deps: EventHubDeps) {
    this.#deps = deps
    this.#mostWaiting = deps.mostWaiting ?? 1024 * 1024
    this.#perClient = deps.perClient ?? 0
  }

  /** How many listen. */
  get size(): number {
    return this.#subscribers.size
  }

  /** Whether a client, by its network, has as many streams as it may have. */
  isFullFor(client: string): boolean {
    return this.#perClient > 0 && this.#byClient.of(client) >= this.#perClient
  }

  /**
   * The stream of one client, from now on or from after `since`, until `signal` aborts. A cursor that is older than
   * the log goes on from the log's first change, and one from the future from now.
   */
  async *stream(since: number | null, signal: AbortSignal, client: string): AsyncGenerator<Buffer> {
    if (this.#isClosed || this.isFullFor(client)) return
    if (this.#subscribers.size === 0) this.#position = this.#deps.view.seq
    const caughtUpAt = this.#position
    const subscriber = new Subscriber(this.#mostWaiting)
    this.#subscribers.add(subscriber)
    this.#byClient.add(client, 1)
    signal.addEventListener('abort', () => subscriber.end(), { once: true })
    try {
      yield RETRY_LINE
      if (since !== null) yield* this.#changesSince(since, caughtUpAt)
      yield* subscriber.chunks()
    } finally {
      this.#subscribers.delete(subscriber)
      this.#byClient.add(client, -1)
    }
  }

  /** Sends what happened since the last time; to be called a few times a second. */
  async tick(): Promise<void> {
    if (this.#subscribers.size === 0) {
      this.#forget()
      return
    }
    const { store, view, clock } = this.#deps
    while (this.#position < view.seq) {
      const changes = (await store.changesAfter(this.#position, CHANGES_A_READ)).filter(
        ({ seq }) => seq <= view.seq,
      )
      const last = changes.at(-1)
      if (last === undefined) break
      await this.#sendEvents(changes, last.seq)
    }
    await this.#sendEvents([], this.#position)
    if (!isWithin(HEARTBEAT_MS, this.#lastBytesAtMs, clock.now())) this.#send(HEARTBEAT)
  }

  /** Ends every stream, now and in the future. */
  close(): void {
    this.#isClosed = true
    for (const subscriber of this.#subscribers) subscriber.end()
  }

  async #sendEvents(changes: readonly Change[], position: number): Promise<void> {
    const { view, clock } = this.#deps
    const due = this.#due(changes, position, clock.now())
    const complete = this.#completeTo()
    for (const batch of chunks(due, EVENTS_A_BUFFER)) {
      this.#send(
        Buffer.from(batch.map(source => writeEvent(source, Math.min(source.seq, complete), view)).join('')),
      )
      if (due.length > EVENTS_A_BUFFER) await nextTurn()
    }
  }

  /** What may go out now, of new changes and of counters that have waited long enough. */
  #due(changes: readonly Change[], position: number, now: number): FrameSource[] {
    const { view } = this.#deps
    const due: FrameSource[] = []
    for (const source of frameSources(changes, view)) {
      if (source.type === 'counts') this.#postpone(source, changes)
      else due.push(source)
    }
    this.#position = position
    for (const [slot, sentAtMs] of this.#sentAtMs)
      if (!isWithin(COUNTS_MS, sentAtMs, now)) this.#sentAtMs.delete(slot)
    for (const [slot, { source }] of this.#pending) {
      if (this.#sentAtMs.has(slot)) continue
      this.#pending.delete(slot)
      this.#sentAtMs.set(slot, now)
      if (view.isListed(slot)) due.push(source)
    }
    return due.sort((a, b) => a.seq - b.seq)
  }

  #postpone(source: FrameSource, changes: readonly Change[]): void {
    const first = this.#pending.get(source.slot)?.first ?? changes[0]!.seq
    this.#pending.set(source.slot, { first, source })
  }

  /** The last change up to which nothing waits. */
  #completeTo(): number {
    let complete = this.#position
    for (const { first } of this.#pending.values()) complete = Math.min(complete, first - 1)
    return complete
  }

  #send(chunk: Buffer): void {
    for (const subscriber of this.#subscribers) {
      if (!subscriber.send(chunk)) this.#subscribers.delete(subscriber)
    }
    this.#lastBytesAtMs = this.#deps.clock.now()
  }

  /** What happened between two changes, for one who was away. */
  async *#changesSince(since: number, until: number): AsyncGenerator<Buffer> {
    const { store, view } = this.#deps
    for (let position = since; position < until; ) {
      const changes = (await store.changesAfter(position, CHANGES_A_READ)).filter(({ seq }) => seq <= until)
      const last = changes.at(-1)
      if (last === undefined) return
      const events = frameSources(changes, view).map(source => writeEvent(source, source.seq, view))
      if (events.length > 0) yield Buffer.from(events.join(''))
      position = last.seq
    }
  }

  #forget(): void {
    this.#position = this.#deps.view.seq
    this.#pending.clear()
    this.#sentAtMs.clear()
  }
}

/** Whether less than `ms` went by; a moment in the future is one of before the clock was set back. */
function isWithin(ms: number, sinceMs: number, nowMs: number): boolean {
  return nowMs >= sinceMs && nowMs - sinceMs < ms
}
