import { readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from '../../kernel/error-code.ts'
import { makeFolder } from '../../kernel/make-folder.ts'
import { removeLeftoversIn } from './leftovers.ts'

/** Folder of unfinished files, on the same disk so that they can be renamed. */
const PARTS_FOLDER = '.avatary-part'

/** A folder whose files are written atomically and read by their paths relative to it. */
export class Folder implements AsyncDisposable {
  readonly #root: string
  #writeCount = 0

  private constructor(root: string) {
    this.#root = root
  }

  /** Also removes unfinished files that killed processes have left. */
  static async open(root: string, nowMs: number): Promise<Folder> {
    await makeFolder(root)
    await removeLeftoversIn(join(root, PARTS_FOLDER), nowMs)
    return new Folder(root)
  }

  /** @throws an error that contains the path, which Node's error lacks when the path is a folder. */
  async read(path: string): Promise<Buffer | null> {
    const fullPath = join(this.#root, path)
    try {
      return await readFile(fullPath)
    } catch (error) {
      const code = errorCode(error)
      if (code === 'ENOENT' || code === 'ENOTDIR') return null
      throw error instanceof Error ? Object.assign(error, { path: fullPath }) : error
    }
  }

  async write(path: string, bytes: Buffer): Promise<void> {
    const partPath = join(this.#root, PARTS_FOLDER, `${process.pid}-${this.#writeCount++}`)
    await makeFolder(dirname(partPath))
    await writeFile(partPath, bytes)
    await makeFolder(dirname(join(this.#root, path)))
    await rename(partPath, join(this.#root, path))
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
    await rmdir(join(this.#root, PARTS_FOLDER)).catch(() => {})
  }
}
