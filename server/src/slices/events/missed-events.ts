import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CatalogReader, CatalogView } from '../../avatars/index.ts'
import { Semaphore } from '../../kernel/semaphore.ts'
import { VersionedCache } from '../../kernel/versioned-cache.ts'
import { avatarIdOf, frameSources, type WrittenEvent, writeEvent } from './frames.ts'

const CHANGES_PER_READ = 1000
/** Reads that are cached for other streams, of some 300 KB each. */
const MAX_CACHED_READS = 8

/** A stream that resumes. */
interface ResumingStream {
  /** The avatars that it follows; null for all. */
  readonly ids: ReadonlySet<string> | null
  /** True when its client has disconnected. */
  readonly isEnded: boolean
}

interface MissedBatch {
  readonly events: readonly WrittenEvent[]
  /** The bytes of all events, for streams that follow all avatars. */
  readonly bytes: Buffer
  /** Number of the last change read, of any kind. */
  readonly lastSeq: number
}

export interface MissedEventsDeps {
  store: { readonly changes: Pick<CatalogReader['changes'], 'after'> }
  view: CatalogView
}

/**
 * Reads events that streams missed. Only one stream reads at a time, and streams that missed the same events share the
 * result: after a restart, thousands resume at the same event.
 */
export class MissedEvents {
  readonly #deps: MissedEventsDeps
  readonly #semaphore = new Semaphore(1)
  readonly #reads: VersionedCache<Promise<MissedBatch | null>>

  constructor(deps: MissedEventsDeps) {
    this.#deps = deps
    this.#reads = new VersionedCache(() => deps.view.version, { max: MAX_CACHED_READS })
  }

  /** Yields a stream's events after change `since` up to `until`; ends early when the client disconnects. */
  async *eventsBetween(sinceSeq: number, untilSeq: number, stream: ResumingStream): AsyncGenerator<Buffer> {
    for (let position = sinceSeq; position < untilSeq; ) {
      const batch = await this.#semaphore.run(() => this.#missedAfter(position, untilSeq, stream))
      if (batch === null) return
      const bytes = bytesFor(stream, batch)
      if (bytes.length > 0) yield bytes
      position = batch.lastSeq
    }
  }

  async #missedAfter(
    position: number,
    untilSeq: number,
    stream: ResumingStream,
  ): Promise<MissedBatch | null> {
    if (stream.isEnded) return null
    return await this.#reads.get(`${position} ${untilSeq}`, () => this.#read(position, untilSeq))
  }

  /** @returns null when there are no changes. */
  async #read(position: number, untilSeq: number): Promise<MissedBatch | null> {
    const { store, view } = this.#deps
    await nextTurn()
    const loggedChanges = await store.changes.after(position, CHANGES_PER_READ)
    const changes = loggedChanges.filter(({ seq }) => seq <= untilSeq)
    const lastChange = changes.at(-1)
    if (lastChange === undefined) return null
    const events = frameSources(changes, view).map(source => ({
      avatarId: avatarIdOf(source, view),
      text: writeEvent(source, source.seq, view),
    }))
    return { events, bytes: bytesOf(events), lastSeq: lastChange.seq }
  }
}

function bytesFor({ ids }: ResumingStream, { events, bytes }: MissedBatch): Buffer {
  return ids === null ? bytes : bytesOf(events.filter(({ avatarId }) => ids.has(avatarId)))
}

function bytesOf(events: readonly WrittenEvent[]): Buffer {
  return Buffer.from(events.map(({ text }) => text).join(''))
}
