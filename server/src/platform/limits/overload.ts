import type { ErrorCode } from '@avatary/contract/errors'
import { type Failure, failure } from '../../kernel/answer.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import type { Metrics } from '../metrics.ts'

/**
 * A part of the requests that is refused while the event loop lags: 0 none; 1 what is cheapest to ask again (bulk pages,
 * VRCX, insights); 2 all but the site, search and the catalog; 3 these, too. Operators and probes are never refused.
 */
export type OverloadLevel = 0 | 1 | 2 | 3

/** Multiples of the bound from which a level holds. */
const FROM = [0, 1, 2, 4] as const
/** A level ends below this part of its bound, so that it does not begin again at once. */
const UNTIL = 0.5
/** Seconds after which a refused client may ask again, at least and at most: spread, so that not all come at once. */
const RETRY_AFTER = { least: 2, most: 10 }

export interface OverloadDeps extends Pick<SystemDeps, 'log' | 'random'> {
  /** Milliseconds of lag from which requests are refused; 0 is no bound. */
  readonly lagMs: number
  readonly metrics: Pick<Metrics, 'gauge' | 'countRefusal'>
}

/** Decides by the lag of the event loop which requests are refused. */
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

  /** @param lagMs by how much timers were late since the last call, on average. */
  note(lagMs: number): void {
    const before = this.#level
    this.#level = this.#levelAt(lagMs)
    if (before === 0 && this.#level > 0)
      this.#deps.log.warn(
        { event: 'overload-began', lagMs: Math.round(lagMs) },
        'There is more to do than this process can: requests are refused',
      )
    if (before > 0 && this.#level === 0)
      this.#deps.log.info({ event: 'overload-ended' }, 'All requests are answered again')
  }

  /** @returns why a request that is refused from `from` on is not answered now; null when it is. */
  refusalOf(from: OverloadLevel): Failure<ErrorCode> | null {
    if (from === 0 || this.#level < from) return null
    this.#deps.metrics.countRefusal('overload')
    const { least, most } = RETRY_AFTER
    const seconds = least + Math.floor(this.#deps.random() * (most - least + 1))
    return failure('overloaded', undefined, { 'Retry-After': String(seconds) })
  }

  #levelAt(lagMs: number): OverloadLevel {
    const { lagMs: bound } = this.#deps
    if (bound === 0) return 0
    const isReached = (level: OverloadLevel) =>
      lagMs >= bound * FROM[level] * (level <= this.#level ? UNTIL : 1)
    return ([3, 2, 1] as const).find(isReached) ?? 0
  }
}
