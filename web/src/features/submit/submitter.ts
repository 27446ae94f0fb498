import type { SubmissionState } from '@avatary/contract/submission'
import { Refusal } from '../../lib/api.ts'
import { type Item, itemOfResult, itemOfState, type Result, type ShownAvatar } from './items.ts'

/** The server refuses more (spec, "Limits"). */
const MAX_ITEMS_PER_REQUEST = 50
const MAX_ITEMS_PER_MINUTE = 100

const MINUTE_MS = 60_000
const POLL_MS = 3000
export const DEFAULT_PAUSE_SECONDS = 10

/** Lists contain an avatar within a second after its verdict. */
const DESCRIBE_PAUSE_MS = 1000
const MAX_DESCRIBE_TRIES = 3

/** The reason why nothing is sent at present, and until when. */
export interface Pause {
  readonly reason: 'limit' | 'queue_full' | 'unavailable'
  readonly untilMs: number
}

export interface Progress {
  readonly items: readonly Item[]
  readonly pause: Pause | null
}

interface SubmitterDeps {
  /** @throws Refusal */
  readonly submit: (
    ids: readonly string[],
  ) => Promise<{ results: readonly Result[]; retryAfterSeconds: number }>
  /** @throws Refusal */
  readonly statesOf: (
    ids: readonly string[],
  ) => Promise<{ submissions: readonly SubmissionState[]; missing: readonly string[] }>
  /** Fetches avatars by ids that are in the index. */
  readonly avatarsOf: (ids: readonly string[]) => Promise<readonly ShownAvatar[]>
  readonly keep: (items: readonly Item[]) => void
  readonly now: () => number
  /** Resolves after some milliseconds. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Submits a list of any length within the limits, and follows each item until it is decided. */
export class Submitter {
  readonly #deps: SubmitterDeps
  readonly #listeners = new Set<() => void>()
  /** Times and sizes of the requests of the last minute. */
  #sentBatches: { readonly atMs: number; readonly count: number }[] = []
  /** Queued ids, starting with the one whose state was requested the longest ago. */
  #followedIds: string[] = []
  #progress: Progress

  constructor(deps: SubmitterDeps, items: readonly Item[]) {
    this.#deps = deps
    this.#progress = { items, pause: null }
  }

  readonly progress = (): Progress => this.#progress

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Adds ids that are not in the list yet. */
  add(ids: readonly string[]): void {
    const itemIds = new Set(this.#progress.items.map(({ id }) => id))
    const newItems = ids.filter(id => !itemIds.has(id)).map((id): Item => ({ id, state: 'waiting' }))
    this.#change({ items: [...newItems, ...this.#progress.items] })
  }

  removeDecided(): void {
    const { items } = this.#progress
    this.#change({ items: items.filter(({ state }) => state === 'waiting' || state === 'queued') })
  }

  /** Processes the list until it is stopped. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([this.#sendAll(signal), this.#followAll(signal)])
  }

  async #sendAll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const ids = this.#idsOf('waiting')
      const allowance = this.#allowance()
      if (ids.length === 0) await this.#nextChange(signal)
      else if (allowance === 0) await this.#pause('limit', this.#sentBatches[0]!.atMs + MINUTE_MS, signal)
      else await this.#send(ids.slice(0, Math.min(MAX_ITEMS_PER_REQUEST, allowance)), signal)
    }
  }

  async #send(ids: readonly string[], signal: AbortSignal): Promise<void> {
    this.#sentBatches.push({ atMs: this.#deps.now(), count: ids.length })
    try {
      const { results, retryAfterSeconds } = await this.#deps.submit(ids)
      this.#apply(results.map(itemOfResult), signal)
      const isFull = results.some(result => result.status === 'rejected' && result.code === 'queue_full')
      if (isFull) await this.#pause('queue_full', this.#momentIn(retryAfterSeconds), signal)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.#sentBatches.pop()
      const reason = error.status === 429 ? 'limit' : 'unavailable'
      await this.#pause(reason, this.#momentIn(error.retryAfterSeconds ?? DEFAULT_PAUSE_SECONDS), signal)
    }
  }

  async #followAll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const ids = this.#nextToFollow()
      if (ids.length === 0) await this.#nextChange(signal)
      else await this.#deps.wait(await this.#follow(ids, signal), signal)
    }
  }

  /** @returns milliseconds until the next request. */
  async #follow(ids: readonly string[], signal: AbortSignal): Promise<number> {
    try {
      const { submissions, missing } = await this.#deps.statesOf(ids)
      const lostItems = missing.map((id): Item => ({ id, state: 'rejected', reason: 'submission_not_found' }))
      this.#apply([...submissions.map(itemOfState), ...lostItems], signal)
      return POLL_MS
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return (error.retryAfterSeconds ?? DEFAULT_PAUSE_SECONDS) * 1000
    }
  }

