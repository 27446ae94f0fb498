import { type FileHandle, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { SKIP_REASONS, type Skip } from '../slices/interop/index.ts'
import type { Checkpoint } from './checkpoint.ts'
import { CommandError } from './exit.ts'

/** Writes the file of `--report`, one JSON line per skipped record. Does nothing without a path. */
export class SkipReport implements AsyncDisposable {
  readonly path: string | null
  readonly #file: FileHandle | null
  #bytes: number

  private constructor(path: string | null, file: FileHandle | null, bytes: number) {
    this.path = path
    this.#file = file
    this.#bytes = bytes
  }

  /** @param earlierReport of the import that is resumed. If the path is the same, we cut it to `bytes` and append. */
  static async open(name: string | undefined, earlierReport: Checkpoint['report']): Promise<SkipReport> {
    if (name === undefined) return new SkipReport(null, null, 0)
    const path = resolve(name)
    const bytes = earlierReport?.path === path ? earlierReport.bytes : 0
    try {
      const file = await open(path, bytes > 0 ? 'a' : 'w')
      const length = Math.min(bytes, (await file.stat()).size)
      await file.truncate(length)
      return new SkipReport(path, file, length)
    } catch (error) {
      throw new CommandError(`The report cannot be written: ${(error as Error).message}`)
    }
  }

  /** @returns what the checkpoint keeps of the report, for `open` of a resumed import. */
  async write(skips: readonly Skip[]): Promise<Checkpoint['report']> {
    if (this.path === null || this.#file === null) return null
    if (skips.length > 0) {
      const lines = skips.map(skip => `${JSON.stringify({ ...skip, message: SKIP_REASONS[skip.reason] })}\n`)
      await this.#file.writeFile(lines.join(''))
      this.#bytes += Buffer.byteLength(lines.join(''))
    }
    return { path: this.path, bytes: this.#bytes }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.close()
  }
}
