import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { type CollectorMood, startCollector, valuesOf } from '../../../tests/support/trace-collector.ts'
import { createLog } from '../log.ts'
import { Metrics } from '../metrics.ts'
import { openTracing, type TracingSettings } from './open-tracing.ts'

/** Milliseconds: a collector that answers has time on a busy machine, and a silent one holds no test up. */
const CLOSE_MS: Readonly<Record<CollectorMood, number>> = { well: 60_000, failing: 60_000, silent: 50 }

const PROGRAM = { kind: 'server', attributes: { 'http.route': '/x' } } as const

async function setUp(t: TestContext, mood: CollectorMood, settings: Partial<TracingSettings> = {}) {
  const collector = await startCollector(t, mood)
  const lines: Record<string, unknown>[] = []
  const log = createLog({ level: 'info', output: { write: line => void lines.push(JSON.parse(line)) } })
  const metrics = new Metrics()
  const tracing = openTracing(
    { endpoint: collector.endpoint, serviceName: 'foxes', sampler: 'always_on', share: 1, ...settings },
    { log, metrics, closeMs: CLOSE_MS[mood] },
  )
  return { collector, lines, metrics, tracing }
}

describe('traces', () => {
  it('are sent by OTLP over HTTP, with steps below what they are of', async t => {
    const { collector, lines, metrics, tracing } = await setUp(t, 'well')
    await tracing.inSpan('GET /x', PROGRAM, async span => {
      await Promise.resolve()
      tracing.addEnded('database select', 40, { 'db.query.text': 'select 1' })
      tracing.inSpan('platform GET /y', { kind: 'client', attributes: {} }, inner => {
        inner.fail('timeout')
        inner.end()
      })
      span.set({ 'http.response.status_code': 200 })
      span.end()
    })
    tracing.addEnded('database select', 1, {})
    await tracing[Symbol.asyncDispose]()
    assert.deepEqual(collector.paths, ['/v1/traces'])
    assert.equal(collector.resources()[0]!['service.name'], 'foxes')
    const spans = collector.spans()
    assert.deepEqual(
      spans.map(({ name }) => name),
      ['database select', 'platform GET /y', 'GET /x'],
    )
    const [statement, call, request] = spans as [(typeof spans)[0], (typeof spans)[0], (typeof spans)[0]]
    assert.deepEqual([statement.parentSpanId, call.parentSpanId], [request.spanId, request.spanId])
    assert.ok(spans.every(({ traceId }) => traceId === request.traceId))
    const ms = Number(BigInt(statement.endTimeUnixNano) - BigInt(statement.startTimeUnixNano)) / 1e6
    assert.ok(ms >= 39, `${ms}`)
    assert.deepEqual(call.status, { code: 2, message: 'timeout' })
    assert.deepEqual(valuesOf(request.attributes), { 'http.route': '/x', 'http.response.status_code': 200 })
    assert.match(await metrics.text(), /^avatary_trace_spans_total\{outcome="sent"\} 3$/m)
    assert.deepEqual(lines, [])
  })

  it('are lost with one line when the collector fails', async t => {
    const { lines, metrics, tracing } = await setUp(t, 'failing')
    tracing.inSpan('GET /x', PROGRAM, span => span.end())
    await tracing[Symbol.asyncDispose]()
    assert.match(await metrics.text(), /^avatary_trace_spans_total\{outcome="lost"\} 1$/m)
    assert.deepEqual(
      lines.map(({ event }) => event),
      ['trace-collector-failed'],
    )
  })

  it('hold up nobody when the collector is silent', async t => {
    const { collector, tracing } = await setUp(t, 'silent')
    for (let i = 0; i < 5000; i++) tracing.inSpan('GET /x', PROGRAM, span => span.end())
    await tracing[Symbol.asyncDispose]()
    const taken = collector.spans().length
    assert.ok(taken <= 2048 + 512, `${taken}: no more than that wait, or are in the batch under way`)
  })

  it('are made of the share of requests that is asked for', async t => {
    const none = await setUp(t, 'well', { sampler: 'always_off' })
    const half = await setUp(t, 'well', { sampler: 'traceidratio', share: 0.5 })
    for (const { tracing } of [none, half]) {
      for (let i = 0; i < 1000; i++) tracing.inSpan('GET /x', PROGRAM, span => span.end())
      await tracing[Symbol.asyncDispose]()
    }
    assert.equal(none.collector.spans().length, 0)
    const taken = half.collector.spans().length
    assert.ok(taken > 350 && taken < 650, `${taken}`)
  })
})
