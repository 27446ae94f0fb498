import { type LimiterDeps, openLimiter } from './limiter.ts'
import { type OverloadDeps, openOverload } from './overload.ts'

/** Opens the rate limits of each address, and the overload protection for all requests together. */
export function openLimits(deps: LimiterDeps & OverloadDeps) {
  const { limiter, part: limiterPart } = openLimiter(deps)
  const { overload, part: overloadPart } = openOverload(deps)
  return { limiter, overload, parts: [limiterPart, overloadPart] }
}
