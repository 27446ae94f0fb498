import { availableParallelism } from 'node:os'
import type { IndexDocument } from '../../avatars/index.ts'
import { joinRuns } from './base-run.ts'
import { BuildThreads, type Keep } from './build-threads.ts'
import { createLiveIndex, type LiveIndex, liveIndexOn } from './live-index.ts'
import type { LiveIndexOptions } from './live-index-options.ts'
import { type Run, runOf } from './run.ts'
import { TailDocuments } from './tail-documents.ts'

/** Makes documents of sources, in this thread and, by its module, in others. */
export interface Analyser<Source> {
  read: (sources: Uint8Array) => Iterable<Source>
  analyse: (source: Source) => IndexDocument
  /** A module that exports it as `analyser`. */
  module: URL
}

/** Keeps more of the sources than their documents: threads collect it for each run, and this one takes it. */
export interface Keeper<Source, Kept extends object> {
  collect(analyser: Analyser<Source>): SourceCollector<Source, Kept>
  /** Takes what was collected of sources; parts come one after the other, and their memory is the taker's. */
  keep: (slots: Uint32Array, kept: Kept) => Promise<void>
  /** A module that exports `collect` in `keeper`. */
  module: URL
}

export interface SourceCollector<Source, Kept extends object> {
  add(source: Source): void
  /** All that was added, in order, once. */
  take(): Kept
}

export interface IndexBuilderOptions extends LiveIndexOptions {
  /** Most sources that are analysed in the caller's thread, without workers. Default 2,000. */
  fewSources?: number
  /** Threads that analyse. Default: one for each processor, at most four. */
  threads?: number
  /** Documents of a run: more take more memory, and more time for each, since their words leave the processor's cache. */
  runSize?: number
}

const FEW_SOURCES = 2000
const MAX_THREADS = 4
const RUN_SIZE = 1 << 14

/**
 * Builds an index of very many documents: worker threads analyse them and make sorted runs, which one merge joins.
 * Must be disposed.
 */
export class IndexBuilder<Source, Kept extends object> implements AsyncDisposable {
  readonly #analyser: Analyser<Source>
  readonly #keeper: Keeper<Source, Kept>
  readonly #options: IndexBuilderOptions
  /** Sources that wait until it is known whether there are few. */
  #first: { sources: Uint8Array<ArrayBuffer>; count: number }[] = []
  #size = 0
  #threads: BuildThreads | null = null

  constructor(analyser: Analyser<Source>, keeper: Keeper<Source, Kept>, options: IndexBuilderOptions = {}) {
    this.#analyser = analyser
    this.#keeper = keeper
    this.#options = options
  }

  /**
   * Adds the `count` sources of the next slots; to be awaited, so that few of them are in memory.
   * @param sources all that is in their buffer, which becomes the builder's.
   */
  async add(sources: Uint8Array<ArrayBuffer>, count: number): Promise<void> {
    const { fewSources = FEW_SOURCES } = this.#options
    const from = this.#size
    this.#size += count
    if (this.#size <= fewSources) {
      this.#first.push({ sources, count })
      return
    }
    if (this.#threads === null) await this.#start()
    await this.#threads!.send(from, sources)
  }

  /** @returns the index of all sources, to be searched at once. */
  async finish(): Promise<LiveIndex> {
    if (this.#size === 0) return createLiveIndex(this.#options)
    const base = this.#threads === null ? joinRuns([await this.#onlyRun()]) : await this.#threads.finish()
    const size = base.live.docOfSlot.length
    if (size !== this.#size) throw new Error(`Threads made ${size} documents of ${this.#size} sources`)
    await this[Symbol.asyncDispose]()
    return liveIndexOn(base, this.#options)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#threads?.[Symbol.asyncDispose]()
  }

  async #onlyRun(): Promise<Run> {
    const tail = TailDocuments.create()
    const collector = this.#keeper.collect(this.#analyser)
    for (const { sources } of this.#first)
      for (const source of this.#analyser.read(sources)) {
        tail.add(tail.size, this.#analyser.analyse(source))
        collector.add(source)
      }
    const parts = tail.freeze()
    await this.#keeper.keep(parts.slots, collector.take())
    return runOf(parts)
  }

  async #start(): Promise<void> {
    const { threads = Math.min(availableParallelism(), MAX_THREADS), runSize = RUN_SIZE } = this.#options
    const modules = { analyser: this.#analyser.module.href, keeper: this.#keeper.module.href }
    const keep = this.#keeper.keep as Keep
    this.#threads = new BuildThreads({ modules, runSize }, threads, keep)
    let slot = 0
    for (const { sources, count } of this.#first) {
      await this.#threads.send(slot, sources)
      slot += count
    }
    this.#first = []
  }
}
