import { availableParallelism } from 'node:os'
import type { IndexDocument } from '../../avatars/index.ts'
import { joinRuns } from './base-task.ts'
import { BuildThreads, type ReceiveRecords } from './build-threads.ts'
import { createLiveIndex, type LiveIndex, liveIndexOn } from './live-index.ts'
import type { LiveIndexOptions } from './live-index-options.ts'
import { type Run, runOf } from './run.ts'
import { TailDocuments } from './tail-documents.ts'

/** Turns sources into documents, in this thread and, through `module`, in others. */
export interface Analyser<Source> {
  read: (sources: Uint8Array) => Iterable<Source>
  /** Returns a function that one thread calls for all of its sources. */
  createAnalyse: () => (source: Source) => IndexDocument
  /** URL of a module that exports this object as `analyser`. */
  module: URL
}

/** Collects records of the sources besides documents: threads collect those of a run, and this thread receives them. */
export interface RecordCollection<Source, Records extends object> {
  createCollector(analyser: Analyser<Source>): RecordCollector<Source, Records>
  /** Takes over the records of a run, memory included. Called for one run after the other. */
  receive: (slots: Uint32Array, records: Records) => Promise<void>
  /** URL of a module that exports an object with `createCollector` as `recordCollection`. */
  module: URL
}

export interface RecordCollector<Source, Records extends object> {
  add(source: Source): void
  /** Returns all that was added, in order; called once. */
  take(): Records
}

export interface IndexBuilderOptions extends LiveIndexOptions {
  /** Maximum sources that are analysed in the caller's thread, without workers. Default 2,000. */
  maxSourcesWithoutWorkers?: number
  /** Number of threads that analyse. Default: one per processor, at most four. */
  threads?: number
  /**
   * Documents per run. Larger runs take more memory, and more time per document, because their words exceed the
   * processor's cache.
   */
  runSize?: number
}

const MAX_SOURCES_WITHOUT_WORKERS = 2000
const MAX_THREADS = 4
const RUN_SIZE = 1 << 14

/**
 * Builds an index of very many documents: worker threads analyse them and make sorted runs, which are joined by one
 * merge. Dispose of it when done.
 */
export class IndexBuilder<Source, Records extends object> implements AsyncDisposable {
  readonly #analyser: Analyser<Source>
  readonly #recordCollection: RecordCollection<Source, Records>
  readonly #options: IndexBuilderOptions
  /** Sources held back until it is known whether there are only few. */
  #firstBatches: { sources: Uint8Array<ArrayBuffer>; count: number }[] = []
  #size = 0
  #threads: BuildThreads | null = null

  constructor(
    analyser: Analyser<Source>,
    recordCollection: RecordCollection<Source, Records>,
    options: IndexBuilderOptions = {},
  ) {
    this.#analyser = analyser
    this.#recordCollection = recordCollection
    this.#options = options
  }

  /**
   * Adds the `count` sources of the next slots. Await it, so that only few of them are in memory.
   * @param sources fills its whole buffer, which the builder takes over.
   */
  async add(sources: Uint8Array<ArrayBuffer>, count: number): Promise<void> {
    const { maxSourcesWithoutWorkers: fewSources = MAX_SOURCES_WITHOUT_WORKERS } = this.#options
    const firstSlot = this.#size
    this.#size += count
    if (this.#size <= fewSources) {
      this.#firstBatches.push({ sources, count })
      return
    }
    if (this.#threads === null) await this.#startThreads()
    await this.#threads!.send(firstSlot, sources)
  }

  /** @returns the index of all sources, ready to be searched. */
  async finish(): Promise<LiveIndex> {
    if (this.#size === 0) return createLiveIndex(this.#options)
    const base = this.#threads === null ? joinRuns([await this.#onlyRun()]) : await this.#threads.finish()
    const size = base.liveParts.docOfSlot.length
    if (size !== this.#size) throw new Error(`Threads made ${size} documents of ${this.#size} sources`)
    await this[Symbol.asyncDispose]()
    return liveIndexOn(base, this.#options)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#threads?.[Symbol.asyncDispose]()
  }

  async #onlyRun(): Promise<Run> {
    const tail = TailDocuments.create()
    const analyse = this.#analyser.createAnalyse()
    const collector = this.#recordCollection.createCollector(this.#analyser)
    for (const { sources } of this.#firstBatches)
      for (const source of this.#analyser.read(sources)) {
        tail.add(tail.size, analyse(source))
        collector.add(source)
      }
    const parts = tail.freeze()
    await this.#recordCollection.receive(parts.slots, collector.take())
    return runOf(parts)
  }

  async #startThreads(): Promise<void> {
    const { threads = Math.min(availableParallelism(), MAX_THREADS), runSize = RUN_SIZE } = this.#options
    const modules = {
      analyser: this.#analyser.module.href,
      recordCollection: this.#recordCollection.module.href,
    }
    const receive = this.#recordCollection.receive as ReceiveRecords
    this.#threads = new BuildThreads({ modules, runSize }, threads, receive)
    let slot = 0
    for (const { sources, count } of this.#firstBatches) {
      await this.#threads.send(slot, sources)
      slot += count
    }
    this.#firstBatches = []
  }
}
