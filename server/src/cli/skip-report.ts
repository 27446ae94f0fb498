import { type FileHandle, open } from 'node:fs/promises'
import type { Skip } from '../slices/interop/import-stream.ts'
import { SKIP_REASONS } from '../slices/interop/skip-reasons.ts'
import { CommandError } from './command.ts'

/** The file of `--report`: a JSON line for each record that was skipped. Without a path it does nothing. */
export class SkipReport implements AsyncDisposable {
  readonly path: string | null
  readonly #file: FileHandle | null
  #bytes: number

  private constructor(path: string | null, file: FileHandle | null, bytes: number) {
    this.path = path
    this.#file = file
    this.#bytes = bytes
  }

  /** @param bytes of it to keep, written by the part of an import that is saved. */
  static async open(path: string | boolean | undefined, bytes: number): Promise<SkipReport> {
    if (typeof path !== 'string') return new SkipReport(null, null, 0)
    try {
      const file = await open(path, bytes > 0 ? 'a' : 'w')
      const kept = Math.min(bytes, (await file.stat()).size)
      await file.truncate(kept)
      return new SkipReport(path, file, kept)
    } catch (error) {
      throw new CommandError(`The report cannot be written: ${(error as Error).message}`)
    }
  }

  /** @returns its length then. */
  async write(skips: readonly Skip[]): Promise<number> {
    if (this.#file !== null && skips.length > 0) {
      const lines = skips.map(skip => `${JSON.stringify({ ...skip, message: SKIP_REASONS[skip.reason] })}\n`)
      const { bytesWritten } = await this.#file.write(lines.join(''))
      this.#bytes += bytesWritten
    }
    return this.#bytes
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.close()
  }
}
