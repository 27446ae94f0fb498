import { Counter, Histogram, type Registry } from 'prom-client'
import type { Metrics } from '../metrics.ts'
import type { CircuitView } from './circuit.ts'
import type { HttpUpstream, UpstreamRecorder } from './http-upstream.ts'

/** Bounds in seconds, up to the longest timeout. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

export function createUpstreamRecorder(registry: Registry): UpstreamRecorder {
  const requests = new Counter({
    name: 'avatary_upstream_requests_total',
    help: 'Attempts to call upstreams, by outcome; `resting` ones were not sent',
    labelNames: ['upstream', 'outcome'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'avatary_upstream_request_duration_seconds',
    help: 'Durations of the attempts to call upstreams',
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

/** Reports the state of the circuits at the time when the metrics are read. */
export function watchCircuits(
  metrics: Pick<Metrics, 'gauges'>,
  upstreams: Iterable<Pick<HttpUpstream, 'name' | 'circuit'>>,
): void {
  const labels = ['upstream'] as const
  const showing = (state: CircuitView['state']) => () =>
    Array.from(
      upstreams,
      ({ name, circuit }) => [{ upstream: name }, Number(circuit.state === state)] as const,
    )
  metrics.gauges(
    'avatary_upstream_circuit_open',
    '1 while an upstream is not called after failures',
    labels,
    showing('resting'),
  )
  metrics.gauges(
    'avatary_upstream_limited',
    '1 while an upstream is not called as it asked for a pause',
    labels,
    showing('limited'),
  )
}
