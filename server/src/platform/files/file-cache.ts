import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'

export interface FileCacheDeps {
  /** Made when needed. Several processes may share it. */
  folder: string
  mostBytes: number
  clock: Clock
  log: Pick<Log, 'warn'>
}

interface Kept {
  path: string
  bytes: number
  usedAtMs: number
}

/** A file's time of use is written down when it is older than this. */
const USE_NOTED_MS = 3_600_000
/** What a process that was killed while writing left behind. */
const LEFTOVER_MS = 10 * 60_000
/** How much of the budget is left in use when files have to go, so that they do not have to at every write. */
const KEPT_SHARE = 0.9
const PART = '.part'
/** Folders that it makes; whatever else lies there is somebody else's, and no concern of it. */
const GROUP = /^[0-9a-f]{2}$/

/**
 * Files by name in a folder, within a budget of bytes: those not used for longest go first. The folder itself is the
 * whole truth, so that any number of processes can share it; each knows how many bytes it holds only about, and
 * counts again when that reaches the budget.
 */
export class FileCache {
  readonly #deps: FileCacheDeps
  /** Null until counted. */
  #bytes: number | null = null
  #tidying: Promise<void> | null = null
  #writes = 0
  #hasFailed = false

  constructor(deps: FileCacheDeps) {
    this.#deps = deps
  }

  async read(name: string): Promise<Buffer | null> {
    const path = this.#pathOf(name)
    try {
      await using file = await open(path, 'r')
      const { mtimeMs } = await file.stat()
      const nowMs = this.#deps.clock.now()
      if (nowMs - mtimeMs > USE_NOTED_MS) await utimes(path, nowMs / 1000, nowMs / 1000).catch(() => {})
      return await file.readFile()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#tell(error)
      return null
    }
  }

  /** A file appears whole or not at all. What cannot be written is told once, and not kept. */
  async write(name: string, bytes: Buffer): Promise<void> {
    const path = this.#pathOf(name)
    const part = `${path}.${process.pid}-${this.#writes++}${PART}`
    try {
      await mkdir(join(path, '..'), { recursive: true })
      await writeWhole(part, bytes)
      const nowMs = this.#deps.clock.now()
      await utimes(part, nowMs / 1000, nowMs / 1000)
      await rename(part, path)
      this.#hasFailed = false
    } catch (error) {
      await rm(part, { force: true }).catch(() => {})
      this.#tell(error)
      return
    }
    if (this.#bytes !== null) this.#bytes += bytes.length
    if (this.#bytes === null || this.#bytes > this.#deps.mostBytes) this.#tidySoon()
  }

  /** Waits for a count under way. */
  async settled(): Promise<void> {
    await this.#tidying
  }

  #tidySoon(): void {
    this.#tidying ??= this.#tidy()
      .catch(error => this.#tell(error))
      .finally(() => {
        this.#tidying = null
      })
  }

  async #tidy(): Promise<void> {
    const { mostBytes } = this.#deps
    const kept = await this.#list()
    let bytes = kept.reduce((sum, file) => sum + file.bytes, 0)
    if (bytes > mostBytes) {
      kept.sort((a, b) => a.usedAtMs - b.usedAtMs)
      for (const file of kept) {
        if (bytes <= mostBytes * KEPT_SHARE) break
        await rm(file.path, { force: true })
        bytes -= file.bytes
      }
    }
    this.#bytes = bytes
  }

  async #list(): Promise<Kept[]> {
    const { folder, clock } = this.#deps
    const kept: Kept[] = []
    for (const group of await readdir(folder)) {
      if (!GROUP.test(group)) continue
      for (const name of await readdir(join(folder, group))) {
        const path = join(folder, group, name)
        const found = await stat(path).catch(() => null)
        if (found === null) continue
        if (name.endsWith(PART) && clock.now() - found.mtimeMs > LEFTOVER_MS) await rm(path, { force: true })
        else kept.push({ path, bytes: found.size, usedAtMs: found.mtimeMs })
      }
    }
    return kept
  }

  /** In 256 folders, as some file systems are slow with very many files in one. */
  #pathOf(name: string): string {
    const group = createHash('sha256').update(name).digest('hex').slice(0, 2)
    return join(this.#deps.folder, group, name)
  }

  #tell(err: unknown): void {
    if (this.#hasFailed) return
    this.#hasFailed = true
    this.#deps.log.warn(
      { event: 'file-cache-failed', err, folder: this.#deps.folder },
      'The cache of files cannot be used as it should',
    )
  }
}

/** On the disk, not only on its way: a name must never stand for half a file after a power cut. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  await using file = await open(path, 'wx')
  await file.writeFile(bytes)
  await file.datasync()
}
