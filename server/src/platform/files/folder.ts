import { readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from '../../kernel/error-code.ts'
import { makeFolder } from '../../kernel/make-folder.ts'
import { removeLeftoversIn } from './leftovers.ts'

/** Folder of unfinished files, on the same disk so that they can be renamed. */
const PARTS = '.avatary-part'

/** A folder whose files are written atomically and read by their paths relative to it. */
export class Folder implements AsyncDisposable {
  readonly #root: string
  #writes = 0

  private constructor(root: string) {
    this.#root = root
  }

  /** Also removes unfinished files that killed processes have left. */
  static async open(root: string, nowMs: number): Promise<Folder> {
    await makeFolder(root)
    await removeLeftoversIn(join(root, PARTS), nowMs)
    return new Folder(root)
  }

  /** @throws an error that contains the path, which Node's error lacks when the path is a folder. */
  async read(path: string): Promise<Buffer | null> {
    const whole = join(this.#root, path)
    try {
      return await readFile(whole)
    } catch (error) {
      const code = errorCode(error)
      if (code === 'ENOENT' || code === 'ENOTDIR') return null
      throw error instanceof Error ? Object.assign(error, { path: whole }) : error
    }
  }

  async write(path: string, bytes: Buffer): Promise<void> {
    const part = join(this.#root, PARTS, `${process.pid}-${this.#writes++}`)
    await makeFolder(dirname(part))
    await writeFile(part, bytes)
    await makeFolder(dirname(join(this.#root, path)))
    await rename(part, join(this.#root, path))
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.#root, path), { force: true })
    for (let ancestor = dirname(path); ancestor !== '.'; ancestor = dirname(ancestor)) {
      const isEmpty = await rmdir(join(this.#root, ancestor)).then(
        () => true,
        () => false,
      )
      if (!isEmpty) return
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rmdir(join(this.#root, PARTS)).catch(() => {})
  }
}
