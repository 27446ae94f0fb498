import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { readAll, readUntil, route, startHttp } from '../../../tests/support/http-layer.ts'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { json, prepared } from '../../kernel/answer.ts'
import { registerRoute } from './routes.ts'

const GET = 'GET /api/test HTTP/1.1\r\nHost: a\r\n\r\n'

describe('a graceful stop', () => {
  it('lets answers under way end, and then does not wait for connections that stay open', async t => {
    const arrived = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    const { server, connect } = await startHttp(t, httpServer => {
      registerRoute(httpServer, route({}), async () => {
        arrived.resolve()
        await go.promise
        return json({ ended: true })
      })
    })
    const socket = await connect()
    const idle = await connect()
    socket.write(GET)
    await arrived.promise
    const stopped = server.stop(60_000)
    while (server.nodeServer.listening) await setImmediate()
    go.resolve()
    assert.match(await readUntil(socket, 'true}'), /^HTTP\/1\.1 200 .*\{"ended":true\}$/s)
    await stopped
    for (const one of [socket, idle]) one.destroy()
  })

  it('accepts no more connections', async t => {
    const { server, request } = await startHttp(t, httpServer =>
      registerRoute(httpServer, route({}), async () => json({})),
    )
    await server.stop()
    await assert.rejects(request('/api/test'), { code: 'ECONNREFUSED' })
  })

  it('closes connections whose answers do not end in time', async t => {
    const { server, connect } = await startHttp(t, httpServer => {
      registerRoute(httpServer, route({}), ({ context }) =>
        once(context.signal, 'abort').then(() => json({})),
      )
    })
    const socket = await connect()
    const arrived = once(server.nodeServer, 'request')
    socket.write(GET)
    await arrived
    const closed = readAll(socket)
    await server.stop(10)
    assert.equal(await closed, '')
  })

  it('can be called twice', async t => {
    const { server } = await startHttp(t, httpServer =>
      registerRoute(httpServer, route({}), async () => prepared({ body: Buffer.from('') })),
    )
    await Promise.all([server.stop(), server.stop()])
  })
})

