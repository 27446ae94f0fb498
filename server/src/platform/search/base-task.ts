import { Worker } from 'node:worker_threads'
import { deriveLiveParts, type LiveParts } from './live-parts.ts'
import { type MergeBase, mergeRuns, mergeTails } from './merge.ts'
import { freeArrays } from './movable-run.ts'
import type { Run } from './run.ts'
import { type BaseSections, fromSections, type IndexSections } from './sections.ts'
import type { TailParts } from './tail-documents.ts'
import { workerResult } from './worker-result.ts'

export type BaseInput =
  | { readonly kind: 'merge'; readonly base: MergeBase; readonly tails: TailParts[] }
  | { readonly kind: 'load'; readonly sections: IndexSections }

export interface BaseResult {
  sections: BaseSections
  liveParts: LiveParts
}

/** Makes a base, either by a merge or from sections. */
export function makeBase(input: BaseInput): BaseResult {
  const sections = input.kind === 'merge' ? mergeTails(input.base, input.tails) : fromSections(input.sections)
  return resultOf(sections)
}

/**
 * Makes a base. With more than `maxDocumentsWithoutWorker`, it runs in a worker thread that shares its input and
 * result.
 */
export class BaseTask implements AsyncDisposable {
  readonly result: Promise<BaseResult>
  readonly #worker: Worker | null

  constructor(input: BaseInput, { maxDocumentsWithoutWorker }: { maxDocumentsWithoutWorker: number }) {
    if (documentsOf(input) <= maxDocumentsWithoutWorker) {
      this.#worker = null
      this.result = Promise.resolve(input).then(makeBase)
      return
    }
    const worker = new Worker(new URL('./base-worker.ts', import.meta.url), { workerData: input })
    this.#worker = worker
    this.result = workerResult(worker)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate()
  }
}

/** Merges runs into a base, and frees the movable ones. */
export function joinRuns(runs: readonly Run[]): BaseResult {
  return resultOf(mergeRuns(runs, freeArrays))
}

export function resultOf(sections: BaseSections): BaseResult {
  return { sections, liveParts: deriveLiveParts(sections) }
}

function documentsOf(input: BaseInput): number {
  if (input.kind === 'load') return input.sections.slots?.length ?? 0
  return input.tails.reduce((sum, { size }) => sum + size, input.base.views.length)
}