  /** A batch of queued ids in round-robin order, so that the state of each is requested equally often. */
  #nextToFollow(): readonly string[] {
    const newIds = new Set(this.#idsOf('queued'))
    const followedIds = this.#followedIds.filter(id => newIds.delete(id))
    const nextIds = [...newIds, ...followedIds].slice(0, MAX_ITEMS_PER_REQUEST)
    this.#followedIds = [...newIds, ...followedIds].filter(id => !nextIds.includes(id)).concat(nextIds)
    return nextIds
  }

  #apply(changedItems: readonly Item[], signal: AbortSignal): void {
    const itemById = new Map(changedItems.map(item => [item.id, item]))
    this.#change({ items: this.#progress.items.map(item => itemById.get(item.id) ?? item) })
    const indexedIds = changedItems.filter(({ state }) => state === 'indexed').map(({ id }) => id)
    if (indexedIds.length > 0) void this.#describe(indexedIds, signal)
  }

  /** Adds names and pictures, which become available a moment after the verdict; until then the id is shown. */
  async #describe(ids: readonly string[], signal: AbortSignal): Promise<void> {
    const undescribedIds = new Set(ids)
    for (let tries = 0; undescribedIds.size > 0 && tries < MAX_DESCRIBE_TRIES && !signal.aborted; tries++) {
      await this.#deps.wait(DESCRIBE_PAUSE_MS, signal)
      const avatars = await this.#deps.avatarsOf([...undescribedIds]).catch((): readonly ShownAvatar[] => [])
      const avatarById = new Map(avatars.map(avatar => [avatar.id, avatar]))
      const withAvatar = (item: Item): Item => {
        const avatar = avatarById.get(item.id)
        return item.state === 'indexed' && avatar !== undefined ? { ...item, avatar } : item
      }
      this.#change({ items: this.#progress.items.map(withAvatar) })
      for (const id of avatarById.keys()) undescribedIds.delete(id)
    }
  }

  /** Number of items that may still be sent in this minute. */
  #allowance(): number {
    const sinceMs = this.#deps.now() - MINUTE_MS
    this.#sentBatches = this.#sentBatches.filter(({ atMs }) => atMs > sinceMs)
    return MAX_ITEMS_PER_MINUTE - this.#sentBatches.reduce((sum, { count }) => sum + count, 0)
  }

  async #pause(reason: Pause['reason'], untilMs: number, signal: AbortSignal): Promise<void> {
    this.#change({ pause: { reason, untilMs } })
    await this.#deps.wait(untilMs - this.#deps.now(), signal)
    this.#change({ pause: null })
  }

  #momentIn(seconds: number): number {
    return this.#deps.now() + seconds * 1000
  }

  #idsOf(state: Item['state']): readonly string[] {
    return this.#progress.items.filter(item => item.state === state).map(({ id }) => id)
  }

  /** Resolves at the next change of the list, or when processing stops. */
  async #nextChange(signal: AbortSignal): Promise<void> {
    await new Promise<void>(resolve => {
      const end = () => {
        unlisten()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const unlisten = this.listen(end)
      signal.addEventListener('abort', end)
    })
  }

  #change(changes: Partial<Progress>): void {
    this.#progress = { ...this.#progress, ...changes }
    if (changes.items !== undefined) this.#deps.keep(changes.items)
    for (const listener of [...this.#listeners]) listener()
  }
}
