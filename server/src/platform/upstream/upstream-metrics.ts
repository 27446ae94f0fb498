import { Counter, Histogram, type Registry } from 'prom-client'
import type { UpstreamRecorder } from './http-upstream.ts'

/** Seconds: from a neighbour's answer to the longest that is waited for one. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

/** Counts what came of requests to upstreams, and how long they took. */
export function createUpstreamRecorder(registry: Registry): UpstreamRecorder {
  const requests = new Counter({
    name: 'avatary_upstream_requests_total',
    help: 'Requests to services of others, by what came of them; `resting` ones were not sent',
    labelNames: ['upstream', 'outcome'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'avatary_upstream_request_duration_seconds',
    help: 'How long requests to services of others took, each try for itself',
    labelNames: ['upstream'],
    buckets: BUCKETS,
    registers: [registry],
  })
  return {
    record: (upstream, outcome, durationMs) => {
      requests.inc({ upstream, outcome })
      if (durationMs !== null) durations.observe({ upstream }, durationMs / 1000)
    },
  }
}
