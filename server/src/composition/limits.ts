import { type LimiterDeps, openLimiter } from './limiter.ts'
import { type OverloadDeps, openOverload } from './overload.ts'

/** Opens the rate limits of each address, and the overload protection for all requests together. */
export function openLimits(deps: LimiterDeps & OverloadDeps) {
  const { limiter, part: sharing } = openLimiter(deps)
  const { overload, part: watching } = openOverload(deps)
  return { limiter, overload, parts: [sharing, watching] }
}
