import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { errorCode } from '../../kernel/error-code.ts'
import {
  asArray,
  BLOCK_BYTES,
  type Contents,
  contentsAndTail,
  contentsRange,
  type FileFault,
  HEAD_BYTES,
  headBytes,
  headFault,
  parseContents,
  type SectionEntry,
  type SnapshotArray,
  TAIL_BYTES,
  typeOf,
} from './snapshot-format.ts'

const UNFINISHED_SUFFIX = '.tmp'

/** True for a snapshot that is still being written, or whose writer was killed. */
export function isUnfinished({ name }: { name: string }): boolean {
  return name.endsWith(UNFINISHED_SUFFIX)
}

/** Typed arrays by name. An array in pieces is written, and read back, as one. */
export type SnapshotSections = Readonly<Record<string, SnapshotArray | readonly SnapshotArray[]>>

export interface SnapshotContent {
  /** JSON that tells of what the sections are: the database, a position in its change log, and versions. */
  meta: unknown
  /** Must not change while they are being written. */
  sections: SnapshotSections
}

export interface WriteOptions {
  /** Stops the writing; leaves nothing behind. */
  signal?: AbortSignal | undefined
  /** Called before the file is replaced, with the meta of the existing one if that is readable. */
  mayReplace?: (meta: unknown) => boolean
}

/**
 * Writes a snapshot beside `path`, syncs it and renames it, so that readers see either the old or the new file. Blocks
 * the event loop for about a millisecond at a time.
 * @returns the number of bytes; null when `mayReplace` returned false.
 * @throws when the disk is full, the folder cannot be written to, or `signal` aborts; `path` is then unchanged.
 */
export async function writeSnapshotFile(
  path: string,
  content: SnapshotContent,
  options: WriteOptions = {},
): Promise<number | null> {
  const temporaryPath = `${path}.${randomUUID()}${UNFINISHED_SUFFIX}`
  try {
    const bytes = await writeContent(temporaryPath, content, options.signal)
    if (options.mayReplace && !(await isReplaceable(path, options.mayReplace))) return null
    options.signal?.throwIfAborted()
    await rename(temporaryPath, path)
    await syncFolder(dirname(path))
    return bytes
  } finally {
    await rm(temporaryPath, { force: true })
  }
}

export type ReadFault = FileFault | 'missing' | 'unreadable'

export type ReadOutcome<Sections, Refusal = never> =
  | { kind: 'content'; meta: unknown; sections: Sections }
  | { kind: 'fault'; reason: ReadFault | Refusal; error?: unknown }

export interface ReadOptions<Refusal> {
  /** Called with the meta before any section is read. Returns the reason to refuse the file, or null. */
  reasonToRefuse?: (meta: unknown) => Promise<Refusal | null>
  /** True for sections that are read into shared memory. */
  isShared?: (name: string) => boolean
}

/** Reads a snapshot and verifies every checksum. Faults are outcomes, not exceptions. */
export async function readSnapshotFile<Refusal = never>(
  path: string,
  { reasonToRefuse, isShared = () => false }: ReadOptions<Refusal> = {},
): Promise<ReadOutcome<Record<string, SnapshotArray>, Refusal>> {
  return await withContents(path, async (file, contents) => {
    const refusal = await reasonToRefuse?.(contents.meta)
    if (refusal) return { kind: 'fault', reason: refusal }
    const sections = await readSections(file, contents.sections, isShared)
    return typeof sections === 'string'
      ? { kind: 'fault', reason: sections }
      : { kind: 'content', meta: contents.meta, sections }
  })
}

/** Reads only the meta of a snapshot; its sections are neither read nor checked. */
export async function readSnapshotMeta(path: string): Promise<ReadOutcome<null>> {
  return await withContents(path, async (_, { meta }) => ({ kind: 'content', meta, sections: null }))
}

async function writeContent(path: string, content: SnapshotContent, signal?: AbortSignal): Promise<number> {
  const file = await open(path, 'wx')
  try {
    const contents: Contents = { meta: content.meta, sections: [] }
    await writeFully(file, [headBytes()])
    for (const [name, section] of Object.entries(content.sections))
      contents.sections.push(await writeSection(file, name, [section].flat(), signal))
    const end = contentsAndTail(contents)
    await writeFully(file, [end])
    await file.sync()
    return contents.sections.reduce((sum, { byteLength }) => sum + byteLength, HEAD_BYTES + end.length)
  } finally {
    await file.close()
  }
}

