import { MINUTE_MS } from '../../kernel/time.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/** Differences between clocks, in milliseconds, from which sign-ins or leases may fail. */
const MIN_WARNING_MS = 5000
const MIN_PROBLEM_MS = MINUTE_MS

/** Compares this machine's clock with another one, which was read between two readings of this one. */
export function compareClocks(
  owner: string,
  otherMs: number,
  { beforeMs, afterMs, precisionMs = 0 }: { beforeMs: number; afterMs: number; precisionMs?: number },
): Finding {
  const aheadMs = beforeMs - otherMs - precisionMs
  const behindMs = otherMs - afterMs
  const differenceMs = Math.max(aheadMs, behindMs, 0)
  if (differenceMs < MIN_WARNING_MS) return ok('clock', `it agrees with that of ${owner}`)
  const seconds = Math.round(differenceMs / 1000)
  const text = `it is ${seconds} s ${aheadMs > behindMs ? 'ahead of' : 'behind'} that of ${owner}`
  const advice = 'Set the time by NTP (timedatectl set-ntp true).'
  return differenceMs < MIN_PROBLEM_MS ? warning('clock', text, advice) : problem('clock', text, advice)
}
