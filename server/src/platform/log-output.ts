import { write } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Bytes of lines that wait to be written; a line that finds no room is dropped. */
const MOST_WAITING = 1024 * 1024
/** Until a pipe is tried again that is full. */
const AGAIN_MS = 100
const LINE_END = 10

/** `fs.write`, of the bytes from an offset on. */
export type WriteBytes = (
  bytes: Buffer,
  offset: number,
  done: (error: NodeJS.ErrnoException | null, written: number) => void,
) => void

/**
 * Where the log goes, without the process ever waiting for it: lines are written in the background, and those that
 * cannot be, as the disk is full or nobody reads the pipe, are dropped and counted.
 */
export class LogOutput implements DestinationStream {
  readonly #write: WriteBytes
  #waiting: string[] = []
  #waitingBytes = 0
  /** Of these, those that are being written. */
  #writingBytes = 0
  #isWriting = false
  /** The last line that was begun has no end. */
  #isMidLine = false
  #dropped = 0

  /** @param write writes to the standard output when absent. */
  constructor(write: WriteBytes = writeToStdout()) {
    this.#write = write
  }

  /** Lines that were not written, since the start. */
  get dropped(): number {
    return this.#dropped
  }

  /** @param line with its end. */
  write(line: string): void {
    const bytes = Buffer.byteLength(line)
    if (this.#waitingBytes + bytes > MOST_WAITING) {
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
    const begun = this.#isMidLine ? '\n' : ''
    this.#writingBytes = this.#waitingBytes
    const bytes = Buffer.from(begun + this.#waiting.join(''))
    this.#waiting = []
    this.#writeFrom(bytes, 0, begun.length)
  }

  /** @param first where the first line begins that waited. */
  #writeFrom(bytes: Buffer, offset: number, first: number): void {
    this.#write(bytes, offset, (error, written) => {
      if (error?.code === 'EAGAIN') {
        setTimeout(() => this.#writeFrom(bytes, offset, first), AGAIN_MS).unref()
        return
      }
      const reached = error === null ? offset + written : offset
      if (reached > 0) this.#isMidLine = bytes[reached - 1] !== LINE_END
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
  for (const byte of bytes) if (byte === LINE_END) lines++
  return lines
}

/** To ask for the stream makes its pipe or socket fail with EAGAIN when it is full, where it would hold a thread. */
function writeToStdout(): WriteBytes {
  const { fd } = process.stdout
  return (bytes, offset, done) => write(fd, bytes, offset, done)
}
