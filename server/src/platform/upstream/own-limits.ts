import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Clock, cacheTime } from '../../kernel/clock.ts'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import type { AttemptResult } from './attempt.ts'
import type { PreparedRequest } from './request.ts'

/** Limits remembered. */
const MOST_REMEMBERED = 10_000

/**
 * Limits that hold for one request of one sender alone. Discord says so (`X-RateLimit-Scope` other than `global`);
 * of whoever says nothing, a 429 is for everybody.
 */
export class OwnLimits {
  readonly #limits: LRUCache<string, true>

  constructor(clock: Clock) {
    this.#limits = new LRUCache({ max: MOST_REMEMBERED, ttlResolution: 0, perf: cacheTime(clock) })
  }

  /** How much longer a request is not to be sent; 0 when it may be. */
  forMs(request: PreparedRequest): number {
    return this.#limits.size === 0 ? 0 : Math.max(0, this.#limits.getRemainingTTL(keyOf(request)))
  }

  /** @returns whether the answer was a limit of this request alone. */
  note(request: PreparedRequest, came: AttemptResult, answer: UpstreamAnswer): boolean {
    if (answer.kind !== 'limited' || came.kind !== 'answer') return false
    if (!/^(?:user|shared)$/.test(came.headers.get('x-ratelimit-scope') ?? '')) return false
    if (answer.retryAfterMs) this.#limits.set(keyOf(request), true, { ttl: answer.retryAfterMs })
    return true
  }
}

function keyOf({ method, url, headers }: PreparedRequest): string {
  const sender = createHash('sha256')
    .update(headers.authorization ?? '')
    .digest('base64url')
  return `${method} ${url} ${sender}`
}
