import { rm } from 'node:fs/promises'
import type { AvatarField, CatalogReader } from '../../avatars/index.ts'
import { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import type { PositionFault } from '../../kernel/log-position.ts'
import { unlessAborted } from '../../kernel/unless-aborted.ts'
import type { LiveIndex } from '../search/segmented-index.ts'
import { type ChangePosition, changesFault } from './change-position.ts'
import type { ReadModel, ReadModelContent } from './read-model.ts'
import { type LoadedSections, withoutPrefix, withPrefix } from './record-sections.ts'
import { RecordStore } from './record-store.ts'
import { type ReadFault, readSnapshotFile, readSnapshotMeta, writeSnapshotFile } from './snapshot-file.ts'
import type { MeasureWrite } from './snapshot-metrics.ts'

/** The position is the last change that the snapshot contains. */
export interface SnapshotMeta extends ChangePosition {
  databaseId: string
  /** `SnapshotSettings.locationDigest` at the time of writing. */
  address?: string | undefined
  /** Version of `analyse` at the time of writing. */
  analysisVersion: string
  savedAtMs: number
  indexed: number
  listed: number
}

/** The path of the snapshot, and what a usable one must match. */
export interface SnapshotSettings {
  path: string
  /** Differs whenever `analyse` may give another result for a record. */
  analysisVersion: string
  /** While the database is unavailable, only a snapshot of a database at the same location is used. */
  locationDigest?: string
  /** Absent when nobody measures the writes. */
  measureWrite?: MeasureWrite
}

/** The reason why an intact file is not a snapshot of this database and version of the program. */
export type MetaFault =
  | 'other-format'
  | 'other-database'
  | 'other-address'
  | 'other-analysis'
  | 'empty'
  | PositionFault

export type SnapshotFault = ReadFault | MetaFault | 'inconsistent'

export type LoadOutcome =
  /** `unverifiedMeta`: the database is unavailable, and `metaFault` must be checked once it is back. */
  | { kind: 'content'; content: ReadModelContent; unverifiedMeta: SnapshotMeta | null }
  | { kind: 'fault'; reason: SnapshotFault; error?: unknown }

export interface LoadDeps {
  store: CatalogReader
  fields: readonly AvatarField[]
  /** Rejects when the arrays, which are in shared memory, do not fit together. */
  loadIndex: (sections: LoadedSections) => Promise<LiveIndex>
}

const RECORDS_PREFIX = 'records/'
const INDEX_PREFIX = 'index/'

/**
 * Loads the snapshot if it can be trusted: intact, of this database and analysis version, and at a change after which
 * all changes are still in the log.
 */
export async function loadSnapshot({
  snapshot: settings,
  store,
  fields,
  loadIndex,
}: LoadDeps & { snapshot: SnapshotSettings }): Promise<LoadOutcome> {
  let isVerified = true
  const outcome = await readSnapshotFile(settings.path, {
    reasonToRefuse: async meta => {
      try {
        return await metaFault(meta, settings, store)
      } catch (error) {
        if (!(error instanceof DatabaseUnavailableError)) throw error
        isVerified = false
        const { address, indexed } = meta as SnapshotMeta
        if (address === undefined || address !== settings.locationDigest) return 'other-address'
        // Its answers would say of every avatar that it does not exist.
        return indexed === 0 ? 'empty' : null
      }
    },
    isShared: name => name.startsWith(INDEX_PREFIX),
  })
  if (outcome.kind === 'fault') return outcome
  const meta = outcome.meta as SnapshotMeta
  const { seq, row, indexed, listed } = meta
  try {
    const [records, index] = await Promise.all([
      RecordStore.fromSections(fields, withoutPrefix(RECORDS_PREFIX, outcome.sections)),
      loadIndex(withoutPrefix(INDEX_PREFIX, outcome.sections)),
    ])
    const isConsistent =
      index.size === records.size && index.size >= indexed && index.counts().listed === listed
    const unverifiedMeta = isVerified ? null : meta
    return isConsistent
      ? { kind: 'content', content: { index, records, position: { seq, row } }, unverifiedMeta }
      : { kind: 'fault', reason: 'inconsistent' }
  } catch (error) {
    return { kind: 'fault', reason: 'inconsistent', error }
  }
}

/**
 * Writes a snapshot of the model, unless the stored one is as new.
 * @returns null when nothing was written.
 * @throws when it cannot be written, or `signal` aborts; the stored one is then unchanged.
 */
export async function saveSnapshot({
  snapshot: settings,
  store,
  model,
  nowMs,
  signal,
}: {
  snapshot: SnapshotSettings
  store: CatalogReader
  model: ReadModel
  nowMs: number
  signal: AbortSignal
}): Promise<{ seq: number; bytes: number } | null> {
  const capturedModel = await unlessAborted(model.capture(), signal)
  if (capturedModel === null) throw signal.reason
  const { indexed, listed } = capturedModel.counts
  const meta: SnapshotMeta = {
    databaseId: await store.databaseId(),
    address: settings.locationDigest,
    analysisVersion: settings.analysisVersion,
    ...capturedModel.position,
    indexed,
    listed,
    savedAtMs: nowMs,
  }
  const sections = {
    ...withPrefix(RECORDS_PREFIX, capturedModel.records),
    ...withPrefix(INDEX_PREFIX, capturedModel.index),
  }
  const mayReplace = (existing: unknown) =>
    !isMeta(existing) || !isSameKind(existing, meta) || existing.seq < meta.seq
  const bytes = await writeSnapshotFile(settings.path, { meta, sections }, { signal, mayReplace })
  return bytes === null ? null : { seq: meta.seq, bytes }
}

/** The meta of the stored snapshot; null when there is none of this database and analysis version. */
export async function storedSnapshotMeta(
  settings: SnapshotSettings,
  databaseId: string,
): Promise<SnapshotMeta | null> {
  const { path, analysisVersion } = settings
  const outcome = await readSnapshotMeta(path)
  if (outcome.kind === 'fault' || !isMeta(outcome.meta)) return null
  return isSameKind(outcome.meta, { databaseId, analysisVersion }) ? outcome.meta : null
}

/** Removes a file. Ignores failures, because a read-only folder needs no removal. */
export async function removeQuietly(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => {})
}

/**
 * The reason why a snapshot does not belong to this database and version of the program, or null.
 * @throws DatabaseUnavailableError, but only after all checks that need no database have passed.
 */
export async function metaFault(
  meta: unknown,
  { analysisVersion }: SnapshotSettings,
  store: CatalogReader,
): Promise<MetaFault | null> {
  if (!isMeta(meta)) return 'other-format'
  if (meta.analysisVersion !== analysisVersion) return 'other-analysis'
  if (meta.databaseId !== (await store.databaseId())) return 'other-database'
  return await changesFault(meta, store)
}

function isMeta(meta: unknown): meta is SnapshotMeta {
  const { databaseId, analysisVersion, seq, indexed, listed, savedAtMs } = (meta ??
    {}) as Partial<SnapshotMeta>
  const numbers = [seq, indexed, listed, savedAtMs]
  return (
    typeof databaseId === 'string' && typeof analysisVersion === 'string' && numbers.every(Number.isInteger)
  )
}

type SnapshotKind = Pick<SnapshotMeta, 'databaseId' | 'analysisVersion'>

function isSameKind(one: SnapshotKind, other: SnapshotKind): boolean {
  return one.databaseId === other.databaseId && one.analysisVersion === other.analysisVersion
}
