import { write } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Further lines are dropped while this many bytes wait to be written. */
const MAX_WAITING_BYTES = 1024 * 1024
/** Milliseconds until a write to a full pipe is retried. */
const RETRY_MS = 100
const NEWLINE = 10

/** `fs.write` of the bytes from an offset on. */
export type WriteBytes = (
  bytes: Buffer,
  offset: number,
  callback: (error: NodeJS.ErrnoException | null, writtenBytes: number) => void,
) => void

/**
 * Writes log lines in the background, so that the process never waits for them. Drops and counts lines that cannot be
 * written (full disk, pipe without a reader).
 */
export class LogOutput implements DestinationStream {
  readonly #write: WriteBytes
  #waitingLines: string[] = []
  #waitingBytes = 0
  /** Those of `#waitingBytes` that are being written. */
  #writingBytes = 0
  #isWriting = false
  /** True when the last line was only partly written. */
  #isMidLine = false
  #droppedCount = 0

  /** @param write default: writes to the standard output. */
  constructor(write: WriteBytes = writeToStdout()) {
    this.#write = write
  }

  /** Number of lines dropped since the start. */
  get droppedCount(): number {
    return this.#droppedCount
  }

  /** @param line including its line feed. */
  write(line: string): void {
    const bytes = Buffer.byteLength(line)
    if (this.#waitingBytes + bytes > MAX_WAITING_BYTES) return void this.#droppedCount++
    this.#waitingLines.push(line)
    this.#waitingBytes += bytes
    if (!this.#isWriting) this.#writeWaitingLines()
  }

  #writeWaitingLines(): void {
    this.#isWriting = this.#waitingLines.length > 0
    if (!this.#isWriting) return
    const lineEnd = this.#isMidLine ? '\n' : ''
    this.#writingBytes = this.#waitingBytes
    const bytes = Buffer.from(lineEnd + this.#waitingLines.join(''))
    this.#waitingLines = []
    this.#writeFrom(bytes, 0, lineEnd.length)
  }

  /** @param firstLine offset of the first line; before it may stand the end of a line that was partly written. */
  #writeFrom(bytes: Buffer, offset: number, firstLine: number): void {
    this.#write(bytes, offset, (error, writtenBytes) => {
      if (error?.code === 'EAGAIN') {
        setTimeout(() => this.#writeFrom(bytes, offset, firstLine), RETRY_MS).unref()
        return
      }
      const writtenEnd = error === null ? offset + writtenBytes : offset
      if (writtenEnd > 0) this.#isMidLine = bytes[writtenEnd - 1] !== NEWLINE
      if (error === null && writtenEnd < bytes.length) this.#writeFrom(bytes, writtenEnd, firstLine)
      else {
        this.#droppedCount += countLines(bytes.subarray(Math.max(writtenEnd, firstLine)))
        this.#waitingBytes -= this.#writingBytes
        this.#writeWaitingLines()
      }
    })
  }
}

function countLines(bytes: Buffer): number {
  let count = 0
  for (const byte of bytes) if (byte === NEWLINE) count++
  return count
}

/**
 * Reading `process.stdout` makes a pipe or socket non-blocking: a write to a full one then fails with EAGAIN instead of
 * blocking a thread.
 */
function writeToStdout(): WriteBytes {
  const { fd } = process.stdout
  return (bytes, offset, callback) => write(fd, bytes, offset, callback)
}
