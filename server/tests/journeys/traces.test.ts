import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestApp } from '../support/app.ts'
import { INVENTED_AVATARS } from '../support/invented-avatars.ts'
import { type CollectorMood, startCollector, valuesOf } from '../support/trace-collector.ts'

const JSON_TO = ({ endpoint }: { endpoint: string }) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
})

describe('traces of requests', () => {
  it('go to the collector with route, status, request id and statements, and nothing about the client', async t => {
    const collector = await startCollector(t, 'well')
    const app = await startTestApp({
      avatars: INVENTED_AVATARS,
      env: { ...JSON_TO(collector), OTEL_SERVICE_NAME: 'foxes' },
    })
    await app.get('/avatars/search?q=secretword')
    await app.get('/avatars/changes?since=0')
    await app.get('/avatars/search?limit=nothing')
    await app[Symbol.asyncDispose]()
    assert.equal(collector.resources()[0]!['service.name'], 'foxes')
    const spans = collector.spans()
    const requests = spans.filter(({ parentSpanId }) => parentSpanId === undefined)
    const told = requests.map(({ name, attributes }) => ({ name, ...valuesOf(attributes) }))
    assert.deepEqual(
      told.map(one => [one.name, (one as Record<string, unknown>)['http.response.status_code']]),
      [
        ['GET /avatars/search', 200],
        ['GET /avatars/changes', 200],
        ['GET /avatars/search', 400],
      ],
    )
    for (const one of told)
      assert.match(String((one as Record<string, unknown>)['avatary.request_id']), /^[\da-f-]{36}$/)
    const changes = requests.find(({ name }) => name === 'GET /avatars/changes')!
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === changes.spanId)
    assert.ok(statements.some(({ name }) => name === 'database select'))
    assert.match(String(valuesOf(statements[0]!.attributes)['db.query.text']), /from "changes"/)
    assert.doesNotMatch(JSON.stringify(spans), /secretword|127\.0\.0\.1|Firefox/)
  })

  it('continue those that clients name', async t => {
    const collector = await startCollector(t, 'well')
    const app = await startTestApp({ avatars: INVENTED_AVATARS, env: JSON_TO(collector) })
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
    const parent = '00f067aa0ba902b7'
    await app.get('/avatars/search', { headers: { traceparent: `00-${trace}-${parent}-01` } })
    await app[Symbol.asyncDispose]()
    const [span] = collector.spans()
    assert.deepEqual([span!.traceId, span!.parentSpanId], [trace, parent])
  })

  for (const mood of ['failing', 'silent'] satisfies CollectorMood[])
    it(`change nothing for who asks when the collector is ${mood}`, async t => {
      const collector = await startCollector(t, mood)
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint }
      await using app = await startTestApp({ avatars: INVENTED_AVATARS, env })
      const statuses = await Promise.all(
        Array.from({ length: 100 }, async (_, n) => (await app.get(`/avatars/search?q=w${n}`)).status),
      )
      assert.deepEqual(new Set(statuses), new Set([200]))
    })
})
