import type { ImageSize, ImageType } from '@avatary/contract/images'
import { LRUCache } from 'lru-cache'
import { cacheTime } from '../../kernel/clock.ts'
import { FairShares } from '../../kernel/fair-shares.ts'
import { getOrInsert } from '../../kernel/get-or-insert.ts'
import { Semaphore } from '../../kernel/semaphore.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { FetchPacer } from './fetch-pacer.ts'
import { fetchPicture, type PictureOutcome } from './fetch-picture.ts'
import { imageTypeOf } from './image-type.ts'
import { type Picture, pictureOf, webpName } from './picture.ts'
import type { FileCache, UpstreamOfOrigin } from './ports.ts'

export type PictureAnswer =
  | { readonly kind: 'picture'; readonly bytes: Buffer; readonly type: ImageType }
  | { readonly kind: 'none' }
  | { readonly kind: 'unavailable'; readonly retryAfterMs: number }

export interface PicturesDeps extends Pick<SystemDeps, 'clock' | 'sleep'> {
  cache: FileCache
  /** Resolves to null for a picture that cannot be converted. */
  toWebp: (picture: Buffer) => Promise<Buffer | null>
  upstreamOf: UpstreamOfOrigin
  /** Number of threads that the machine runs in parallel. */
  cores: number
  /** URL of the platform's API, without a trailing slash. */
  apiUrl: string
  /** Fetches per minute over all hosts. */
  perMinute: number
  longestWaitMs?: number
}

/** Milliseconds before a missing picture, or one whose host failed, is fetched again. */
const MISSING_MS = 10 * MINUTE_MS
const UNAVAILABLE_MS = 30_000
/** Longest Retry-After remembered for one picture; the upstream's circuit handles longer ones. */
const MAX_RETRY_AFTER_MS = 10 * MINUTE_MS
/** Share of the fetches per minute that one client may use. */
const MAX_SHARE = 0.5
/** The answer when no fetch can be made soon. */
const BUSY_ANSWER = { kind: 'unavailable', retryAfterMs: 5000 } as const
/**
 * Maximum number of WebP conversions at a time in a process. Each occupies one of libuv's four threads, which also read
 * the cached pictures; those must not wait.
 */
const MAX_CONVERSIONS = 2
/** Maximum number of failures remembered; the oldest are dropped first. */
const MAX_FAILURES = 10_000

/** Pictures from the cache, or else from the platform's hosts. Simultaneous requests for a picture share one fetch. */
export class Pictures {
  readonly #deps: PicturesDeps
  readonly #pacer: FetchPacer
  readonly #shares: FairShares
  readonly #conversions: Semaphore
  readonly #answers = new Map<string, Promise<PictureAnswer>>()
  readonly #failures: LRUCache<string, Exclude<PictureOutcome['kind'], 'picture'>>
  readonly #closeController = new AbortController()

  constructor(deps: PicturesDeps) {
    this.#deps = deps
    // Leaves a core for answers, or for a browser on the same machine.
    this.#conversions = new Semaphore(Math.max(1, Math.min(MAX_CONVERSIONS, deps.cores - 1)))
    this.#pacer = new FetchPacer(deps)
    this.#shares = new FairShares({ ...deps, share: MAX_SHARE })
    this.#failures = new LRUCache({ max: MAX_FAILURES, ttlResolution: 0, perf: cacheTime(deps.clock) })
  }

  /** Null for an avatar without a picture. */
  pictureOf(imageUrl: string, size: ImageSize): Picture | null {
    return pictureOf(imageUrl, size, this.#deps.apiUrl)
  }

  /** @param network the client, see `RequestContext.network`; null for this server itself. */
  async get(picture: Picture, network: string | null): Promise<PictureAnswer> {
    return await this.#findOnce(picture.name, () => this.#find(picture, network))
  }

  /** Like `get`, but converted to WebP if possible. */
  async getWebp(picture: Picture, network: string | null): Promise<PictureAnswer> {
    return await this.#findOnce(webpName(picture), () => this.#findWebp(picture, network))
  }

  async #findOnce(name: string, find: () => Promise<PictureAnswer>): Promise<PictureAnswer> {
    return await getOrInsert(this.#answers, name, () => find().finally(() => this.#answers.delete(name)))
  }

  async close(): Promise<void> {
    this.#closeController.abort()
    await Promise.allSettled(this.#answers.values())
  }

  async #findWebp(picture: Picture, network: string | null): Promise<PictureAnswer> {
    const { cache, toWebp } = this.#deps
    const cacheEntryBytes = await cache.read(webpName(picture))
    if (cacheEntryBytes !== null) return { kind: 'picture', bytes: cacheEntryBytes, type: 'image/webp' }
    const originalAnswer = await this.get(picture, network)
    if (originalAnswer.kind !== 'picture' || originalAnswer.type === 'image/webp') return originalAnswer
    const bytes = await this.#conversions.run(() => toWebp(originalAnswer.bytes))
    if (bytes === null) return originalAnswer
    await cache.write(webpName(picture), bytes)
    return { kind: 'picture', bytes, type: 'image/webp' }
  }

  async #find(picture: Picture, network: string | null): Promise<PictureAnswer> {
    const cacheEntryBytes = await this.#deps.cache.read(picture.name)
    const type = cacheEntryBytes === null ? null : imageTypeOf(cacheEntryBytes)
    if (cacheEntryBytes !== null && type !== null) return { kind: 'picture', bytes: cacheEntryBytes, type }
    const failure = this.#rememberedFailure(picture.name)
    if (failure !== null) return failure
    if (network !== null && !this.#shares.take(network)) return BUSY_ANSWER
    return await this.#download(picture)
  }

  async #download({ name, url }: Picture): Promise<PictureAnswer> {
    const { upstreamOf, apiUrl, cache } = this.#deps
    const { signal } = this.#closeController
    const outcome = await this.#pacer
      .run(() => fetchPicture(upstreamOf, { url, apiUrl, signal }), signal)
      .catch((error: unknown) => {
        if (!signal.aborted) throw error
        return null
      })
    if (outcome === null) return BUSY_ANSWER
    if (outcome.kind !== 'picture') return this.#remember(name, outcome)
    await cache.write(name, outcome.bytes)
    return outcome
  }

  #rememberedFailure(name: string): PictureAnswer | null {
    const retryAfterMs = this.#failures.getRemainingTTL(name)
    if (retryAfterMs <= 0) return null
    return this.#failures.get(name) === 'none' ? { kind: 'none' } : { kind: 'unavailable', retryAfterMs }
  }

  #remember(name: string, outcome: Exclude<PictureOutcome, { kind: 'picture' }>): PictureAnswer {
    const pauseMs = outcome.kind === 'none' ? MISSING_MS : (outcome.retryAfterMs ?? UNAVAILABLE_MS)
    const ttl = Math.min(Math.max(pauseMs, UNAVAILABLE_MS), MAX_RETRY_AFTER_MS)
    this.#failures.set(name, outcome.kind, { ttl })
    return outcome.kind === 'none' ? { kind: 'none' } : { kind: 'unavailable', retryAfterMs: ttl }
  }
}
