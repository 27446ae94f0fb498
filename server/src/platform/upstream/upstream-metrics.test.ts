import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Registry } from 'prom-client'
import { createUpstreamRecorder } from './upstream-metrics.ts'

it('the metrics count attempts by upstream and outcome, and measure those that were sent', async () => {
  const registry = new Registry()
  const recorder = createUpstreamRecorder(registry)
  recorder.record('platform', 'ok', 250)
  recorder.record('platform', 'resting', null)
  const text = await registry.metrics()
  assert.match(text, /^avatary_upstream_requests_total\{upstream="platform",outcome="ok"\} 1$/m)
  assert.match(text, /^avatary_upstream_requests_total\{upstream="platform",outcome="resting"\} 1$/m)
  assert.match(text, /^avatary_upstream_request_duration_seconds_sum\{upstream="platform"\} 0\.25$/m)
  assert.match(text, /^avatary_upstream_request_duration_seconds_count\{upstream="platform"\} 1$/m)
})