async function writeSection(
  file: FileHandle,
  name: string,
  pieces: readonly SnapshotArray[],
  signal?: AbortSignal,
): Promise<SectionEntry> {
  const type = pieces[0] === undefined ? 'u8' : typeOf(pieces[0])
  const entry: SectionEntry = { name, type, byteLength: 0, checksums: [] }
  for (const block of blocksOf(pieces)) {
    signal?.throwIfAborted()
    entry.checksums.push(block.reduce((sum, part) => crc32(part, sum), 0))
    entry.byteLength += await writeFully(file, block)
  }
  return entry
}

/** Yields the bytes of all pieces in blocks of `BLOCK_BYTES`; the last block may be shorter. */
function* blocksOf(pieces: readonly SnapshotArray[]): Generator<Uint8Array[]> {
  let block: Uint8Array[] = []
  let room = BLOCK_BYTES
  for (const { buffer, byteOffset, byteLength } of pieces) {
    for (let start = 0; start < byteLength; ) {
      const length = Math.min(room, byteLength - start)
      block.push(new Uint8Array(buffer, byteOffset + start, length))
      start += length
      room -= length
      if (room > 0) continue
      yield block
      block = []
      room = BLOCK_BYTES
    }
  }
  if (block.length > 0) yield block
}

async function writeFully(file: FileHandle, parts: readonly Uint8Array[]): Promise<number> {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  let { bytesWritten } = await file.writev(parts)
  let unwritten = bytesWritten < length ? Buffer.concat(parts).subarray(bytesWritten) : Buffer.alloc(0)
  while (unwritten.length > 0) {
    ;({ bytesWritten } = await file.write(unwritten))
    unwritten = unwritten.subarray(bytesWritten)
  }
  return length
}

async function isReplaceable(path: string, mayReplace: (meta: unknown) => boolean): Promise<boolean> {
  const current = await readSnapshotMeta(path)
  return current.kind === 'fault' || mayReplace(current.meta)
}

/** Syncs the folder to make a rename durable, which some file systems do not support. */
async function syncFolder(path: string): Promise<void> {
  try {
    await using folder = await open(path, 'r')
    await folder.sync()
  } catch {}
}

async function withContents<Sections, Refusal>(
  path: string,
  read: (file: FileHandle, contents: Contents) => Promise<ReadOutcome<Sections, Refusal>>,
): Promise<ReadOutcome<Sections, Refusal>> {
  try {
    await using file = await open(path, 'r')
    const contents = await readContents(file)
    return typeof contents === 'string' ? { kind: 'fault', reason: contents } : await read(file, contents)
  } catch (error) {
    const isMissing = errorCode(error) === 'ENOENT'
    return { kind: 'fault', reason: isMissing ? 'missing' : 'unreadable', error }
  }
}

async function readContents(file: FileHandle): Promise<Contents | FileFault> {
  const { size } = await file.stat()
  const fault = headFault(await readAt(file, 0, Math.min(HEAD_BYTES, size)))
  if (fault !== null) return fault
  const tail = await readAt(file, size - TAIL_BYTES, TAIL_BYTES)
  const range = contentsRange(tail, size)
  if (typeof range === 'string') return range
  return parseContents(await readAt(file, range.start, range.length), tail, range.start)
}

/** Node's pool has four threads. */
const CONCURRENT_READS = 4

async function readSections(
  file: FileHandle,
  entries: readonly SectionEntry[],
  isShared: (name: string) => boolean,
): Promise<Record<string, SnapshotArray> | FileFault> {
  const sections: Record<string, SnapshotArray> = {}
  const blocks: { part: Uint8Array; position: number; checksum: number }[] = []
  let position = HEAD_BYTES
  for (const { name, type, byteLength, checksums } of entries) {
    const buffer = isShared(name) ? new SharedArrayBuffer(byteLength) : new ArrayBuffer(byteLength)
    sections[name] = asArray(type, buffer)
    for (const [i, checksum] of checksums.entries()) {
      const start = i * BLOCK_BYTES
      const length = Math.min(BLOCK_BYTES, byteLength - start)
      blocks.push({ part: new Uint8Array(buffer, start, length), position: position + start, checksum })
    }
    position += byteLength
  }
  let isWhole = true
  const readBlocks = async () => {
    for (let block = blocks.pop(); isWhole && block !== undefined; block = blocks.pop()) {
      await readFully(file, block.part, block.position)
      isWhole = crc32(block.part) === block.checksum && isWhole
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_READS }, readBlocks))
  return isWhole ? sections : 'damaged'
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(length, 0))
  await readFully(file, bytes, position)
  return bytes
}

async function readFully(file: FileHandle, into: Uint8Array, position: number): Promise<void> {
  for (let readBytes = 0; readBytes < into.length; ) {
    const { bytesRead } = await file.read(into, readBytes, into.length - readBytes, position + readBytes)
    if (bytesRead === 0) throw new Error('The file became shorter while it was read')
    readBytes += bytesRead
  }
}
