import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Change } from '../../avatars/index.ts'
import { chunks } from '../../kernel/chunks.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Counts } from '../../kernel/counts.ts'
import { Followers } from './followers.ts'
import { avatarIdOf, type FrameSource, frameSources, type WrittenEvent, writeEvent } from './frames.ts'
import { MissedEvents, type MissedEventsDeps } from './missed-events.ts'
import { Subscriber } from './subscriber.ts'

/** Tells clients to wait three seconds before they reconnect. */
const RETRY_LINE = Buffer.from('retry: 3000\n\n')
const HEARTBEAT = ': still here\n'
const HEARTBEAT_MS = 15_000
/** Minimum time between two counter frames of an avatar. */
const COUNTS_PAUSE_MS = 1000
const CHANGES_PER_READ = 1000
/**
 * Number of events in a buffer of some 75 KB. Clients read between buffers, so that a burst of events does not exceed
 * `maxWaitingBytes`.
 */
const EVENTS_PER_BUFFER = 500
const MAX_WAITING_BYTES = 1024 * 1024

export interface StreamOptions {
  /** The change after which to resume; null starts with new events. */
  readonly since: number | null
  /** The avatars to follow; null for all. */
  readonly ids: ReadonlySet<string> | null
}

export interface EventHubDeps extends MissedEventsDeps {
  clock: Clock
  /** Maximum number of bytes that wait for a slow client before its stream is ended, to be resumed. */
  maxWaitingBytes?: number
  /** 0 means that there is no maximum. */
  maxStreamsPerClient: number
  /** Called for each stream that is ended because its client reads too slowly. */
  onTooSlow: () => void
}

/**
 * Sends live events to all streams of this process (spec, "Events"). It reads the change log only as far as the read
 * model has applied it, so that frames agree with the catalog.
 *
 * A client that resumes after an event's `id:` misses nothing. So while a counter frame is postponed, events have ids
 * below the seq of its change, even if that of their own is higher.
 */
export class EventHub {
  readonly #deps: EventHubDeps
  readonly #subscribers = new Set<Subscriber>()
  readonly #followers = new Followers()
  readonly #streamCounts = new Counts()
  readonly #missedEvents: MissedEvents
  /** Postponed counters by slot. */
  readonly #postponedCounts = new Map<number, { firstSeq: number; source: FrameSource }>()
  /** When the last counter frame of a slot was sent, if within the last second. */
  readonly #sentAtMs = new Map<number, number>()
  /** All changes up to this seq were sent or postponed. */
  #position = 0
  #isClosed = false

  constructor(deps: EventHubDeps) {
    this.#deps = deps
    this.#missedEvents = new MissedEvents(deps)
  }

  get size(): number {
    return this.#subscribers.size
  }

