import type { Tracing } from '../../src/kernel/tracing.ts'
import { HttpUpstream, type UpstreamOptions } from '../../src/platform/upstream/http-upstream.ts'
import { ManualClock } from './manual-clock.ts'
import { recordLog } from './record-log.ts'

/** An upstream on a clock that the test controls: pauses end at once and advance the clock. */
export interface TestUpstream {
  readonly upstream: HttpUpstream
  readonly clock: ManualClock
  /** Milliseconds of each pause between attempts. */
  readonly pauses: number[]
  /** The recorded outcomes, and whether a request was sent for each. */
  readonly recorded: { outcome: string; isSent: boolean }[]
  /** Lines of the log. */
  readonly lines: string[]
}

export interface TestUpstreamOptions extends Partial<UpstreamOptions> {
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** From 0 to below 1; default 0.5. */
  random?: () => number
  clock?: ManualClock
  tracing?: Tracing
}

export const USER_AGENT = 'Avatary/0.1 (operator@example.org)'

export function testUpstream(
  baseUrl: string,
  {
    fetch = globalThis.fetch,
    random = () => 0.5,
    clock = new ManualClock(),
    tracing,
    ...options
  }: TestUpstreamOptions = {},
): TestUpstream {
  const pauses: number[] = []
  const recorded: TestUpstream['recorded'] = []
  const { log, lines } = recordLog('debug')
  const sleep = async (ms: number) => {
    pauses.push(ms)
    clock.advance(ms)
  }
  const recorder = {
    record: (_: string, outcome: string, durationMs: number | null) =>
      void recorded.push({ outcome, isSent: durationMs !== null }),
  }
  const upstream = new HttpUpstream(
    { name: 'test', baseUrl, userAgent: USER_AGENT, ...options },
    { fetch, clock, sleep, random, recorder, log, ...(tracing && { tracing }) },
  )
  return { upstream, clock, pauses, recorded, lines }
}
