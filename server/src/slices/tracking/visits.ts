import type { TrackingEvent } from '@avatary/contract/tracking'
import { type Answer, isHead, isProvisional, type RequestContext } from '../../kernel/answer.ts'
import type { PendingCounts, Visit } from './pending-counts.ts'
import type { VisitBound } from './visit-bound.ts'
import type { Visitor, Visitors } from './visitors.ts'

/** The properties of a request that decide whether it counts. */
type VisitRequest = Pick<RequestContext, 'method' | 'headers'>
type VisitorRequest = VisitRequest & Pick<RequestContext, 'network'>

const WORLD_VISIT = { site: null, device: null, country: null, surface: 'world', platform: null, term: '' }

export interface VisitsDeps {
  pendingCounts: Pick<PendingCounts, 'track' | 'countWear' | 'countImpressions'>
  visitors: Visitors
  bound: Pick<VisitBound, 'admit'>
}

/**
 * Counts the events of avatars, except those of bots and those of a client beyond its hourly bound (`counting.ts` in
 * the contract).
 */
export class Visits {
  readonly #deps: VisitsDeps

  constructor(deps: VisitsDeps) {
    this.#deps = deps
  }

  /** True when impressions and searches of the client count. */
  isCounted(request: VisitRequest): boolean {
    return !isHead(request) && !this.#visitorOf(request).isBot
  }

  /** Counts an impression of each avatar in an answer, if the client counts. */
  countImpressions(request: VisitRequest, answer: Answer): void {
    const slots = answer.kind === 'prepared' ? answer.options.slots : undefined
    if (slots === undefined || isProvisional(request) || !this.isCounted(request)) return
    this.#deps.pendingCounts.countImpressions(slots)
  }

  /**
   * Counts a view or an outbound click.
   * @param visitOf makes the buckets of the visitor; only called when the event counts.
   * @returns whether it counts.
   */
  countEvent(
    slot: number,
    event: TrackingEvent,
    request: VisitorRequest,
    visitOf: (device: Visitor['device']) => Visit,
  ): boolean {
    if (!this.isCounted(request) || !this.#deps.bound.admit(request.network, slot, event)) return false
    this.#deps.pendingCounts.track(slot, event, visitOf(this.#visitorOf(request).device))
    return true
  }

  /** Counts a view in a world, which has no referring page and no device. @returns whether it counts. */
  countView(slot: number, request: VisitorRequest): boolean {
    return this.countEvent(slot, 'view', request, () => WORLD_VISIT)
  }

  /** Counts that an avatar was worn. @returns whether it counts. */
  countWear(slot: number, request: VisitorRequest): boolean {
    if (!this.isCounted(request) || !this.#deps.bound.admit(request.network, slot, 'wear')) return false
    this.#deps.pendingCounts.countWear(slot)
    return true
  }

  #visitorOf({ headers }: VisitRequest): Visitor {
    return this.#deps.visitors.visitorOf(headers['user-agent'])
  }
}
