import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Metrics } from '../metrics.ts'
import type { CircuitStatus } from './circuit.ts'
import { createUpstreamRecorder, watchCircuits } from './upstream-metrics.ts'

it('the metrics count attempts by upstream and outcome, and measure those that were sent', async () => {
  const metrics = new Metrics()
  const recorder = createUpstreamRecorder(metrics)
  recorder.record('platform', 'ok', 250)
  recorder.record('platform', 'resting', null)
  const text = await metrics.text()
  assert.match(text, /^avatary_upstream_requests_total\{upstream="platform",outcome="ok"\} 1$/m)
  assert.match(text, /^avatary_upstream_requests_total\{upstream="platform",outcome="resting"\} 1$/m)
  assert.match(text, /^avatary_upstream_request_duration_seconds_sum\{upstream="platform"\} 0\.25$/m)
  assert.match(text, /^avatary_upstream_request_duration_seconds_count\{upstream="platform"\} 1$/m)
})

it('the metrics show the circuits as they are', async () => {
  const metrics = new Metrics()
  const circuitOf = (state: CircuitStatus['state']) => ({ state, untilMs: null })
  const upstreams = [{ name: 'platform', circuit: circuitOf('closed') }]
  watchCircuits(metrics, upstreams)
  upstreams.push({ name: 'discord', circuit: circuitOf('limited') })
  const valuesOf = async (name: string) =>
    [...(await metrics.text()).matchAll(new RegExp(`^${name}\\{upstream="(.*)"\\} (.)$`, 'gm'))].map(
      ([, upstream, value]) => `${upstream} ${value}`,
    )
  assert.deepEqual(await valuesOf('avatary_upstream_circuit_open'), ['platform 0', 'discord 0'])
  assert.deepEqual(await valuesOf('avatary_upstream_limited'), ['platform 0', 'discord 1'])
  upstreams[0]!.circuit = circuitOf('resting')
  assert.deepEqual(await valuesOf('avatary_upstream_circuit_open'), ['platform 1', 'discord 0'])
})
