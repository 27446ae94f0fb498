import assert from 'node:assert/strict'
import { PerformanceObserver } from 'node:perf_hooks'
import { describe, it } from 'node:test'
import { route, startHttp } from '../../tests/support/http-layer.ts'
import { failure, json } from '../kernel/answer.ts'
import { registerRoute } from './http/routes.ts'
import { Metrics } from './metrics.ts'

describe('the metrics', () => {
  it('count requests by route and class of status, refusals by group, and what failed on our side', async t => {
    const { request, metrics } = await startHttp(
      t,
      server => {
        registerRoute(server, route({ path: '/things/{id}' }), async () => json({}))
        registerRoute(server, route({ path: '/failure', limit: 'reports' }), async () =>
          failure('avatar_not_found'),
        )
        registerRoute(server, route({ path: '/bug' }), () => Promise.reject(new Error('a bug')))
      },
      { limits: { reports: 1 } },
    )
    for (const path of [
      '/api/things/1',
      '/api/things/2',
      '/api/failure',
      '/api/failure',
      '/api/nowhere',
      '/api/bug',
    ]) {
      await request(path)
    }
    await request('/api/bug', { method: 'POST' })
    const text = await metrics.text()
    const count = (labels: string) =>
      Number(
        text.match(
          new RegExp(`^avatary_http_request_duration_seconds_count\\{${labels}\\} (\\d+)$`, 'm'),
        )?.[1],
      )
    assert.equal(count('route="GET /things/\\{id\\}",status="2xx"'), 2)
    assert.equal(count('route="GET /failure",status="4xx"'), 2)
    assert.equal(count('route="no route",status="4xx"'), 1)
    assert.equal(count('route="no such method",status="4xx"'), 1)
    assert.deepEqual(text.match(/^avatary_http_request_failures_total.*$/gm), [
      'avatary_http_request_failures_total{route="GET /bug"} 1',
    ])
    assert.match(text, /^avatary_rate_limit_refusals_total\{group="reports"\} 1$/m)
  })

  it('put durations into the buckets that hold them', async () => {
    const metrics = new Metrics()
    const [durations, refusals] = [2, 4].map(status => metrics.durationsOf('GET /x')[status]!)
    durations!.observe(0.004)
    refusals!.observe(0.005)
    refusals!.observe(60)
    const text = await metrics.text()
    assert.match(text, /_bucket\{le="0.0025",route="GET \/x",status="2xx"\} 0/)
    assert.match(text, /_bucket\{le="0.005",route="GET \/x",status="2xx"\} 1/)
    assert.match(text, /_sum\{route="GET \/x",status="2xx"\} 0.004/)
    assert.match(text, /_bucket\{le="0.005",route="GET \/x",status="4xx"\} 1/)
    assert.match(text, /_bucket\{le="5",route="GET \/x",status="4xx"\} 1/)
    assert.match(text, /_bucket\{le="\+Inf",route="GET \/x",status="4xx"\} 2/)
    assert.match(text, /^# TYPE avatary_http_request_duration_seconds histogram$/m)
    assert.doesNotMatch(text, /route="GET \/x",status="5xx"/)
    assert.match(metrics.contentType, /^text\/plain; version=0\.0\.4/)
  })

  it('have a sample for each value of a label that exists when they are read', async () => {
    const metrics = new Metrics()
    let sizes: [string, number][] = [['a', 1]]
    metrics.gauges('avatary_x_bytes', 'x', ['file'], async () => sizes.map(([file, n]) => [{ file }, n]))
    assert.match(await metrics.text(), /^avatary_x_bytes\{file="a"\} 1$/m)
    sizes = [['b', 2]]
    const text = await metrics.text()
    assert.match(text, /^avatary_x_bytes\{file="b"\} 2$/m)
    assert.doesNotMatch(text, /file="a"/)
  })

  it('of one server are not those of another', async () => {
    const [one, other] = [new Metrics(), new Metrics()]
    one.countRefusal('read')
    assert.doesNotMatch(await other.text(), /group="read"/)
  })

  it('show memory, event loop and garbage collection once asked to collect them', async () => {
    const metrics = new Metrics().collectProcess()
    const text = await metrics.text()
    for (const name of [
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_heap_size_used_bytes',
    ]) {
      assert.match(text, new RegExp(`^avatary_${name} `, 'm'))
    }
  })

  it('of a process are collected by one observer, however many servers show them', async t => {
    new Metrics().collectProcess()
    const observe = t.mock.method(PerformanceObserver.prototype, 'observe')
    const texts = [new Metrics().collectProcess(), new Metrics().collectProcess()].map(each => each.text())
    assert.equal(observe.mock.callCount(), 0)
    for (const text of await Promise.all(texts))
      assert.equal(text.match(/^avatary_process_resident_memory_bytes /gm)?.length, 1)
  })
})
