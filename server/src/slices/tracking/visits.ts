import type { TrackingEvent } from '@avatary/contract/tracking'
import { isLookedAt, type RequestContext } from '../../kernel/answer.ts'
import type { PendingCounts, Visit } from './pending-counts.ts'
import type { VisitBound } from './visit-bound.ts'
import type { Visitor, Visitors } from './visitors.ts'

/** The properties of a request that decide whether it counts. */
type Client = Pick<RequestContext, 'method' | 'headers'>
type Visiting = Client & Pick<RequestContext, 'network'>

const IN_WORLD = { site: null, device: null, country: null, surface: 'world', platform: null, term: '' }

export interface VisitsDeps {
  pending: Pick<PendingCounts, 'track' | 'countWear' | 'countImpressions'>
  visitors: Visitors
  bound: Pick<VisitBound, 'admits'>
}

/**
 * Counts the events of avatars, except those of programs and those of a client beyond its hourly bound (contract,
 * `counting.ts`).
 */
export class Visits {
  readonly #pending: VisitsDeps['pending']
  readonly #visitors: Visitors
  readonly #bound: VisitsDeps['bound']

  constructor({ pending, visitors, bound }: VisitsDeps) {
    this.#pending = pending
    this.#visitors = visitors
    this.#bound = bound
  }

  /** True when views of lists and searches of the client count. */
  isCounted(client: Client): boolean {
    return isLookedAt(client) && !this.#visitorOf(client).isBot
  }

  /** Counts an impression of each avatar. @returns whether the client counts. */
  countShown(client: Client, slots: readonly number[]): boolean {
    const isCounted = this.isCounted(client)
    if (isCounted) this.#pending.countImpressions(slots)
    return isCounted
  }

  /**
   * Counts a view or an outbound click.
   * @param visitOf makes the buckets of the visitor; called only when the event counts.
   * @returns whether it counts.
   */
  countEvent(
    slot: number,
    event: TrackingEvent,
    client: Visiting,
    visitOf: (device: Visitor['device']) => Visit,
  ): boolean {
    if (!this.isCounted(client) || !this.#bound.admits(client.network, slot, event)) return false
    this.#pending.track(slot, event, visitOf(this.#visitorOf(client).device))
    return true
  }

  /** Counts a view in a world, which has no referring page and no device. @returns whether it counts. */
  countView(slot: number, client: Visiting): boolean {
    return this.countEvent(slot, 'view', client, () => IN_WORLD)
  }

  /** Counts that an avatar was worn. @returns whether it counts. */
  countWear(slot: number, client: Visiting): boolean {
    if (!this.isCounted(client) || !this.#bound.admits(client.network, slot, 'wear')) return false
    this.#pending.countWear(slot)
    return true
  }

  #visitorOf({ headers }: Client): Visitor {
    return this.#visitors.of(headers['user-agent'])
  }
}
