import { once } from 'node:events'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { BaseResult } from './base-task.ts'
import type { Run } from './run.ts'
import { workerResult } from './worker-result.ts'

export interface RunWorkerInput {
  /** URLs of the modules that export the analyser and the record collection. */
  modules: { analyser: string; recordCollection: string }
  runSize: number
  joiner: MessagePort
}

export interface JoinWorkerInput {
  /** One port for each thread that makes runs. */
  ports: readonly MessagePort[]
}

/** Sent by a thread that makes runs to the thread that joins them. */
export type RunMessage = Run | 'end'

/** A batch of sources of consecutive slots, or the end. The thread acknowledges each batch by `taken`. */
export type ToRunWorker = { firstSlot: number; sources: Uint8Array<ArrayBuffer> } | 'end'

/** `taken` acknowledges a batch. Otherwise a run is complete: the records of its sources, in the order of `slots`. */
export type FromRunWorker = 'taken' | { slots: Uint32Array; records: object }

/** Receives the records that a thread collected, see `RecordCollection.receive`. */
export type ReceiveRecords = (slots: Uint32Array, records: object) => Promise<void>

/** Batches queued per thread, so that no thread waits for the next one. */
const MAX_BATCHES_PER_THREAD = 2
/** Size of the young generation in MiB: sources live only as long as their batch. */
const YOUNG_GENERATION_MIB = 32

/**
 * Threads that make runs, and one that joins these to a base. Runs never enter this thread, so their memory is free
 * once the other threads have ended.
 */
export class BuildThreads implements AsyncDisposable {
  readonly #makers: RunMaker[]
  readonly #joiner: Worker
  readonly #baseResult = Promise.withResolvers<BaseResult>()
  readonly #receive: ReceiveRecords
  /** These resolve when all records but the last run's were received, and when those were. */
  #allButLastReceived: Promise<void> = Promise.resolve()
  #allReceived: Promise<void> = Promise.resolve()
  #onTaken: () => void = () => {}

  constructor(input: Omit<RunWorkerInput, 'joiner'>, threads: number, receive: ReceiveRecords) {
    const channels = Array.from({ length: threads }, () => new MessageChannel())
    const ports = channels.map(({ port2 }) => port2)
    const fail = this.#baseResult.reject
    // The callers of `send` and `finish` get the error.
    this.#baseResult.promise.catch(() => {})
    this.#receive = receive
    const events: MakerEvents = {
      fail,
      onTaken: () => this.#onTaken(),
      onRecords: (slots, records) => this.#take(slots, records),
    }
    this.#makers = channels.map(({ port1 }) => new RunMaker({ ...input, joiner: port1 }, events))
    const entry = new URL('./join-worker.ts', import.meta.url)
    this.#joiner = new Worker(entry, { workerData: { ports }, transferList: ports })
    workerResult<BaseResult>(this.#joiner).then(this.#baseResult.resolve, fail)
  }

  /**
   * Resolves when there is room for one more batch. Rejects when a thread has failed.
   * @param sources transferred to the thread.
   */
  async send(firstSlot: number, sources: Uint8Array<ArrayBuffer>): Promise<void> {
    const [leastBusy] = this.#makers.toSorted((a, b) => a.waitingBatches - b.waitingBatches)
    leastBusy!.send({ firstSlot, sources })
    const room = new Promise<void>(resolve => {
      this.#onTaken = resolve
      if (this.#makers.some(({ waitingBatches }) => waitingBatches < MAX_BATCHES_PER_THREAD)) resolve()
    })
    await Promise.race([Promise.all([room, this.#allButLastReceived]), this.#baseResult.promise])
  }

  /** @returns the base of all sources, once all of their records were received. */
  async finish(): Promise<BaseResult> {
    for (const maker of this.#makers) maker.end()
    const [base] = await Promise.all([this.#baseResult.promise, ...this.#makers.map(({ ended }) => ended)])
    await this.#allReceived
    return base
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#joiner, ...this.#makers].map(thread => thread.terminate()))
  }

  #take(slots: Uint32Array, records: object): void {
    this.#allButLastReceived = this.#allReceived
    this.#allReceived = this.#allReceived.then(() => this.#receive(slots, records))
    this.#allReceived.catch(this.#baseResult.reject)
  }
}

interface MakerEvents {
  fail: (error: unknown) => void
  onTaken: () => void
  onRecords: (slots: Uint32Array, records: object) => void
}

class RunMaker {
  /** Resolves when the thread has ended and all of its messages have arrived. */
  readonly ended: Promise<void>
  readonly #worker: Worker
  #isEndSent = false
  waitingBatches = 0

  constructor(workerData: RunWorkerInput, events: MakerEvents) {
    const entry = new URL('./run-worker.ts', import.meta.url)
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB }
    this.#worker = new Worker(entry, { workerData, transferList: [workerData.joiner], resourceLimits })
    this.#worker.on('message', (message: FromRunWorker) => {
      if (message !== 'taken') return events.onRecords(message.slots, message.records)
      this.waitingBatches--
      events.onTaken()
    })
    this.ended = once(this.#worker, 'exit').then(([code]) => {
      if (code !== 0 || !this.#isEndSent)
        events.fail(new Error(`A thread of the index ended with code ${code}`))
    }, events.fail)
  }

  send(message: Exclude<ToRunWorker, 'end'>): void {
    this.waitingBatches++
    this.#worker.postMessage(message, [message.sources.buffer])
  }

  end(): void {
    this.#isEndSent = true
    this.#worker.postMessage('end' satisfies ToRunWorker)
  }

  async terminate(): Promise<void> {
    await this.#worker.terminate()
  }
}
