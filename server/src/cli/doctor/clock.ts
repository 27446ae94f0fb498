import { MINUTE_MS } from '../../kernel/time.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/** Differences between clocks, in milliseconds, above which sign-ins or leases may fail. */
const WARNING_MS = 5000
const PROBLEM_MS = MINUTE_MS

/** Compares this machine's clock with another one, which was read between two readings of this one. */
export function compareClocks(
  whose: string,
  otherMs: number,
  { beforeMs, afterMs, precisionMs = 0 }: { beforeMs: number; afterMs: number; precisionMs?: number },
): Finding {
  const early = beforeMs - otherMs - precisionMs
  const late = otherMs - afterMs
  const differenceMs = Math.max(early, late, 0)
  if (differenceMs < WARNING_MS) return ok('clock', `it agrees with that of ${whose}`)
  const seconds = Math.round(differenceMs / 1000)
  const what = `it is ${seconds} s ${early > late ? 'ahead of' : 'behind'} that of ${whose}`
  const advice = 'Set the time by NTP (timedatectl set-ntp true).'
  return differenceMs < PROBLEM_MS ? warning('clock', what, advice) : problem('clock', what, advice)
}
