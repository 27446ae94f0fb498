import { JsonWriter } from './json-writer.ts'

/** Writers kept for the next answers; those of a burst are left to the garbage collector. */
const MOST_KEPT = 32
/** Bytes of the largest writer that is kept. */
const LARGEST_KEPT = 256 * 1024

/**
 * Writers whose memory is sent itself, without a copy, and then used again: the garbage collector counts the memory of
 * every answer and runs the more often for it.
 */
export class LentWriters {
  readonly #kept: JsonWriter[] = []

  /** Lends an empty writer. Nobody has to give it back. */
  take(): JsonWriter {
    return this.#kept.pop()?.reset() ?? new LentWriter()
  }

  /** Takes a writer back; nothing may read its bytes any more. */
  giveBack(writer: JsonWriter): void {
    if (this.#kept.length < MOST_KEPT && writer.capacity <= LARGEST_KEPT) this.#kept.push(writer)
  }
}

class LentWriter extends JsonWriter {
  /** The bytes themselves. */
  override toBuffer(): Buffer {
    return this.view()
  }
}
