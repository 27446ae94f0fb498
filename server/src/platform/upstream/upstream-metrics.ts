import type { Metrics } from '../metrics.ts'
import type { CircuitStatus } from './circuit.ts'
import type { HttpUpstream, UpstreamRecorder } from './http-upstream.ts'

/** Up to the longest timeout. */
const BOUNDS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

export function createUpstreamRecorder(metrics: Pick<Metrics, 'events' | 'histogram'>): UpstreamRecorder {
  const count = metrics.events(
    'avatary_upstream_requests_total',
    'Attempts to call upstreams, by outcome; `resting` ones were not sent',
    ['upstream', 'outcome'],
  )
  const observe = metrics.histogram(
    'avatary_upstream_request_duration_seconds',
    'Durations of the attempts to call upstreams',
    { labels: ['upstream'], bounds: BOUNDS_SECONDS },
  )
  return {
    record: (upstream, outcome, durationMs) => {
      count({ upstream, outcome })
      if (durationMs !== null) observe({ upstream }, durationMs / 1000)
    },
  }
}

/** Reports the state of the circuits at the time when the metrics are read. */
export function watchCircuits(
  metrics: Pick<Metrics, 'gauges'>,
  upstreams: Iterable<Pick<HttpUpstream, 'name' | 'circuit'>>,
): void {
  const labels = ['upstream'] as const
  const readState = (state: CircuitStatus['state']) => () =>
    Array.from(
      upstreams,
      ({ name, circuit }) => [{ upstream: name }, Number(circuit.state === state)] as const,
    )
  metrics.gauges(
    'avatary_upstream_circuit_open',
    '1 while an upstream is not called after failures',
    labels,
    readState('resting'),
  )
  metrics.gauges(
    'avatary_upstream_limited',
    '1 while an upstream is not called as it asked for a pause',
    labels,
    readState('limited'),
  )
}
