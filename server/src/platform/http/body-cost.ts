import type { RouteContract } from '@avatary/contract/route'
import { isObject } from '../../kernel/json-object.ts'
import type { Limits } from '../limits/limiter.ts'

/** Returns a function that tells the cost of an unvalidated body; undefined if each request costs one. */
export function bodyCostOf(
  { bodyCost, limit }: Pick<RouteContract, 'bodyCost' | 'limit'>,
  limits: Limits,
): ((body: unknown) => number) | undefined {
  if (bodyCost === undefined || limit === 'none' || limit === 'exempt') return undefined
  const { list, maxEntries, costIfTooLong } = bodyCost
  const perMinute = limits[limit]
  const isBounded = costIfTooLong === 'one' && perMinute > 0
  const maximum = isBounded ? Math.min(maxEntries, perMinute) : maxEntries
  return body => {
    const entries = isObject(body) ? body[list] : undefined
    const count = Array.isArray(entries) ? entries.length : 1
    if (count > maximum) return costIfTooLong === 'one' ? 1 : maximum
    return Math.max(count, 1)
  }
}
