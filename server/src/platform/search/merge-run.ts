import { Worker } from 'node:worker_threads'
import { deriveLive, type LiveParts } from './live-parts.ts'
import { type MergeBase, mergeTails } from './merge.ts'
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

export function mergeNow({ base, tails }: MergeInput): MergeResult {
  const sections = mergeTails(base, tails)
  return { sections, live: deriveLive(sections) }
}

/** A merge; one of more than `fewDocuments` is in a worker thread, which reads and answers shared memory. */
export class MergeRun implements AsyncDisposable {
  readonly result: Promise<MergeResult>
  readonly #worker: Worker | null

  constructor(job: MergeInput, { fewDocuments }: { fewDocuments: number }) {
    if (documentsOf(job) <= fewDocuments) {
      this.#worker = null
      this.result = Promise.resolve(job).then(mergeNow)
      return
    }
    const worker = new Worker(new URL('./merge-worker.ts', import.meta.url), { workerData: job })
    this.#worker = worker
    this.result = new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', code => reject(new Error(`The merge worker ended with code ${code}`)))
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate()
  }
}

function documentsOf({ base, tails }: MergeInput): number {
  return tails.reduce((sum, { size }) => sum + size, base.views.length)
}
