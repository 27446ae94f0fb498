import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { IndexDocument } from '../../avatars/index.ts'
import { createLiveIndex, type LiveIndex, mergeLiveIndex } from './live-index.ts'
import type { LiveIndexOptions } from './live-index-options.ts'
import { type Run, runOf } from './run.ts'
import { TailSegment } from './tail-segment.ts'

/** Makes documents of sources, in this thread and, by its module, in others. */
export interface Analyser<Source> {
  analyse: (source: Source) => IndexDocument
  /** A module that exports `analyse`; it gets each source as JSON holds it. */
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
const MOST_THREADS = 4
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
  readonly #workers: RunWorker[] = []

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
    if (this.#workers.length === 0) await this.#start()
    await this.#send(from, sources)
  }

  /** @returns the index of all sources, to be searched at once. */
  async finish(): Promise<LiveIndex> {
    if (this.#size === 0) return createLiveIndex(this.#options)
    const runs = this.#workers.length === 0 ? [this.#onlyRun()] : await this.#runsOfWorkers()
    return await mergeLiveIndex(runs, this.#options)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#workers.splice(0).map(worker => worker[Symbol.asyncDispose]()))
  }

  #onlyRun(): Run {
    const tail = new TailSegment()
    for (const [slot, source] of this.#first.entries()) tail.add(slot, this.#analyser.analyse(source))
    return runOf(tail.freeze())
  }

  async #start(): Promise<void> {
    const { threads = Math.min(availableParallelism(), MOST_THREADS), runSize = RUN_SIZE } = this.#options
    const input: RunWorkerInput = { module: this.#analyser.module.href, runSize }
    for (let i = 0; i < threads; i++) this.#workers.push(new RunWorker(input))
    const first = this.#first
    this.#first = []
    if (first.length > 0) await this.#send(0, first)
  }

  async #send(firstSlot: number, sources: readonly Source[]): Promise<void> {
    const idlest = this.#workers.reduce((one, other) => (other.waiting < one.waiting ? other : one))
    await idlest.send({ firstSlot, sources: JSON.stringify(sources) })
  }

  async #runsOfWorkers(): Promise<Run[]> {
    const runs = await Promise.all(this.#workers.map(worker => worker.end()))
    await this[Symbol.asyncDispose]()
    const found = runs.flat()
    const documents = found.reduce((sum, { sections }) => sum + sections.slots.length, 0)
    if (documents !== this.#size)
      throw new Error(`Threads made ${documents} documents of ${this.#size} sources`)
    return found
  }
}

export interface RunWorkerInput {
  module: string
  runSize: number
}

interface SourceBatch {
  firstSlot: number
  /** A JSON array. */
  sources: string
}

export type ToRunWorker = SourceBatch | 'end'
/** A run, or that a batch was taken. */
export type FromRunWorker = Run | 'taken'

/** Batches that wait for a worker, so that it never waits for one. */
const MOST_WAITING = 2
/** Size of the young generation: sources live for one batch. */
const YOUNG_MB = 32

class RunWorker implements AsyncDisposable {
  readonly #worker: Worker
  readonly #ended: Promise<void>
  readonly #runs: Run[] = []
  waiting = 0
  #onTaken: () => void = () => {}

  constructor(workerData: RunWorkerInput) {
    const entry = new URL('./run-worker.ts', import.meta.url)
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB }
    this.#worker = new Worker(entry, { workerData, resourceLimits })
    this.#ended = once(this.#worker, 'exit').then(() => {})
    this.#ended.catch(() => {})
    this.#worker.on('message', (message: FromRunWorker) => {
      if (message !== 'taken') return void this.#runs.push(message)
      this.waiting--
      this.#onTaken()
    })
  }

  /** Resolves when the worker can wait for one more. Rejects when it has failed. */
  async send(batch: SourceBatch): Promise<void> {
    this.#post(batch)
    this.waiting++
    if (this.waiting < MOST_WAITING) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onTaken = resolve
    await Promise.race([promise, this.#ended])
  }

  /** @returns its runs. */
  async end(): Promise<Run[]> {
    this.#post('end')
    await this.#ended
    return this.#runs
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate()
  }

  #post(message: ToRunWorker): void {
    this.#worker.postMessage(message)
  }
}
