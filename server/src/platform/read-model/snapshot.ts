import { rm } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { AvatarField, CatalogReader, Change } from '../../avatars/index.ts'
import { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import type { CapturedReadModel, ReadModel, ReadModelContent, ReadModelIndex } from './read-model.ts'
import { RecordStore } from './record-store.ts'
import {
  type ReadFault,
  readSnapshotFile,
  readSnapshotMeta,
  type SnapshotSections,
  writeSnapshotFile,
} from './snapshot-file.ts'
import type { SnapshotArray } from './snapshot-format.ts'

/** What a snapshot is a snapshot of. */
export interface SnapshotMeta {
  /** The system of record it was made from. */
  databaseId: string
  /** `SnapshotPlace.address` when it was written. */
  address?: string | undefined
  /** What `analyse` made of a record then. */
  analysisVersion: string
  /** Last change of the log that it holds. */
  seq: number
  /** That change, by which a log with another history is told; null when the log did not hold it. */
  change: Omit<Change, 'seq'> | null
  savedAtMs: number
  indexed: number
  listed: number
}

/** The place of the snapshot, and what one must have been made with to be of use. */
export interface SnapshotPlace {
  path: string
  /** Changes with everything that decides what `analyse` makes of a record. */
  analysisVersion: string
  /**
   * Where the system of record is. While it cannot be asked, a snapshot from the same address is taken for one of the
   * same system of record; without an address none is.
   */
  address?: string
}

/** Why a whole file is not a snapshot of this system of record by this version of the software. */
export type MetaFault =
  | 'other-format'
  | 'other-database'
  | 'other-address'
  | 'other-analysis'
  | 'ahead-of-log'
  | 'behind-log'
  | 'other-history'

export type SnapshotFault = ReadFault | MetaFault | 'inconsistent'

export type LoadOutcome =
  /** `unverified`: the system of record is away; `refusal` is to be asked when it is back. */
  | { ok: true; content: ReadModelContent; unverified: SnapshotMeta | null }
  | { ok: false; reason: SnapshotFault; error?: unknown }

const RECORDS = 'records/'
const INDEX = 'index/'

/**
 * Loads the snapshot if it can be trusted: every byte as written, made from this system of record by this way of
 * analysing, and at a place of the log from which all later changes can still be read.
 */
export async function loadSnapshot({
  place,
  store,
  fields,
  loadIndex,
}: {
  place: SnapshotPlace
  store: CatalogReader
  fields: readonly AvatarField[]
  /** Throws when the arrays do not fit together. Its arrays are in shared memory. */
  loadIndex: (sections: Record<string, SnapshotArray>) => ReadModelIndex
}): Promise<LoadOutcome> {
  let isVerified = true
  const read = await readSnapshotFile(place.path, {
    refusal: async meta => {
      try {
        return await refusal(meta, place, store)
      } catch (error) {
        if (!(error instanceof DatabaseUnavailableError)) throw error
        isVerified = false
        const { address } = meta as SnapshotMeta
        return address !== undefined && address === place.address ? null : 'other-address'
      }
    },
    isShared: name => name.startsWith(INDEX),
  })
  if (!read.ok) return read
  const meta = read.meta as SnapshotMeta
  const { seq, indexed, listed } = meta
  try {
    const records = RecordStore.fromSections(fields, under(RECORDS, read.sections))
    const index = loadIndex(under(INDEX, read.sections))
    const isWhole = index.size === records.size && index.size >= indexed && index.counts().listed === listed
    const unverified = isVerified ? null : meta
    return isWhole
      ? { ok: true, content: { index, records, seq }, unverified }
      : { ok: false, reason: 'inconsistent' }
  } catch (error) {
    return { ok: false, reason: 'inconsistent', error }
  }
}

/**
 * Writes what the model holds now, unless a snapshot that is as new stands there already.
 *
 * @returns what was written, or null.
 * @throws when it cannot be written, or `signal` aborts; what stands there is then as before.
 */
export async function saveSnapshot({
  place,
  store,
  model,
  nowMs,
  signal,
}: {
  place: SnapshotPlace
  store: CatalogReader
  model: ReadModel
  nowMs: number
  signal: AbortSignal
}): Promise<{ seq: number; bytes: number } | null> {
  const captured = await unlessAborted(model.capture(), signal)
  if (captured === null) return null
  const meta: SnapshotMeta = { ...(await identityOf(captured, place, store)), savedAtMs: nowMs }
  const sections = { ...over(RECORDS, captured.records), ...over(INDEX, captured.index) }
  const mayReplace = (held: unknown) => !isMeta(held) || !isSameKind(held, meta) || held.seq < meta.seq
  const bytes = await writeSnapshotFile(place.path, { meta, sections }, { signal, mayReplace })
  return bytes === null ? null : { seq: meta.seq, bytes }
}

/** The meta of the snapshot that stands there, when it is of this system of record and this way of analysing. */
export async function heldSnapshot(place: SnapshotPlace, databaseId: string): Promise<SnapshotMeta | null> {
  const { path, analysisVersion } = place
  const read = await readSnapshotMeta(path)
  if (!read.ok || !isMeta(read.meta)) return null
  return isSameKind(read.meta, { databaseId, analysisVersion }) ? read.meta : null
}

/** In a folder that may not be written to, nothing can be removed, and nothing needs to be. */
export async function removeQuietly(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => {})
}

