import { Worker } from 'node:worker_threads'
import type { LiveParts } from './live-parts.ts'
import type { MergeBase } from './merge.ts'
import type { BaseSections } from './sections.ts'
import type { TailParts } from './tail-parts.ts'

export interface MergeInput {
  base: MergeBase
  tails: TailParts[]
}

export interface MergeResult {
  sections: BaseSections
  live: LiveParts
}

/** A merge in a worker thread, which reads and answers shared memory. */
export class MergeRun implements AsyncDisposable {
  readonly result: Promise<MergeResult>
  readonly #worker: Worker

  constructor(job: MergeInput) {
    this.#worker = new Worker(new URL('./merge-worker.ts', import.meta.url), { workerData: job })
    this.result = new Promise((resolve, reject) => {
      this.#worker.once('message', resolve)
      this.#worker.once('error', reject)
      this.#worker.once('exit', code => reject(new Error(`The merge worker ended with code ${code}`)))
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate()
  }
}
