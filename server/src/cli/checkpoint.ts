import { hash } from 'node:crypto'
import { type BigIntStats, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../kernel/make-folder.ts'
import type { ImportCounts, Position } from '../slices/interop/index.ts'
import { writeFileAtomically } from './atomic-file.ts'

export interface Checkpoint {
  position: Position
  counts: ImportCounts
  /** The report of skipped records and its length in bytes; null without a report. */
  report: { path: string; bytes: number } | null
}

interface StoredCheckpoint extends Checkpoint {
  version: 1
  /** Path of the imported file, only for people who read the checkpoint. */
  file: string
}

/** An import resumes only with the same, unchanged file, the same database and the same options. */
export interface CheckpointKey {
  path: string
  stats: BigIntStats
  databaseId: string
  options: string
}

/**
 * Stores the progress of an import in the data folder. It is written after each commit, so it never counts records
 * that were not saved; saved ones that it does not count yet are imported again, which changes nothing.
 */
export class CheckpointFile {
  readonly #folder: string
  readonly #path: string
  readonly #importedPath: string

  constructor(dataDir: string, { path, stats, databaseId, options }: CheckpointKey) {
    const keyText = [path, stats.dev, stats.ino, stats.size, stats.mtimeNs, databaseId, options].join('\n')
    this.#importedPath = path
    this.#folder = join(dataDir, 'imports')
    this.#path = join(this.#folder, `${hash('sha256', keyText, 'hex').slice(0, 24)}.json`)
  }

  /** Null when there is no interrupted import, or its checkpoint cannot be read. */
  read(): Checkpoint | null {
    try {
      const storedCheckpoint = JSON.parse(readFileSync(this.#path, 'utf8')) as StoredCheckpoint
      const { position, counts, report } = storedCheckpoint
      return storedCheckpoint.version === 1 && Number.isSafeInteger(position.offset)
        ? { position, counts, report }
        : null
    } catch {
      return null
    }
  }

  async write(checkpoint: Checkpoint): Promise<void> {
    const storedCheckpoint: StoredCheckpoint = { version: 1, file: this.#importedPath, ...checkpoint }
    await makeFolder(this.#folder, 0o700)
    await writeFileAtomically(this.#path, async out => void out.end(JSON.stringify(storedCheckpoint)))
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true })
  }
}
