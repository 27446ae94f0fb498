import type { CatalogReader } from '../../avatars/index.ts'
import type { Timer } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database.ts'
import type { Job } from '../../kernel/job.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import type { Metrics } from '../metrics.ts'
import { IndexBuilder } from '../search/index-builder.ts'
import { createLiveIndex, loadLiveIndex } from '../search/live-index.ts'
import { createMergeMetrics } from '../search/merge-metrics.ts'
import { LOG_START } from './change-position.ts'
import { ReadModelFollower } from './follow.ts'
import { openReadModel, type ReadModelDeps } from './open-read-model.ts'
import { ReadModel } from './read-model.ts'
import { type RecordAnalyser, recordCollection } from './record-collection.ts'
import { RecordStore } from './record-store.ts'
import type { SnapshotSettings } from './snapshot.ts'

export interface ReadModelPartDeps extends Pick<SystemDeps, 'log'> {
  clock: Timer
  store: CatalogReader
  snapshot: SnapshotSettings
  analyser: RecordAnalyser
  metrics: Pick<Metrics, 'gauge' | 'events' | 'histogram'>
  onChanges?: Database['onChanges']
  readDataVersion?: Database['readDataVersion']
}

/** A read model as a part of a process: empty until it is opened, then kept up to date by its jobs. */
export class ReadModelPart {
  readonly view: ReadModel
  readonly jobs: readonly Job[]
  readonly #deps: ReadModelDeps
  readonly #follower: ReadModelFollower
  readonly #metrics: Pick<Metrics, 'gauge'>
  #isOpen = false

  constructor({ analyser, metrics, ...deps }: ReadModelPartDeps) {
    const mergeMetrics = createMergeMetrics({ metrics, log: deps.log })
    const index = createLiveIndex(mergeMetrics)
    const { fields } = analyser
    this.view = new ReadModel({
      index,
      records: RecordStore.create(fields),
      analyse: analyser.createAnalyse(),
      position: LOG_START,
    })
    this.#deps = {
      ...deps,
      fields,
      model: this.view,
      loadIndex: sections => loadLiveIndex(sections, mergeMetrics),
      buildIndex: receive => new IndexBuilder(analyser, { ...recordCollection, receive }, mergeMetrics),
    }
    this.#follower = new ReadModelFollower(this.#deps)
    this.#metrics = metrics
    this.jobs = this.#follower.jobs()
  }

  /** Fills the view from the snapshot or from the database, and registers its metrics. */
  async open(signal: AbortSignal): Promise<void> {
    const fillSource = await openReadModel(this.#deps, signal)
    if (fillSource.source === 'unverified-snapshot') this.#follower.verifyFirst(fillSource.meta)
    const { view } = this
    this.#metrics.gauge('avatary_catalog_listed', 'Listed avatars', () => view.counts().listed)
    this.#metrics.gauge('avatary_catalog_indexed', 'Indexed avatars', () => view.counts().indexed)
    this.#metrics.gauge('avatary_catalog_seq', 'Last change of the log that is applied', () => view.seq)
    this.#metrics.gauge(
      'avatary_catalog_behind_seconds',
      'Seconds since this process had all changes of the log',
      () => this.#follower.behindSeconds,
    )
    this.#isOpen = true
  }

  /** Applies everything that was saved before the call; does nothing until the view is open. */
  async catchUp(): Promise<void> {
    if (this.#isOpen) await this.#follower.follow()
  }

  async close(): Promise<void> {
    if (this.#isOpen) await this.#follower[Symbol.asyncDispose]()
    await this.view[Symbol.asyncDispose]()
  }
}
