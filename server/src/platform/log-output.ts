import { write } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Maximum bytes of lines that wait to be written; further lines are dropped. */
const MAX_WAITING = 1024 * 1024
/** Milliseconds until a write to a full pipe is retried. */
const RETRY_MS = 100
const NEWLINE = 10

/** `fs.write` of the bytes from an offset on. */
export type WriteBytes = (
  bytes: Buffer,
  offset: number,
  done: (error: NodeJS.ErrnoException | null, written: number) => void,
) => void

/**
 * Writes log lines in the background, so that the process never waits for them. Drops and counts lines that cannot be
 * written (full disk, pipe without a reader).
 */
export class LogOutput implements DestinationStream {
  readonly #write: WriteBytes
  #waiting: string[] = []
  #waitingBytes = 0
  /** Those of `#waitingBytes` that are being written. */
  #writingBytes = 0
  #isWriting = false
  /** True when the last line was only partly written. */
  #isMidLine = false
  #dropped = 0

  /** @param write default: writes to the standard output. */
  constructor(write: WriteBytes = writeToStdout()) {
    this.#write = write
  }

  /** Number of lines dropped since the start. */
  get dropped(): number {
    return this.#dropped
  }

  /** @param line including its line feed. */
  write(line: string): void {
    const bytes = Buffer.byteLength(line)
    if (this.#waitingBytes + bytes > MAX_WAITING) {
      this.#dropped++
      return
    }
    this.#waiting.push(line)
    this.#waitingBytes += bytes
    if (!this.#isWriting) this.#writeWaiting()
  }

  #writeWaiting(): void {
    this.#isWriting = this.#waiting.length > 0
    if (!this.#isWriting) return
    const lineEnd = this.#isMidLine ? '\n' : ''
    this.#writingBytes = this.#waitingBytes
    const bytes = Buffer.from(lineEnd + this.#waiting.join(''))
    this.#waiting = []
    this.#writeFrom(bytes, 0, lineEnd.length)
  }

  /** @param first offset of the first line that is not yet written. */
  #writeFrom(bytes: Buffer, offset: number, first: number): void {
    this.#write(bytes, offset, (error, writtenBytes) => {
      if (error?.code === 'EAGAIN') {
        setTimeout(() => this.#writeFrom(bytes, offset, first), RETRY_MS).unref()
        return
      }
      const reached = error === null ? offset + writtenBytes : offset
      if (reached > 0) this.#isMidLine = bytes[reached - 1] !== NEWLINE
      if (error === null && reached < bytes.length) this.#writeFrom(bytes, reached, first)
      else {
        this.#dropped += linesIn(bytes.subarray(Math.max(reached, first)))
        this.#waitingBytes -= this.#writingBytes
        this.#writeWaiting()
      }
    })
  }
}

function linesIn(bytes: Buffer): number {
  let lines = 0
  for (const byte of bytes) if (byte === NEWLINE) lines++
  return lines
}

/**
 * Reading `process.stdout` makes a pipe or socket non-blocking: a write to a full one then fails with EAGAIN instead of
 * blocking a thread.
 */
function writeToStdout(): WriteBytes {
  const { fd } = process.stdout
  return (bytes, offset, done) => write(fd, bytes, offset, done)
}
