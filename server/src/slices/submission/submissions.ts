import type { SubmissionResult, SubmissionState, SubmissionStates } from '@avatary/contract/submission'
import type { Headers } from '../../kernel/answer.ts'
import { type AvatarId, parseAvatarId } from '../../kernel/avatar-id.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Estimate } from '../verification/index.ts'
import { type Judgement, type Progress, stateOf } from './rules.ts'
import type { SubmissionStore } from './store.sql.ts'

export interface SubmissionsDeps {
  store: SubmissionStore
  clock: Clock
  /** Maximum number of submissions that may wait. */
  capacity: number
  readPace: () => Promise<Estimate>
}

/** Queues submissions and reports their states. */
export class Submissions {
  readonly #deps: SubmissionsDeps
  #waitingCount = 0

  constructor(deps: SubmissionsDeps) {
    this.#deps = deps
  }

  /** Length of the queue at the last `recount`, or at the last submission to this process. */
  get waitingCount(): number {
    return this.#waitingCount
  }

  async recount(): Promise<void> {
    this.#waitingCount = await this.#deps.store.countWaiting()
  }

  /** @param texts ids, or avatar URLs of any form. */
  async submit(texts: readonly string[]): Promise<SubmissionResult[]> {
    const items = texts.map(parseAvatarId)
    const judgements = await this.queue(items)
    return judgements.map((judgement, index) => {
      const item = { index, id: items[index] ?? texts[index]! }
      return judgement.status === 'queued'
        ? { ...item, status: judgement.status, position: judgement.position }
        : { ...item, status: judgement.status, code: judgement.code }
    })
  }

  /**
   * Judges items and queues those that pass.
   * @param ticket the id under which the items of the batch are stored.
   */
  async queue(items: readonly (AvatarId | null)[], ticket?: string): Promise<Judgement[]> {
    const { store, capacity, clock } = this.#deps
    const { judgements, waitingCount } = await store.submit(items, capacity, clock.now(), ticket)
    this.#waitingCount = waitingCount
    return judgements
  }

  /** Null when there is no such submission. */
  async stateOf(id: AvatarId): Promise<SubmissionState | null> {
    const { submissions } = await this.statesOf([id])
    return submissions[0] ?? null
  }

  /** @param texts ids, or avatar URLs of any form. */
  async statesOf(texts: readonly string[]): Promise<SubmissionStates> {
    const ids = new Map(texts.map(text => [parseAvatarId(text) ?? text, parseAvatarId(text)]))
    const progress = await this.#deps.store.progressOfEach([...ids.values()].filter(id => id !== null))
    const isWaiting = [...progress.values()].some(({ position }) => position !== null)
    const estimate = isWaiting ? await this.#deps.readPace() : () => null
    const submissions: SubmissionState[] = []
    const missingIds: string[] = []
    for (const [text, id] of ids) {
      const state = id && this.#stateOf(id, progress.get(id)!, estimate)
      if (state === null) missingIds.push(text)
      else submissions.push(state)
    }
    return { submissions, missing: missingIds }
  }

  #stateOf(id: AvatarId, progress: Progress, estimate: Estimate): SubmissionState | null {
    const result = stateOf(progress)
    if (result === null) return null
    const { state, position, reason } = result
    const seconds = position === null ? null : estimate(position)
    const dueSeconds = Math.ceil((progress.dueAtMs - this.#deps.clock.now()) / 1000)
    return { id, state, position, etaSeconds: seconds && Math.max(seconds, dueSeconds), reason }
  }

  /** The headers of an answer: when the queue is full, the seconds until it has room again; an hour when unknown. */
  async headersOf(results: readonly (Judgement | SubmissionResult)[]): Promise<Headers> {
    const isFull = results.some(result => result.status === 'rejected' && result.code === 'queue_full')
    if (!isFull) return {}
    const estimate = await this.#deps.readPace()
    return { 'Retry-After': String(Math.max(1, estimate(1) ?? 3600)) }
  }
}
