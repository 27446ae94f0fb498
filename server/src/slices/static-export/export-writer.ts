import { hash } from 'node:crypto'
import { MANIFEST_PATH, type Manifest, type ManifestFile, readManifest, writeManifest } from './manifest.ts'
import type { ExportFolder } from './ports.ts'
import { isSameContent } from './same-content.ts'

/** The folder contains files that this command must not touch; the message names one. */
export class ForeignFilesError extends Error {}

export interface ExportCounts {
  /** Files now in the folder. */
  files: number
  bytes: number
  written: number
  unchanged: number
  removed: number
}

/** Writes new files, leaves unchanged ones, and removes files of earlier exports that are not part of this one. */
export class ExportWriter {
  readonly #folder: ExportFolder
  readonly #lastFiles: ReadonlyMap<string, ManifestFile>
  /** The cells of the last export. */
  readonly cells: Manifest['cells']
  readonly #files = new Map<string, ManifestFile>()
  readonly #counts = { written: 0, unchanged: 0, removed: 0 }

  private constructor(folder: ExportFolder, { files, cells }: Pick<Manifest, 'files' | 'cells'>) {
    this.#folder = folder
    this.#lastFiles = new Map(files.map(file => [file.path, file]))
    this.cells = cells
  }

  /** @throws ForeignFilesError when the folder's manifest is not ours. */
  static async open(folder: ExportFolder): Promise<ExportWriter> {
    const bytes = await folder.read(MANIFEST_PATH)
    const lastManifest = bytes === null ? null : readManifest(bytes)
    if (bytes !== null && lastManifest === null)
      throw new ForeignFilesError(`${MANIFEST_PATH} was not written by this command. Choose another folder.`)
    return new ExportWriter(folder, lastManifest ?? { files: [], cells: [] })
  }

  /**
   * Records in the manifest what will be written, so that after an interruption the next export recognises its own
   * files.
   *
   * @throws ForeignFilesError, before anything is written, when somebody else's file is in the way.
   */
  async claim(paths: readonly string[]): Promise<void> {
    const newPaths = paths.filter(path => !this.#lastFiles.has(path))
    for (const path of newPaths) {
      const existingBytes = await this.#folder.read(path)
      if (existingBytes !== null && existingBytes.length > 0)
        throw new ForeignFilesError(
          `${path} is there and was not written by this command. Move it away first.`,
        )
    }
    if (newPaths.length === 0) return
    const plannedFiles = newPaths.map(path => ({ path, bytes: -1, sha256: '', source: '' }))
    await this.#folder.write(
      MANIFEST_PATH,
      writeManifest([...this.#lastFiles.values(), ...plannedFiles], this.cells),
    )
  }

  /** Writes a value as a JSON file that only exports have. */
  async putJson(path: string, value: object): Promise<void> {
    await this.put(path, Buffer.from(JSON.stringify(value)))
  }

  /** Writes a file, unless the existing one only differs in its time. */
  async put(path: string, bytes: Buffer, source = ''): Promise<void> {
    const existingBytes = await this.#folder.read(path)
    const isSame = existingBytes !== null && isSameContent(existingBytes, bytes)
    if (!isSame) await this.#folder.write(path, bytes)
    this.#record(path, isSame ? existingBytes : bytes, source, !isSame)
  }

  /** Keeps the file that the last export wrote; null when there is none, or it was changed since. */
  async keep(path: string): Promise<Buffer | null> {
    const intactBytes = await this.readIntact(path)
    if (intactBytes === null) return null
    this.#record(path, intactBytes, this.#lastFiles.get(path)!.source, false)
    return intactBytes
  }

  /** Reads a file of the last export; null when it is missing or was changed since. */
  async readIntact(path: string): Promise<Buffer | null> {
    const entry = this.#lastFiles.get(path)
    const existingBytes = entry === undefined ? null : await this.#folder.read(path)
    return existingBytes !== null && sha256(existingBytes) === entry!.sha256 ? existingBytes : null
  }

  /** Removes files that are no longer part of the export, and writes the manifest. */
  async finish(cells: Manifest['cells']): Promise<ExportCounts> {
    for (const path of this.#lastFiles.keys()) {
      if (this.#files.has(path)) continue
      await this.#folder.remove(path)
      this.#counts.removed++
    }
    const manifest = writeManifest([...this.#files.values()], cells)
    const existingBytes = await this.#folder.read(MANIFEST_PATH)
    if (existingBytes === null || !existingBytes.equals(manifest))
      await this.#folder.write(MANIFEST_PATH, manifest)
    const sizes = [...this.#files.values()].map(file => file.bytes)
    const bytes = sizes.reduce((sum, size) => sum + size, manifest.length)
    return { files: sizes.length + 1, bytes, ...this.#counts }
  }

  #record(path: string, bytes: Buffer, source: string, isWritten: boolean): void {
    this.#files.set(path, { path, bytes: bytes.length, sha256: sha256(bytes), source })
    this.#counts[isWritten ? 'written' : 'unchanged']++
  }
}

function sha256(bytes: Buffer): string {
  return hash('sha256', bytes, 'hex')
}