describe('a drain', () => {
  /** Waits that each last until the test ends them. */
  function steps() {
    const waits: { ms: number; end: () => void }[] = []
    let wake = () => {}
    const sleep = (ms: number) =>
      new Promise<void>(resolve => {
        waits.push({ ms, end: resolve })
        wake()
      })
    const next = async () => {
      while (waits.length === 0)
        await new Promise<void>(resolve => {
          wake = resolve
        })
      return waits.shift()!
    }
    return { sleep, next }
  }

  it('closes connections after their answers, then keeps new ones, then stops listening', async t => {
    const { server, connect, request } = await startHttp(t, httpServer => {
      registerRoute(httpServer, route({}), async () => json({}))
    })
    const { sleep, next } = steps()
    const early = await connect()
    early.write(GET)
    assert.match(await readUntil(early, '{}'), /Connection: keep-alive/)
    const drained = server.drain({ drainMs: 500, keepAliveMs: 50, idleMs: 1_000_000 }, sleep)

    const draining = await next()
    assert.equal(draining.ms, 500)
    early.write(GET)
    assert.match(await readUntil(early, '{}'), /Connection: close/)
    assert.equal(await readUntil(early, 'more'), '')
    assert.equal((await request('/api/test')).headers.connection, 'close', 'who comes back is answered')
    draining.end()

    const keeping = await next()
    assert.equal(keeping.ms, 50)
    const [late, idle] = [await connect(), await connect()]
    late.write(GET)
    assert.match(await readUntil(late, '{}'), /Connection: keep-alive/)
    keeping.end()

    for (let quiet = 0; quiet < 3; quiet++) (await next()).end()
    const waiting = await next()
    await assert.rejects(request('/api/test'), { code: 'ECONNREFUSED' })
    late.write(GET)
    assert.match(await readUntil(late, '{}'), /Connection: close/)
    assert.equal(await readUntil(late, 'more'), '')
    idle.destroy()
    const ended = drained.then(() => null)
    for (
      let wait: typeof waiting | null = waiting;
      wait !== null;
      wait = await Promise.race([next(), ended])
    ) {
      wait.end()
      await setImmediate()
    }
    await server.stop()
  })

  it('answers those that connected just before it stops listening', async t => {
    const { server, port } = await startHttp(t, httpServer => {
      registerRoute(httpServer, route({}), async () => json({}))
    })
    const answers: Promise<string>[] = []
    await server.drain({ drainMs: 1, keepAliveMs: 2, idleMs: 20 }, async ms => {
      if (ms !== 2) return
      for (let i = 0; i < 5; i++) {
        const socket = connect(port, '127.0.0.1')
        socket.write(GET)
        answers.push(readAll(socket))
      }
      // By then the system has the bytes, but the server has not been told yet.
      await new Promise<void>(resolve => process.nextTick(resolve))
    })
    await server.stop()
    for (const answer of await Promise.all(answers)) assert.match(answer, /^HTTP\/1\.1 200 /)
  })

  it('answers a request that arrived just before the connections are closed', async t => {
    const { server, connect } = await startHttp(t, httpServer => {
      registerRoute(httpServer, route({}), async () => json({}))
    })
    const socket = await connect()
    socket.write(GET)
    await readUntil(socket, '{}')
    const answer = readAll(socket)
    await server.drain({ drainMs: 1, keepAliveMs: 2, idleMs: 20 }, async ms => {
      if (ms === 20) socket.write(GET)
    })
    await server.stop()
    assert.match(await answer, /^HTTP\/1\.1 200 /)
  })

  it('holds requests until it stops listening, so that busy clients do not connect at that moment', async t => {
    const { server, port } = await startHttp(t, httpServer => {
      registerRoute(httpServer, route({}), async () => json({}))
    })
    const socket = connect(port, '127.0.0.1')
    const wasListening: boolean[] = []
    let waits = 0
    const answer = readAll(socket)
    await server.drain({ drainMs: 0, idleMs: 1_000_000 }, async () => {
      if (waits++ > 0) return await setImmediate()
      const arrived = once(server.nodeServer, 'request')
      socket.write(GET)
      await arrived
      socket.once('data', () => wasListening.push(server.nodeServer.listening))
      for (let turns = 0; turns < 10; turns++) await setImmediate()
      assert.equal(socket.bytesRead, 0)
    })
    assert.match(await answer, /^HTTP\/1\.1 200 .*Connection: close/s)
    assert.deepEqual(wasListening, [false])
    await server.stop()
  })

  it('holds requests until the process that accepts connections stops listening', async t => {
    const readTheClosing = Promise.withResolvers<void>()
    const { server, connect } = await startHttp(
      t,
      httpServer => registerRoute(httpServer, route({}), async () => json({})),
      { awaitArrivals: async () => (server.nodeServer.listening ? undefined : await readTheClosing.promise) },
    )
    const socket = await connect()
    const answer = readAll(socket)
    let waits = 0
    const drained = server.drain({ drainMs: 0, idleMs: 20 }, async ms => {
      if (ms !== 20) return await new Promise(() => {})
      if (waits++ === 0) socket.write(GET)
      await setImmediate()
    })
    while (server.nodeServer.listening) await setImmediate()
    for (let turns = 0; turns < 10; turns++) await setImmediate()
    assert.equal(socket.bytesRead, 0)
    readTheClosing.resolve()
    await drained
    await server.stop()
    assert.match(await answer, /^HTTP\/1\.1 200 .*Connection: close/s)
  })

  it('stops listening although clients connect all the time', async t => {
    const { server, connect } = await startHttp(t, () => {})
    const waits: number[] = []
    await server.drain({ drainMs: 0, idleMs: 0 }, async ms => {
      waits.push(ms)
      const socket = await connect()
      socket.destroy()
    })
    assert.deepEqual(waits, Array(25).fill(20))
    assert.equal(server.nodeServer.listening, false)
  })

  it('stops listening after half a second although the process that accepts connections answers late', async t => {
    const clock = new ManualClock(0)
    const { server } = await startHttp(t, () => {}, { awaitArrivals: () => clock.sleep(2000) })
    const drained = server.drain({ drainMs: 0, idleMs: 0 }, clock.sleep)
    const pass = async (ms: number) => {
      clock.advance(ms)
      for (let turns = 0; turns < 10; turns++) await setImmediate()
    }
    await pass(20)
    await pass(479)
    assert.equal(server.nodeServer.listening, true)
    await pass(1)
    assert.equal(server.nodeServer.listening, false)
    await drained
  })

  it('waits a bounded time for idle connections', async t => {
    const { server, connect } = await startHttp(t, () => {})
    const idle = await connect()
    const waits: number[] = []
    await server.drain({ drainMs: 5, keepAliveMs: 6, idleMs: 100 }, async ms => void waits.push(ms))
    assert.deepEqual(waits, [5, 6, ...Array(3 + 5).fill(20)])
    idle.destroy()
  })
})
