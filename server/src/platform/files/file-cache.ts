import { hash } from 'node:crypto'
import { open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '../../kernel/clock.ts'
import { errorCode } from '../../kernel/error-code.ts'
import type { Log } from '../../kernel/log.ts'
import { makeFolder } from '../../kernel/make-folder.ts'
import { isLeftover } from './leftovers.ts'

export interface FileCacheDeps {
  /** Created on demand. Several processes may share it. */
  folder: string
  maxBytes: number
  clock: Clock
  log: Pick<Log, 'warn'>
}

interface CachedFile {
  path: string
  bytes: number
  usedAtMs: number
}

/** A file's time of use is updated only when it is older than this. */
const USE_UPDATED_MS = 3_600_000
/** Eviction frees space down to this share of the budget, so that not every write evicts. */
const SHARE_AFTER_EVICTION = 0.9
const PART = '.part'
/** Names of the cache's own folders; everything else in its folder is ignored. */
const GROUP = /^[0-9a-f]{2}$/

/**
 * Files by name in a folder, within a budget of bytes; evicts the least recently used first. Because processes may
 * share the folder, each only estimates its size, and measures it when the estimate reaches the budget.
 */
export class FileCache {
  readonly #deps: FileCacheDeps
  /** Estimated bytes; null until the folder is first measured. */
  #bytes: number | null = null
  #evicting: Promise<void> | null = null
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
      if (nowMs - mtimeMs > USE_UPDATED_MS) await utimes(path, nowMs / 1000, nowMs / 1000).catch(() => {})
      return await file.readFile()
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') this.#logFirst(error)
      return null
    }
  }

  /** Writes a file atomically. A failure is logged once, and the file is not cached. */
  async write(name: string, bytes: Buffer): Promise<void> {
    const path = this.#pathOf(name)
    const part = `${path}.${process.pid}-${this.#writes++}${PART}`
    try {
      await writeWhole(part, bytes).catch(async error => {
        if (errorCode(error) !== 'ENOENT') throw error
        await makeFolder(dirname(path))
        await writeWhole(part, bytes)
      })
      const nowMs = this.#deps.clock.now()
      await utimes(part, nowMs / 1000, nowMs / 1000)
      await rename(part, path)
      this.#hasFailed = false
    } catch (error) {
      await rm(part, { force: true }).catch(() => {})
      this.#logFirst(error)
      return
    }
    if (this.#bytes !== null) this.#bytes += bytes.length
    if (this.#bytes === null || this.#bytes > this.#deps.maxBytes) this.#evictSoon()
  }

  /** Bytes of the cached files, as far as this process knows. */
  async bytes(): Promise<number> {
    this.#bytes ??= sumOf(await this.#list().catch(() => []))
    return this.#bytes
  }

  async settled(): Promise<void> {
    await this.#evicting
  }

  #evictSoon(): void {
    this.#evicting ??= this.#evict()
      .catch(error => this.#logFirst(error))
      .finally(() => {
        this.#evicting = null
      })
  }

  async #evict(): Promise<void> {
    const { maxBytes } = this.#deps
    const files = await this.#list()
    let bytes = sumOf(files)
    if (bytes > maxBytes) {
      files.sort((a, b) => a.usedAtMs - b.usedAtMs)
      for (const file of files) {
        if (bytes <= maxBytes * SHARE_AFTER_EVICTION) break
        await rm(file.path, { force: true })
        bytes -= file.bytes
      }
    }
    this.#bytes = bytes
  }

  async #list(): Promise<CachedFile[]> {
    const { folder, clock } = this.#deps
    const files: CachedFile[] = []
    for (const group of await readdir(folder)) {
      if (!GROUP.test(group)) continue
      for (const name of await readdir(join(folder, group))) {
        const path = join(folder, group, name)
        const stats = await stat(path).catch(() => null)
        if (stats === null) continue
        if (name.endsWith(PART) && isLeftover(stats, clock.now())) await rm(path, { force: true })
        else files.push({ path, bytes: stats.size, usedAtMs: stats.mtimeMs })
      }
    }
    return files
  }

  /** Files are spread over 256 folders, because some file systems are slow with very many files in one. */
  #pathOf(name: string): string {
    const group = hash('sha256', name, 'hex').slice(0, 2)
    return join(this.#deps.folder, group, name)
  }

  #logFirst(err: unknown): void {
    if (this.#hasFailed) return
    this.#hasFailed = true
    this.#deps.log.warn(
      { event: 'file-cache-failed', err, folder: this.#deps.folder },
      'A file of the cache could not be read or written',
    )
  }
}

function sumOf(files: readonly CachedFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Writes and syncs, so that no name refers to a partial file after a power cut. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  await using file = await open(path, 'wx')
  await file.writeFile(bytes)
  await file.datasync()
}
