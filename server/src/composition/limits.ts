import { type LimiterDeps, openLimiter } from './limiter.ts'
import { type OverloadDeps, openOverload } from './overload.ts'

/** Opens the bounds on requests: on those of each address, and on all when there are too many. */
export function openLimits(deps: LimiterDeps & OverloadDeps) {
  const { limiter, part: sharing } = openLimiter(deps)
  const { overload, part: watching } = openOverload(deps)
  return { limiter, overload, parts: [sharing, watching] }
}
