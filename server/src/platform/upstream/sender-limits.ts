import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Clock, cacheTime } from '../../kernel/clock.ts'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import type { AttemptResult } from './attempt.ts'
import type { PreparedRequest } from './request.ts'

const MAX_LIMITS = 10_000

/**
 * Rate limits that hold for the same request of one sender, which Discord marks by an `X-RateLimit-Scope` other than
 * `global`. Any other 429 limits all requests.
 */
export class SenderLimits {
  readonly #limits: LRUCache<string, true>

  constructor(clock: Clock) {
    this.#limits = new LRUCache({ max: MAX_LIMITS, ttlResolution: 0, perf: cacheTime(clock) })
  }

  /** Milliseconds until a request may be sent. */
  waitMs(request: PreparedRequest): number {
    return this.#limits.size === 0 ? 0 : Math.max(0, this.#limits.getRemainingTTL(keyOf(request)))
  }

  /** @returns true when the answer limits only this request. */
  note(request: PreparedRequest, result: AttemptResult, answer: UpstreamAnswer): boolean {
    if (answer.kind !== 'limited' || result.kind !== 'answer') return false
    if (!/^(?:user|shared)$/.test(result.headers.get('x-ratelimit-scope') ?? '')) return false
    if (answer.retryAfterMs) this.#limits.set(keyOf(request), true, { ttl: answer.retryAfterMs })
    return true
  }
}

function keyOf({ method, url, headers }: PreparedRequest): string {
  const sender = hash('sha256', headers.authorization ?? '', 'base64url')
  return `${method} ${url} ${sender}`
}
