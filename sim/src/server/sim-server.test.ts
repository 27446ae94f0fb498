import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { withWrongTypes } from './faults.ts'
import { startSimServer } from './sim-server.ts'

const service = () => ({ status: 200, body: { name: 'fox', count: 2, tags: ['a'], inner: { n: 1 } } })
const start = () => startSimServer({ service, now: () => 5 })

describe('a simulated server', () => {
  it('answers what its service answers, and logs the request', async () => {
    await using sim = await start()
    const response = await fetch(`${sim.origin}/a?b=1`, {
      method: 'POST',
      body: 'hi',
      headers: { 'user-agent': 'x/1' },
    })
    assert.deepEqual(await response.json(), service().body)
    const [{ method, path, query, headers, body, atMs }] = sim.requests as [(typeof sim.requests)[0]]
    assert.deepEqual([method, path, query.get('b'), String(body), atMs], ['POST', '/a', '1', 'hi', 5])
    assert.equal(headers['user-agent'], 'x/1')
  })

  it('fails as often as planned, for the planned paths', async () => {
    await using sim = await start()
    sim.faults.add({ fault: 'rate-limited', times: 2, path: /^\/a/, retryAfterSeconds: 3 })
    const statuses: number[] = []
    for (const path of ['/b', '/a', '/a', '/a']) statuses.push((await fetch(sim.origin + path)).status)
    assert.deepEqual(statuses, [200, 429, 429, 200])
  })

  it('answers 429 with Retry-After, 500 and 502', async () => {
    await using sim = await start()
    sim.faults.add({ fault: 'rate-limited', times: 1, retryAfterSeconds: 3 })
    assert.equal((await fetch(sim.origin)).headers.get('retry-after'), '3')
    sim.faults.add({ fault: 'server-error', times: 1 })
    assert.equal((await fetch(sim.origin)).status, 500)
    sim.faults.add({ fault: 'bad-gateway', times: 1 })
    assert.match((await fetch(sim.origin)).headers.get('content-type')!, /html/)
  })

  it('sends text that is not JSON, and truncated JSON', async () => {
    await using sim = await start()
    for (const fault of ['garbage', 'truncated'] as const) {
      sim.faults.add({ fault, times: 1 })
      const response = await fetch(sim.origin)
      assert.equal(response.status, 200)
      await assert.rejects(response.json(), SyntaxError)
    }
  })

  it('closes connections without an answer', async () => {
    await using sim = await start()
    sim.faults.add({ fault: 'cut-off', times: 1 })
    await assert.rejects(async () => (await fetch(sim.origin)).text())
    sim.faults.add({ fault: 'reset', times: 1 })
    await assert.rejects(fetch(sim.origin))
  })

  it('sends nothing, slowly, or without end, until the client gives up', async () => {
    await using sim = await start()
    for (const fault of ['silent', 'slow', 'huge'] as const) {
      sim.faults.add({ fault, times: 1 })
      const read = async () => (await fetch(sim.origin, { signal: AbortSignal.timeout(100) })).text()
      await assert.rejects(read, { name: 'TimeoutError' }, fault)
    }
    assert.equal((await fetch(sim.origin)).status, 200)
  })

  it('sends the head of a slow answer at once', async () => {
    await using sim = await start()
    sim.faults.add({ fault: 'slow', times: 1 })
    const response = await fetch(sim.origin, { signal: AbortSignal.timeout(200) })
    const { value } = await response.body!.getReader().read()
    assert.deepEqual([response.status, String(value)], [200, String(Buffer.from('{')[0])])
  })

  it('keeps no timer for a client that gave up before the answer was made', async t => {
    const client = new AbortController()
    const gone = Promise.withResolvers<void>()
    const onRequest = (message: unknown) =>
      (message as { response: ServerResponse }).response.once('close', gone.resolve)
    subscribe('http.server.request.start', onRequest)
    t.after(() => unsubscribe('http.server.request.start', onRequest))
    const answerLate = async () => {
      client.abort()
      await gone.promise
      return service()
    }
    await using sim = await startSimServer({ service: answerLate, now: () => 5 })
    const started = t.mock.method(globalThis, 'setInterval')
    const cleared = t.mock.method(globalThis, 'clearInterval')
    sim.faults.add({ fault: 'slow', times: 1 })
    await assert.rejects(fetch(sim.origin, { signal: client.signal }), { name: 'AbortError' })
    await gone.promise
    await nextTurn()
    assert.equal(started.mock.callCount(), 1)
    // Servers of earlier tests may end timers of their own meanwhile.
    const ended = cleared.mock.calls.map(({ arguments: [timer] }) => timer)
    assert.ok(ended.includes(started.mock.calls[0]!.result))
  })

  it('stops in the middle of an answer, and can be stopped twice', async () => {
    const sim = await start()
    sim.faults.add({ fault: 'silent' })
    const asked = assert.rejects(fetch(sim.origin))
    while (sim.requests.length === 0) await nextTurn()
    await sim.stop()
    await sim.stop()
    await asked
    await assert.rejects(fetch(sim.origin), { message: 'fetch failed' })
  })

  it('replaces every value by one of another type', () => {
    assert.deepEqual(withWrongTypes(service().body), {
      name: 3,
      count: '2',
      tags: { 0: 1 },
      inner: [{ n: 1 }],
    })
  })
})
