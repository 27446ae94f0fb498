import type { ErrorCode } from '@avatary/contract/errors'
import { type Failure, failure } from '../../kernel/answer.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import type { Metrics } from '../metrics.ts'

/**
 * Which requests are refused while the event loop lags. 0: none. 1: those that are cheapest to repeat (bulk pages,
 * VRCX, insights). 2: all but the site, search and the catalog. 3: these, too. Operators and probes are never refused.
 */
export type OverloadLevel = 0 | 1 | 2 | 3

/** Multiples of `lagMs` at which each level begins. */
const LEVEL_STARTS = [0, 1, 2, 4] as const
/** A level ends below this part of its threshold, so that it does not begin again at once. */
const END_SHARE = 0.5
/** Range of seconds after which a refused client may retry; it is spread so that clients do not all return at once. */
const RETRY_AFTER_SECONDS = { min: 2, max: 10 }

export interface OverloadDeps extends Pick<SystemDeps, 'log' | 'random'> {
  /** Lag in milliseconds from which requests are refused; 0 never refuses any. */
  readonly lagMs: number
  readonly metrics: Pick<Metrics, 'gauge' | 'countRefusal'>
}

/** Decides which requests to refuse by the lag of the event loop. */
export class Overload {
  readonly #deps: OverloadDeps
  #level: OverloadLevel = 0

  constructor(deps: OverloadDeps) {
    this.#deps = deps
    const help = '0 to 3: how much is refused because the event loop lags'
    deps.metrics.gauge('avatary_overload_level', help, () => this.#level)
  }

  get level(): OverloadLevel {
    return this.#level
  }

  /** @param lagMs average lateness of timers since the last call. */
  note(lagMs: number): void {
    const previousLevel = this.#level
    this.#level = this.#levelAt(lagMs)
    if (previousLevel === 0 && this.#level > 0)
      this.#deps.log.warn(
        { event: 'overload-began', lagMs: Math.round(lagMs) },
        'The process is overloaded; some requests are refused',
      )
    if (previousLevel > 0 && this.#level === 0)
      this.#deps.log.info({ event: 'overload-ended' }, 'All requests are answered again')
  }

  /** @param refusedFrom the level from which the request's route is refused; 0 for one that never is. */
  refusalOf(refusedFrom: OverloadLevel): Failure<ErrorCode> | null {
    if (refusedFrom === 0 || this.#level < refusedFrom) return null
    this.#deps.metrics.countRefusal('overload')
    const { min, max } = RETRY_AFTER_SECONDS
    const seconds = min + Math.floor(this.#deps.random() * (max - min + 1))
    return failure('overloaded', undefined, { 'Retry-After': String(seconds) })
  }

  #levelAt(lagMs: number): OverloadLevel {
    const { lagMs: firstLevelLagMs } = this.#deps
    if (firstLevelLagMs === 0) return 0
    const isReached = (level: OverloadLevel) =>
      lagMs >= firstLevelLagMs * LEVEL_STARTS[level] * (level <= this.#level ? END_SHARE : 1)
    return ([3, 2, 1] as const).find(isReached) ?? 0
  }
}
