import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { BaseResult } from './base-run.ts'
import type { Run } from './run.ts'

export interface RunWorkerInput {
  module: string
  /** Names of the values of each source. */
  fields: readonly string[]
  runSize: number
  joiner: MessagePort
}

export interface JoinWorkerInput {
  /** A port for each thread that makes runs. */
  ports: readonly MessagePort[]
}

/** Message of a thread that makes runs to the one that joins them. */
export type RunMessage = Run | 'end'

/** Values of sources of consecutive slots as JSON, or that no more come. A batch is answered by a message. */
export type ToRunWorker = { firstSlot: number; sources: string } | 'end'

/** Batches that wait for a thread, so that it never waits for one. */
const MAX_WAITING = 2
/** Size of the young generation: sources live for one batch. */
const YOUNG_MB = 32

/**
 * Threads that make runs, and one that joins these to a base. Runs never are in this thread: their memory is free as
 * soon as the other threads have ended.
 */
export class BuildThreads implements AsyncDisposable {
  readonly #makers: RunMaker[]
  readonly #joiner: Worker
  readonly #base = Promise.withResolvers<BaseResult>()

  constructor(input: Omit<RunWorkerInput, 'joiner'>, threads: number) {
    const channels = Array.from({ length: threads }, () => new MessageChannel())
    const ports = channels.map(({ port2 }) => port2)
    const fail = this.#base.reject
    this.#base.promise.catch(() => {})
    this.#makers = channels.map(({ port1 }) => new RunMaker({ ...input, joiner: port1 }, fail))
    const entry = new URL('./join-worker.ts', import.meta.url)
    this.#joiner = new Worker(entry, { workerData: { ports }, transferList: ports })
    this.#joiner.once('message', this.#base.resolve)
    this.#joiner.once('error', fail)
  }

  /** Resolves when one more batch can wait. Rejects when a thread has failed. */
  async send(firstSlot: number, sources: string): Promise<void> {
    const idlest = this.#makers.reduce((one, other) => (other.waiting < one.waiting ? other : one))
    const taken = idlest.send({ firstSlot, sources })
    if (idlest.waiting >= MAX_WAITING) await Promise.race([taken, this.#base.promise])
  }

  /** @returns the base of all sources. */
  async finish(): Promise<BaseResult> {
    for (const maker of this.#makers) maker.end()
    return await this.#base.promise
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#joiner, ...this.#makers].map(thread => thread.terminate()))
  }
}

class RunMaker {
  readonly #worker: Worker
  waiting = 0
  #onTaken: () => void = () => {}

  constructor(workerData: RunWorkerInput, fail: (error: unknown) => void) {
    const entry = new URL('./run-worker.ts', import.meta.url)
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB }
    this.#worker = new Worker(entry, { workerData, transferList: [workerData.joiner], resourceLimits })
    this.#worker.once('error', fail)
    this.#worker.on('message', () => {
      this.waiting--
      this.#onTaken()
    })
  }

  /** Resolves when the next batch was taken. */
  async send(message: ToRunWorker): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onTaken = resolve
    this.waiting++
    this.#worker.postMessage(message)
    await promise
  }

  end(): void {
    this.#worker.postMessage('end' satisfies ToRunWorker)
  }

  async terminate(): Promise<void> {
    await this.#worker.terminate()
  }
}
