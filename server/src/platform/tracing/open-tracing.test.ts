import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { type CollectorMood, startCollector, valuesOf } from '../../../tests/support/trace-collector.ts'
import { createLog } from '../log.ts'
import { Metrics } from '../metrics.ts'
import { openTracing, type TracingSettings } from './open-tracing.ts'

/**
 * In milliseconds. A collector that answers gets enough time on a busy machine; a silent one does not delay the test.
 */
const MAX_CLOSE_MS: Readonly<Record<CollectorMood, number>> = { well: 60_000, failing: 60_000, silent: 50 }

const SETTINGS = { protocol: 'http/json', serviceName: 'foxes', sampler: 'always_on', share: 1 } as const
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT_ID = '00f067aa0ba902b7'
const PARENT = `00-${TRACE_ID}-${PARENT_ID}`
const PROGRAM = { kind: 'server', attributes: { 'http.route': '/x' } } as const

/**
 * Reads the nested field at a path of field numbers in a Protocol Buffers message.
 * @returns the bytes of the first such field.
 */
function fieldOf(message: Buffer, [wanted, ...below]: readonly number[]): Buffer | undefined {
  let at = 0
  const varint = () => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = message[at++]!
      value += (byte & 127) * 2 ** shift
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const tag = varint()
    const type = tag & 7
    if (type === 0) varint()
    else {
      const length = type === 2 ? varint() : type === 1 ? 8 : 4
      const value = message.subarray(at, at + length)
      at += length
      if (tag >> 3 === wanted) return below.length === 0 ? value : fieldOf(value, below)
    }
  }
  return undefined
}

async function setUp(t: TestContext, mood: CollectorMood, settings: Partial<TracingSettings> = {}) {
  const collector = await startCollector(t, mood)
  const lines: Record<string, unknown>[] = []
  const log = createLog({ level: 'info', output: { write: line => void lines.push(JSON.parse(line)) } })
  const metrics = new Metrics()
  const tracing = openTracing(
    { ...SETTINGS, endpoint: collector.endpoint, ...settings },
    { log, metrics, closeMs: MAX_CLOSE_MS[mood] },
  )
  return { collector, lines, metrics, tracing }
}

describe('traces', () => {
  it('are sent by OTLP over HTTP, with steps as children of their request', async t => {
    const { collector, lines, metrics, tracing } = await setUp(t, 'well')
    await tracing.inSpan('GET /x', PROGRAM, async span => {
      await Promise.resolve()
      tracing.addEndedSpan('database select', 40, { 'db.query.text': 'select 1' })
      tracing.inSpan('platform GET /y', { kind: 'client', attributes: {} }, inner => {
        inner.fail('timeout')
        inner.end()
      })
      span.set({ 'http.response.status_code': 200 })
      span.end()
    })
    tracing.addEndedSpan('database select', 1, {})
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

  it('delay nothing when the collector is silent', async t => {
    const { collector, tracing } = await setUp(t, 'silent')
    for (let i = 0; i < 5000; i++) tracing.inSpan('GET /x', PROGRAM, span => span.end())
    await tracing[Symbol.asyncDispose]()
    const spanCount = collector.spans().length
    assert.ok(spanCount <= 2048 + 512, `${spanCount}: no more than that wait, or are in the batch under way`)
  })

  it('are made for the configured share of requests', async t => {
    const none = await setUp(t, 'well', { sampler: 'always_off' })
    const half = await setUp(t, 'well', { sampler: 'traceidratio', share: 0.5 })
    for (const { tracing } of [none, half]) {
      for (let i = 0; i < 1000; i++) tracing.inSpan('GET /x', PROGRAM, span => span.end())
      await tracing[Symbol.asyncDispose]()
    }
    assert.equal(none.collector.spans().length, 0)
    const spanCount = half.collector.spans().length
    assert.ok(spanCount > 350 && spanCount < 650, `${spanCount}`)
  })

  it('continue the trace that a request names, and name it in the headers of a call', async t => {
    const { collector, tracing } = await setUp(t, 'well')
    const headers = { traceparent: `${PARENT}-01`, tracestate: 'shop=4' }
    const callHeaders = tracing.inSpan('GET /x', { ...PROGRAM, headers }, request => {
      const call = { kind: 'client', attributes: {} } as const
      const sent = tracing.inSpan('site GET /y', call, span => {
        span.end()
        return tracing.headers()
      })
      request.end()
      return sent
    })
    assert.deepEqual(tracing.headers(), {})
    await tracing[Symbol.asyncDispose]()
    const [call, request] = collector.spans()
    assert.deepEqual([request!.traceId, request!.parentSpanId], [TRACE_ID, PARENT_ID])
    assert.equal(call!.parentSpanId, request!.spanId)
    assert.deepEqual(callHeaders, { traceparent: `00-${TRACE_ID}-${call!.spanId}-01`, tracestate: 'shop=4' })
  })

  it('begin a new trace where the header names none', async t => {
    const { collector, tracing } = await setUp(t, 'well')
    const wrong = [
      '',
      'x',
      `${PARENT}-01, ${PARENT}-01`,
      `00-${'0'.repeat(32)}-${PARENT_ID}-01`,
      `ff${PARENT.slice(2)}-01`,
    ]
    for (const traceparent of wrong)
      tracing.inSpan('GET /x', { ...PROGRAM, headers: { traceparent } }, span => span.end())
    await tracing[Symbol.asyncDispose]()
    const spans = collector.spans()
    assert.equal(spans.length, wrong.length)
    assert.ok(spans.every(({ traceId, parentSpanId }) => traceId !== TRACE_ID && parentSpanId === undefined))
  })

  it('are made if the trace of the request is sampled, with a sampler that follows it', async t => {
    const spanCountOf = async (sampler: TracingSettings['sampler'], flags: string) => {
      const { collector, tracing } = await setUp(t, 'well', { sampler })
      const headers = { traceparent: `${PARENT}-${flags}` }
      tracing.inSpan('GET /x', { ...PROGRAM, headers }, span => span.end())
      await tracing[Symbol.asyncDispose]()
      return collector.spans().length
    }
    assert.equal(await spanCountOf('parentbased_always_on', '00'), 0)
    assert.equal(await spanCountOf('parentbased_always_off', '01'), 1)
    assert.equal(await spanCountOf('always_on', '00'), 1)
    assert.equal(await spanCountOf('always_off', '01'), 0)
  })

  it('are sent in Protocol Buffers, too', async t => {
    const { collector, lines, metrics, tracing } = await setUp(t, 'well', { protocol: 'http/protobuf' })
    const headers = { traceparent: `${PARENT}-01` }
    tracing.inSpan('GET /x', { ...PROGRAM, headers }, span => span.end())
    await tracing[Symbol.asyncDispose]()
    assert.deepEqual(collector.paths, ['/v1/traces'])
    assert.deepEqual(lines, [])
    const [body] = collector.protobufs
    // Field numbers of a span are in opentelemetry/proto/trace/v1/trace.proto.
    assert.deepEqual(fieldOf(body!, [1, 2, 2, 1])?.toString('hex'), TRACE_ID)
    assert.deepEqual(fieldOf(body!, [1, 2, 2, 4])?.toString('hex'), PARENT_ID)
    assert.deepEqual(fieldOf(body!, [1, 2, 2, 5])?.toString(), 'GET /x')
    assert.match(await metrics.text(), /^avatary_trace_spans_total\{outcome="sent"\} 1$/m)
  })
})
