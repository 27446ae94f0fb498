import { createHash } from 'node:crypto'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import type { Exchange } from './exchange.ts'
import type { PreparedRequest } from './request.ts'

/** How many are remembered before those that are over are forgotten. */
const SWEPT_AT = 1000

/**
 * Limits that hold for one request of one sender alone. Discord says so (`X-RateLimit-Scope` other than `global`);
 * of whoever says nothing, a 429 is for everybody.
 */
export class OwnLimits {
  readonly #untilMs = new Map<string, number>()

  /** How much longer a request is not to be sent; 0 when it may be. */
  forMs(request: PreparedRequest, nowMs: number): number {
    if (this.#untilMs.size === 0) return 0
    return Math.max(0, (this.#untilMs.get(keyOf(request)) ?? 0) - nowMs)
  }

  /** @returns whether the answer was a limit of this request alone. */
  note(request: PreparedRequest, came: Exchange, answer: UpstreamAnswer, nowMs: number): boolean {
    if (answer.kind !== 'limited' || came.kind !== 'answer') return false
    if (!/^(?:user|shared)$/.test(came.headers.get('x-ratelimit-scope') ?? '')) return false
    if (this.#untilMs.size >= SWEPT_AT) this.#sweep(nowMs)
    if (answer.retryAfterMs !== null) this.#untilMs.set(keyOf(request), nowMs + answer.retryAfterMs)
    return true
  }

  #sweep(nowMs: number): void {
    for (const [key, untilMs] of this.#untilMs) if (untilMs <= nowMs) this.#untilMs.delete(key)
  }
}

function keyOf({ method, url, headers }: PreparedRequest): string {
  const sender = createHash('sha256')
    .update(headers.authorization ?? '')
    .digest('base64url')
  return `${method} ${url} ${sender}`
}
