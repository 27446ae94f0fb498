import type { Timer } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { removeLeftovers } from '../files/leftovers.ts'
import { type BuildDeps, buildContent } from './build.ts'
import type { ReadModel, ReadModelContent } from './read-model.ts'
import { rebuild } from './rebuild.ts'
import {
  type LoadDeps,
  loadSnapshot,
  removeQuietly,
  type SnapshotFault,
  type SnapshotMeta,
  type SnapshotSettings,
} from './snapshot.ts'
import { isUnfinished } from './snapshot-file.ts'
import { tailOnce } from './tail.ts'

export interface ReadModelDeps extends BuildDeps, LoadDeps, Pick<SystemDeps, 'log'> {
  clock: Timer
  /** Empty; it is filled in place, so that whatever uses it can be constructed first. */
  model: ReadModel
  snapshot: SnapshotSettings
  /** Absent when changes are found only by polling. */
  onChanges?: Database['onChanges']
  /** Absent when every poll reads the change log. */
  readDataVersion?: Database['readDataVersion']
}

/** The source from which the read model was filled, and why that was not the snapshot. */
export type FillSource =
  | { source: 'snapshot' }
  | { source: 'unverified-snapshot'; meta: SnapshotMeta }
  | { source: 'rebuild'; reason: SnapshotFault }

/**
 * Fills the read model from the snapshot if that can be trusted, otherwise from all rows, and then applies the change
 * log. Does not block the event loop, but answers are incomplete until it returns. While the database is unavailable, a
 * snapshot of a database at the same location is used; the follower verifies it later, before it applies changes.
 * @throws when there is no such snapshot and the database cannot be read, or `signal` aborts.
 */
export async function openReadModel(deps: ReadModelDeps, signal?: AbortSignal): Promise<FillSource> {
  const { model, log, clock } = deps
  const startedMs = clock.monotonicMs()
  await removeLeftovers(deps.snapshot.path, clock.now(), isUnfinished)
  const fillSource = await fill(deps, signal)
  const { indexed } = model.counts()
  if (fillSource.source === 'unverified-snapshot') {
    const { source, meta } = fillSource
    const savedAt = new Date(meta.savedAtMs).toISOString()
    log.warn(
      { event: 'catalog-opened-stale', source, indexed, seq: model.seq, savedAt },
      'The catalog is in memory as of its snapshot, since the database is away',
    )
    return fillSource
  }
  await catchUp(deps, signal)
  const ms = Math.round(clock.monotonicMs() - startedMs)
  log.info(
    { event: 'catalog-opened', ...fillSource, indexed: model.counts().indexed, seq: model.seq, ms },
    'The catalog is in memory',
  )
  return fillSource
}

async function catchUp(
  { model, store }: Pick<ReadModelDeps, 'model' | 'store'>,
  signal?: AbortSignal,
): Promise<void> {
  for (let step = await tailOnce(store, model, signal); ; step = await tailOnce(store, model, signal)) {
    if (step.kind === 'gap') await rebuild(store, model, signal)
    else if (step.changes === 0) return
  }
}

async function fill(
  { model, store, snapshot, fields, loadIndex, buildIndex, log }: ReadModelDeps,
  signal?: AbortSignal,
): Promise<FillSource> {
  const outcome = await loadSnapshot({ snapshot, store, fields, loadIndex })
  if (outcome.kind === 'content') {
    await replaceContent(model, outcome.content)
    const { unverifiedMeta: meta } = outcome
    return meta === null ? { source: 'snapshot' } : { source: 'unverified-snapshot', meta }
  }
  const { reason, error } = outcome
  if (reason !== 'missing')
    log.warn(
      { event: 'catalog-rebuilding', reason, err: error },
      'The snapshot cannot be used; reading all avatars',
    )
  if (UNUSABLE_FAULTS.includes(reason)) await removeQuietly(snapshot.path)
  await replaceContent(model, await buildContent({ store, fields, buildIndex }, signal))
  return { source: 'rebuild', reason }
}

async function replaceContent(model: ReadModel, content: ReadModelContent): Promise<void> {
  await model[Symbol.asyncDispose]()
  await model.adopt(content)
}

/**
 * Faults that make a file useless to every process on this database. Such a file is removed, or it would keep a good
 * one with a lower seq from being written.
 */
const UNUSABLE_FAULTS: readonly SnapshotFault[] = [
  'truncated',
  'damaged',
  'inconsistent',
  'ahead-of-log',
  'behind-log',
  'other-history',
]
