import { availableParallelism } from 'node:os'
import type { IndexDocument } from '../../avatars/index.ts'
import { joinRuns } from './base-run.ts'
import { BuildThreads } from './build-threads.ts'
import { createLiveIndex, type LiveIndex, liveIndexOn } from './live-index.ts'
import type { LiveIndexOptions } from './live-index-options.ts'
import { type Run, runOf } from './run.ts'
import { TailDocuments } from './tail-documents.ts'

/** Makes documents of sources, in this thread and, by its module, in others. */
export interface Analyser<Source> {
  analyse: (source: Source) => IndexDocument
  /** The fields that `analyse` reads; the other threads get no more. */
  fields: readonly (keyof Source & string)[]
  /** A module that exports `analyse`; it gets the fields of each source as JSON holds them. */
  module: URL
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
export class IndexBuilder<Source> implements AsyncDisposable {
  readonly #analyser: Analyser<Source>
  readonly #options: IndexBuilderOptions
  /** Sources that wait until it is known whether there are few. */
  #first: Source[] = []
  #size = 0
  #threads: BuildThreads | null = null

  constructor(analyser: Analyser<Source>, options: IndexBuilderOptions = {}) {
    this.#analyser = analyser
    this.#options = options
  }

  /** Adds the sources of the next slots; to be awaited, so that few of them are in memory. */
  async add(sources: readonly Source[]): Promise<void> {
    const { fewSources = FEW_SOURCES } = this.#options
    const from = this.#size
    this.#size += sources.length
    if (this.#size <= fewSources) {
      this.#first.push(...sources)
      return
    }
    if (this.#threads === null) await this.#start()
    await this.#send(from, sources)
  }

  /** @returns the index of all sources, to be searched at once. */
  async finish(): Promise<LiveIndex> {
    if (this.#size === 0) return createLiveIndex(this.#options)
    const base = this.#threads === null ? joinRuns([this.#onlyRun()]) : await this.#threads.finish()
    const size = base.live.docOfSlot.length
    if (size !== this.#size) throw new Error(`Threads made ${size} documents of ${this.#size} sources`)
    await this[Symbol.asyncDispose]()
    return liveIndexOn(base, this.#options)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#threads?.[Symbol.asyncDispose]()
  }

  #onlyRun(): Run {
    const tail = TailDocuments.create()
    for (const [slot, source] of this.#first.entries()) tail.add(slot, this.#analyser.analyse(source))
    return runOf(tail.freeze())
  }

  async #start(): Promise<void> {
    const { threads = Math.min(availableParallelism(), MAX_THREADS), runSize = RUN_SIZE } = this.#options
    const { fields, module } = this.#analyser
    this.#threads = new BuildThreads({ module: module.href, fields, runSize }, threads)
    const first = this.#first
    this.#first = []
    if (first.length > 0) await this.#send(0, first)
  }

  async #send(firstSlot: number, sources: readonly Source[]): Promise<void> {
    const { fields } = this.#analyser
    const values = sources.map(source => fields.map(field => source[field]))
    await this.#threads!.send(firstSlot, JSON.stringify(values))
  }
}