/**
 * Why a snapshot is not one of this system of record by this version of the software; null when it is.
 * @throws DatabaseUnavailableError only when all that can be told without the system of record is right.
 */
export async function refusal(
  meta: unknown,
  { analysisVersion }: SnapshotPlace,
  store: CatalogReader,
): Promise<MetaFault | null> {
  if (!isMeta(meta)) return 'other-format'
  if (meta.analysisVersion !== analysisVersion) return 'other-analysis'
  if (meta.databaseId !== (await store.databaseId())) return 'other-database'
  const { firstSeq, lastSeq } = await store.changeBounds()
  if (meta.seq > lastSeq) return 'ahead-of-log'
  if (meta.seq + 1 < firstSeq) return 'behind-log'
  if (meta.change === null || meta.seq < firstSeq) return null
  const change = await changeAt(meta.seq, store)
  return isDeepStrictEqual(change, meta.change) ? null : 'other-history'
}

async function identityOf(
  { seq, counts }: CapturedReadModel,
  { analysisVersion, address }: SnapshotPlace,
  store: CatalogReader,
): Promise<Omit<SnapshotMeta, 'savedAtMs'>> {
  const { indexed, listed } = counts
  const change = await changeAt(seq, store)
  const databaseId = await store.databaseId()
  return { databaseId, address, analysisVersion, seq, change, indexed, listed }
}

async function changeAt(seq: number, store: CatalogReader): Promise<SnapshotMeta['change']> {
  const [found] = await store.changesAfter(seq - 1, 1)
  if (found?.seq !== seq) return null
  const { kind, key, atMs } = found
  return { kind, key, atMs }
}

function isMeta(meta: unknown): meta is SnapshotMeta {
  const { databaseId, analysisVersion, seq, indexed, listed, savedAtMs } = (meta ??
    {}) as Partial<SnapshotMeta>
  const numbers = [seq, indexed, listed, savedAtMs]
  return (
    typeof databaseId === 'string' && typeof analysisVersion === 'string' && numbers.every(Number.isInteger)
  )
}

type Kind = Pick<SnapshotMeta, 'databaseId' | 'analysisVersion'>

function isSameKind(one: Kind, other: Kind): boolean {
  return one.databaseId === other.databaseId && one.analysisVersion === other.analysisVersion
}

function over(prefix: string, sections: SnapshotSections): SnapshotSections {
  return Object.fromEntries(Object.entries(sections).map(([name, section]) => [prefix + name, section]))
}

function under(prefix: string, sections: Record<string, SnapshotArray>): Record<string, SnapshotArray> {
  const own = Object.entries(sections).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(own.map(([name, section]) => [name.slice(prefix.length), section]))
}

/** What `work` gives, or the signal's reason when that comes first; `work` then ends unheard. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
