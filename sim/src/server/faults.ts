import { EventEmitter } from 'node:events'

/** Failures that replace the answers of the simulated service. */
export const FAULTS = {
  'rate-limited': '429 with Retry-After',
  'server-error': '500 with a JSON error',
  'bad-gateway': '502 with an HTML page, as a proxy in front sends it',
  garbage: '200 with bytes that are not valid text',
  truncated: '200 with JSON that ends in the middle',
  'cut-off': '200 whose connection closes in the middle of the promised length',
  'wrong-types': '200 with JSON in which numbers are texts, texts numbers, arrays objects and objects arrays',
  huge: '200 with a body that does not end',
  slow: '200 whose body comes a byte at a time',
  silent: 'no answer at all',
  reset: 'the connection is reset',
} as const

export type Fault = keyof typeof FAULTS

export interface FaultPlan {
  fault: Fault
  /** Number of requests that fail; all when absent. */
  times?: number
  /** Only requests whose path matches. */
  path?: RegExp
  /** `Retry-After` of `rate-limited`; default 7. */
  retryAfterSeconds?: number
}

/** Planned faults, in the order of planning. The event `taken` tells which fault a request met. */
export class FaultSchedule extends EventEmitter<{ taken: [fault: Fault] }> {
  #plans: FaultPlan[] = []

  add(plan: FaultPlan): void {
    this.#plans.push({ ...plan })
  }

  /** True when a request for the path would meet a fault now. */
  meets(path: string): boolean {
    return this.#planFor(path) !== undefined
  }

  clear(): void {
    this.#plans = []
  }

  /** Takes the fault for a request, and decreases its remaining count. */
  take(path: string): FaultPlan | null {
    const plan = this.#planFor(path)
    if (plan === undefined) return null
    if (plan.times !== undefined && --plan.times === 0)
      this.#plans = this.#plans.filter(other => other !== plan)
    this.emit('taken', plan.fault)
    return plan
  }

  #planFor(path: string): FaultPlan | undefined {
    return this.#plans.find(plan => plan.path?.test(path) ?? true)
  }
}

/** Replaces each value in a structure by one of a wrong type. */
export function withWrongTypes(value: unknown): unknown {
  if (value === null) return 0
  if (Array.isArray(value)) return Object.fromEntries(value.map((item, i) => [i, withWrongTypes(item)]))
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object') return String(value)
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries.map(([key, inner]) => [
      key,
      typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? [inner] : withWrongTypes(inner),
    ]),
  )
}
