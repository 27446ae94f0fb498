import type { SubmissionState } from '@avatary/contract/submission'
import { Refusal } from '../../lib/api.ts'
import { type Item, itemOfResult, itemOfState, type Result, type ShownAvatar } from './items.ts'

/** Items per request and per minute (spec, "Limits"). */
const BATCH_ITEMS = 50
const MINUTE_ITEMS = 100

const MINUTE_MS = 60_000
const POLL_MS = 3000
const DEFAULT_PAUSE_SECONDS = 10

/** Lists contain an avatar within a second after its verdict. */
const DESCRIBE_MS = 1000
const DESCRIBE_TRIES = 3

/** The reason why nothing is sent at present, and until when. */
export interface Pause {
  readonly reason: 'limit' | 'full' | 'unavailable'
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
  #sent: { readonly atMs: number; readonly count: number }[] = []
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
    this.#set({ items: [...newItems, ...this.#progress.items] })
  }

  /** Removes decided items. */
  removeDecided(): void {
    const { items } = this.#progress
    this.#set({ items: items.filter(({ state }) => state === 'waiting' || state === 'queued') })
  }

  /** Processes the list until it is stopped. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([this.#sendAll(signal), this.#followAll(signal)])
  }

  async #sendAll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const ids = this.#idsOf('waiting')
      const room = this.#room()
      if (ids.length === 0) await this.#changed(signal)
      else if (room === 0) await this.#pause('limit', this.#sent[0]!.atMs + MINUTE_MS, signal)
      else await this.#send(ids.slice(0, Math.min(BATCH_ITEMS, room)), signal)
    }
  }

  async #send(ids: readonly string[], signal: AbortSignal): Promise<void> {
    this.#sent.push({ atMs: this.#deps.now(), count: ids.length })
    try {
      const { results, retryAfterSeconds } = await this.#deps.submit(ids)
      this.#apply(results.map(itemOfResult), signal)
      const isFull = results.some(result => result.status === 'rejected' && result.code === 'queue_full')
      if (isFull) await this.#pause('full', this.#inSeconds(retryAfterSeconds), signal)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.#sent.pop()
      const reason = error.status === 429 ? 'limit' : 'unavailable'
      await this.#pause(reason, this.#inSeconds(error.retryAfterSeconds ?? DEFAULT_PAUSE_SECONDS), signal)
    }
  }

  async #followAll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const ids = this.#nextToFollow()
      if (ids.length === 0) await this.#changed(signal)
      else await this.#deps.wait(await this.#follow(ids, signal), signal)
    }
  }

  /** @returns milliseconds until the next request. */
  async #follow(ids: readonly string[], signal: AbortSignal): Promise<number> {
    try {
      const { submissions, missing } = await this.#deps.statesOf(ids)
      const lost = missing.map((id): Item => ({ id, state: 'rejected', reason: 'submission_not_found' }))
      this.#apply([...submissions.map(itemOfState), ...lost], signal)
      return POLL_MS
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return (error.retryAfterSeconds ?? DEFAULT_PAUSE_SECONDS) * 1000
    }
  }

  /** A batch of queued ids in round-robin order, so that the state of each is requested equally often. */
  #nextToFollow(): readonly string[] {
    const queued = new Set(this.#idsOf('queued'))
    const before = this.#followedIds.filter(id => queued.delete(id))
    const next = [...queued, ...before].slice(0, BATCH_ITEMS)
    const nextIds = new Set(next)
    this.#followedIds = [...queued, ...before].filter(id => !nextIds.has(id)).concat(next)
    return next
  }

  #apply(changed: readonly Item[], signal: AbortSignal): void {
    const byId = new Map(changed.map(item => [item.id, item]))
    this.#set({ items: this.#progress.items.map(item => byId.get(item.id) ?? item) })
    const indexedIds = changed.filter(({ state }) => state === 'indexed').map(({ id }) => id)
    if (indexedIds.length > 0) void this.#describe(indexedIds, signal)
  }

  /** Adds names and pictures, which become available a moment after the verdict; until then the id is shown. */
  async #describe(ids: readonly string[], signal: AbortSignal): Promise<void> {
    const missing = new Set(ids)
    for (let tries = 0; missing.size > 0 && tries < DESCRIBE_TRIES && !signal.aborted; tries++) {
      await this.#deps.wait(DESCRIBE_MS, signal)
      const avatars = await this.#deps.avatarsOf([...missing]).catch((): readonly ShownAvatar[] => [])
      const byId = new Map(avatars.map(avatar => [avatar.id, avatar]))
      const described = (item: Item): Item => {
        const avatar = byId.get(item.id)
        return item.state === 'indexed' && avatar !== undefined ? { ...item, avatar } : item
      }
      this.#set({ items: this.#progress.items.map(described) })
      for (const id of byId.keys()) missing.delete(id)
    }
  }

  /** Number of items that may still be sent in this minute. */
  #room(): number {
    const since = this.#deps.now() - MINUTE_MS
    this.#sent = this.#sent.filter(({ atMs }) => atMs > since)
    return MINUTE_ITEMS - this.#sent.reduce((sum, { count }) => sum + count, 0)
  }

  async #pause(reason: Pause['reason'], untilMs: number, signal: AbortSignal): Promise<void> {
    this.#set({ pause: { reason, untilMs } })
    await this.#deps.wait(untilMs - this.#deps.now(), signal)
    this.#set({ pause: null })
  }

  #inSeconds(seconds: number): number {
    return this.#deps.now() + seconds * 1000
  }

  #idsOf(state: Item['state']): readonly string[] {
    return this.#progress.items.filter(item => item.state === state).map(({ id }) => id)
  }

  /** Resolves at the next change of the list, or when processing stops. */
  async #changed(signal: AbortSignal): Promise<void> {
    await new Promise<void>(resolve => {
      const done = () => {
        unlisten()
        signal.removeEventListener('abort', done)
        resolve()
      }
      const unlisten = this.listen(done)
      signal.addEventListener('abort', done)
    })
  }

  #set(changed: Partial<Progress>): void {
    this.#progress = { ...this.#progress, ...changed }
    if (changed.items !== undefined) this.#deps.keep(changed.items)
    for (const listener of [...this.#listeners]) listener()
  }
}
