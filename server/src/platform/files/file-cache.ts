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
const MIN_USE_AGE_MS = 3_600_000
/** Eviction frees space down to this share of the budget, so that not every write evicts. */
const SHARE_AFTER_EVICTION = 0.9
const PART_SUFFIX = '.part'
/** Files are in folders with such names; everything else in the cache's folder is ignored. */
const GROUP_NAME = /^[0-9a-f]{2}$/

/**
 * Files by name in a folder, within a budget of bytes; evicts the least recently used first. Because processes may
 * share the folder, each only estimates its size, and measures it when the estimate reaches the budget.
 */
export class FileCache {
  readonly #deps: FileCacheDeps
  /** Null until the folder is first measured. */
  #estimatedBytes: number | null = null
  #eviction: Promise<void> | null = null
  #writeCount = 0
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
      if (nowMs - mtimeMs > MIN_USE_AGE_MS) await utimes(path, nowMs / 1000, nowMs / 1000).catch(() => {})
      return await file.readFile()
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') this.#logFirstFailure(error)
      return null
    }
  }

  /** Writes a file atomically. A failure is logged once, and the file is not cached. */
  async write(name: string, bytes: Buffer): Promise<void> {
    const path = this.#pathOf(name)
    const partPath = `${path}.${process.pid}-${this.#writeCount++}${PART_SUFFIX}`
    try {
      await writeAndSync(partPath, bytes).catch(async error => {
        if (errorCode(error) !== 'ENOENT') throw error
        await makeFolder(dirname(path))
        await writeAndSync(partPath, bytes)
      })
      const nowMs = this.#deps.clock.now()
      await utimes(partPath, nowMs / 1000, nowMs / 1000)
      await rename(partPath, path)
      this.#hasFailed = false
    } catch (error) {
      await rm(partPath, { force: true }).catch(() => {})
      this.#logFirstFailure(error)
      return
    }
    if (this.#estimatedBytes !== null) this.#estimatedBytes += bytes.length
    if (this.#estimatedBytes === null || this.#estimatedBytes > this.#deps.maxBytes) this.#evictSoon()
  }

  /** Bytes of the cached files, as far as this process knows. */
  async bytes(): Promise<number> {
    this.#estimatedBytes ??= bytesIn(await this.#list().catch(() => []))
    return this.#estimatedBytes
  }

  async settled(): Promise<void> {
    await this.#eviction
  }

  #evictSoon(): void {
    this.#eviction ??= this.#evict()
      .catch(error => this.#logFirstFailure(error))
      .finally(() => {
        this.#eviction = null
      })
  }

  async #evict(): Promise<void> {
    const { maxBytes } = this.#deps
    const files = await this.#list()
    let bytes = bytesIn(files)
    if (bytes > maxBytes) {
      files.sort((a, b) => a.usedAtMs - b.usedAtMs)
      for (const file of files) {
        if (bytes <= maxBytes * SHARE_AFTER_EVICTION) break
        await rm(file.path, { force: true })
        bytes -= file.bytes
      }
    }
    this.#estimatedBytes = bytes
  }

  /** The finished files. Removes unfinished ones that killed processes have left; others are still being written. */
  async #list(): Promise<CachedFile[]> {
    const { folder, clock } = this.#deps
    const files: CachedFile[] = []
    for (const group of await readdir(folder)) {
      if (!GROUP_NAME.test(group)) continue
      for (const name of await readdir(join(folder, group))) {
        const path = join(folder, group, name)
        const stats = await stat(path).catch(() => null)
        if (stats === null) continue
        if (!name.endsWith(PART_SUFFIX)) files.push({ path, bytes: stats.size, usedAtMs: stats.mtimeMs })
        else if (isLeftover(stats, clock.now())) await rm(path, { force: true })
      }
    }
    return files
  }

  /** Files are spread over 256 folders, because some file systems are slow with very many files in one. */
  #pathOf(name: string): string {
    const group = hash('sha256', name, 'hex').slice(0, 2)
    return join(this.#deps.folder, group, name)
  }

  #logFirstFailure(err: unknown): void {
    if (this.#hasFailed) return
    this.#hasFailed = true
    this.#deps.log.warn(
      { event: 'file-cache-failed', err, folder: this.#deps.folder },
      'A file of the cache could not be read or written',
    )
  }
}

function bytesIn(files: readonly CachedFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** The sync ensures that no name refers to a partial file after a power cut. */
async function writeAndSync(path: string, bytes: Buffer): Promise<void> {
  await using file = await open(path, 'wx')
  await file.writeFile(bytes)
  await file.datasync()
}