  /** Bytes that wait for slow clients. */
  get waitingBytes(): number {
    let bytes = 0
    for (const { waitingBytes } of this.#subscribers) bytes += waitingBytes
    return bytes
  }

  /** True when a client, identified by its network, has as many streams as allowed. */
  isFullFor(client: string): boolean {
    const { maxStreamsPerClient } = this.#deps
    return maxStreamsPerClient > 0 && this.#streamCounts.get(client) >= maxStreamsPerClient
  }

  /**
   * Streams new events to one client, or those after `since`, until `signal` aborts. A cursor older than the log
   * resumes at its first change; a cursor beyond the log starts with new events.
   */
  async *stream({ since, ids }: StreamOptions, signal: AbortSignal, client: string): AsyncGenerator<Buffer> {
    if (this.#isClosed || this.isFullFor(client)) return
    const { view, clock, maxWaitingBytes = MAX_WAITING_BYTES } = this.#deps
    if (this.#subscribers.size === 0) this.#position = view.seq
    const startPosition = this.#position
    const subscriber = new Subscriber({ ids, maxWaitingBytes, nowMs: clock.now() })
    this.#subscribers.add(subscriber)
    this.#followers.add(subscriber)
    this.#streamCounts.add(client, 1)
    signal.addEventListener('abort', () => subscriber.end(), { once: true })
    try {
      yield RETRY_LINE
      if (since !== null) yield* this.#missedEvents.eventsBetween(since, startPosition, subscriber)
      for (let chunk = await subscriber.next(); chunk !== null; chunk = await subscriber.next()) yield chunk
    } finally {
      this.#remove(subscriber)
      this.#streamCounts.add(client, -1)
    }
  }

  /** Sends new events. A job calls it several times a second. */
  async tick(): Promise<void> {
    if (this.#subscribers.size === 0) {
      this.#skipToNow()
      return
    }
    const { store, view, clock } = this.#deps
    // The log ends earlier when the database lost its last commits.
    this.#position = Math.min(this.#position, view.seq)
    while (this.#position < view.seq) {
      const changes = (await store.changes.after(this.#position, CHANGES_PER_READ)).filter(
        ({ seq }) => seq <= view.seq,
      )
      const lastChange = changes.at(-1)
      if (lastChange === undefined) break
      await this.#sendEvents(changes, lastChange.seq)
    }
    await this.#sendEvents([], this.#position)
    this.#sendHeartbeats(clock.now())
  }

  close(): void {
    this.#isClosed = true
    for (const subscriber of this.#subscribers) subscriber.end()
  }

  async #sendEvents(changes: readonly Change[], position: number): Promise<void> {
    const { view, clock } = this.#deps
    const dueFrames = this.#takeDueFrames(changes, position, clock.now())
    const resumableSeq = this.#resumableSeq()
    for (const batch of chunks(dueFrames, EVENTS_PER_BUFFER)) {
      this.#send(
        batch.map(source => ({
          avatarId: avatarIdOf(source, view),
          text: writeEvent(source, Math.min(source.seq, resumableSeq), view),
        })),
      )
      if (dueFrames.length > EVENTS_PER_BUFFER) await nextTurn()
    }
  }

  /** Collects what can be sent now: new changes, and counters that were postponed long enough. */
  #takeDueFrames(changes: readonly Change[], position: number, now: number): FrameSource[] {
    const { view } = this.#deps
    const dueFrames: FrameSource[] = []
    for (const source of frameSources(changes, view)) {
      if (source.type === 'counts') this.#postpone(source, changes)
      else dueFrames.push(source)
    }
    this.#position = position
    for (const [slot, sentAtMs] of this.#sentAtMs)
      if (!isWithin(COUNTS_PAUSE_MS, sentAtMs, now)) this.#sentAtMs.delete(slot)
    for (const [slot, { source }] of this.#postponedCounts) {
      if (this.#sentAtMs.has(slot)) continue
      this.#postponedCounts.delete(slot)
      this.#sentAtMs.set(slot, now)
      if (view.isListed(slot)) dueFrames.push(source)
    }
    return dueFrames.sort((a, b) => a.seq - b.seq)
  }

  #postpone(source: FrameSource, changes: readonly Change[]): void {
    const firstSeq = this.#postponedCounts.get(source.slot)?.firstSeq ?? changes[0]!.seq
    this.#postponedCounts.set(source.slot, { firstSeq, source })
  }

  /** The last change before all postponed ones, after which a client can resume. */
  #resumableSeq(): number {
    let seq = this.#position
    for (const { firstSeq } of this.#postponedCounts.values()) seq = Math.min(seq, firstSeq - 1)
    return seq
  }

  #send(events: readonly WrittenEvent[]): void {
    const allEvents = Buffer.from(events.map(({ text }) => text).join(''))
    for (const subscriber of this.#subscribers)
      if (subscriber.ids === null) this.#sendTo(subscriber, allEvents)
    const textByFollower = new Map<Subscriber, string>()
    for (const { avatarId, text } of events)
      for (const follower of this.#followers.followersOf(avatarId))
        textByFollower.set(follower, (textByFollower.get(follower) ?? '') + text)
    for (const [follower, text] of textByFollower) this.#sendTo(follower, Buffer.from(text))
  }

  #sendTo(subscriber: Subscriber, chunk: Buffer): void {
    const { kind } = subscriber.send(chunk, this.#deps.clock.now())
    if (kind === 'queued') return
    this.#remove(subscriber)
    if (kind === 'too_slow') this.#deps.onTooSlow()
  }

  /**
   * Keeps idle streams open. Streams that follow some avatars also get an id, so that they resume later in the log
   * although nothing of theirs happened.
   */
  #sendHeartbeats(nowMs: number): void {
    const heartbeat = Buffer.from(`${HEARTBEAT}\n`)
    const heartbeatWithId = Buffer.from(`${HEARTBEAT}id: ${this.#resumableSeq()}\n\n`)
    for (const subscriber of this.#subscribers)
      if (!isWithin(HEARTBEAT_MS, subscriber.sentAtMs, nowMs))
        this.#sendTo(subscriber, subscriber.ids === null ? heartbeat : heartbeatWithId)
  }

  #remove(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber)
    this.#followers.delete(subscriber)
  }

  #skipToNow(): void {
    this.#position = this.#deps.view.seq
    this.#postponedCounts.clear()
    this.#sentAtMs.clear()
  }
}

/** True if `sinceMs` is less than `ms` ago; false after the clock was set back. */
function isWithin(ms: number, sinceMs: number, nowMs: number): boolean {
  return nowMs >= sinceMs && nowMs - sinceMs < ms
}
