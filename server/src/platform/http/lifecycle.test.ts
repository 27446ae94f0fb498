import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Type } from 'typebox'
import { parseHead, readAll, readUntil, route, startHttp } from '../../../tests/support/http-layer.ts'
import { json, prepared, stream } from '../../kernel/answer.ts'
import { registerRoute } from './routes.ts'

const GET = 'GET /api/test HTTP/1.1\r\nHost: a\r\n\r\n'

describe('a client that leaves', () => {
  it('ends the stream that it was sent, and nothing is logged', async t => {
    const ended = Promise.withResolvers<void>()
    async function* endless() {
      try {
        for (;;) yield 'x'.repeat(100_000)
      } finally {
        ended.resolve()
      }
    }
    const { server, connect, lines } = await startHttp(t, server => {
      registerRoute(server, route({}), async () => stream(endless(), 'text/plain'))
    })
    const socket = await connect()
    socket.write(GET)
    await once(socket, 'data')
    socket.destroy()
    await ended.promise
    await server.stop()
    await setImmediate()
    assert.deepEqual(lines, [])
  })

  it('aborts the signal of its request, and nothing is logged', async t => {
    const arrived = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    const { server, connect, lines } = await startHttp(t, server => {
      registerRoute(server, route({}), async ({ context }) => {
        arrived.resolve()
        await once(context.signal, 'abort')
        left.resolve()
        throw context.signal.reason
      })
    })
    const socket = await connect()
    socket.write(GET)
    await arrived.promise
    socket.destroy()
    await left.promise
    await server.stop()
    await setImmediate()
    assert.deepEqual(lines, [])
  })

  it('has aborted a signal that is first read afterwards', async t => {
    const arrived = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    const seen = Promise.withResolvers<boolean>()
    const { connect } = await startHttp(t, server => {
      registerRoute(server, route({}), async ({ context }) => {
        arrived.resolve()
        await left.promise
        await setImmediate()
        seen.resolve(context.signal.aborted)
        return json({})
      })
      server.node.on('connection', socket => socket.once('close', left.resolve))
    })
    const socket = await connect()
    socket.write(GET)
    await arrived.promise
    socket.destroy()
    assert.equal(await seen.promise, true)
  })

  it('in the middle of its body is not logged as an error', async t => {
    const { server, connect, lines } = await startHttp(t, server => {
      registerRoute(server, route({ method: 'POST', body: Type.Object({}) }), async () => json({}))
    })
    const socket = await connect()
    const arrived = once(server.node, 'request')
    socket.write(
      'POST /api/test HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    )
    await arrived
    socket.destroy()
    await server.stop()
    await setImmediate()
    assert.deepEqual(lines, [])
  })
})

describe('a stream', () => {
  it('is sent chunk by chunk', async t => {
    const begin = Promise.withResolvers<void>()
    const next = Promise.withResolvers<void>()
    async function* pieces() {
      await begin.promise
      yield 'first'
      await next.promise
      yield 'second'
    }
    const { connect } = await startHttp(t, server => {
      registerRoute(server, route({}), async () =>
        stream(pieces(), 'text/event-stream', { headers: { 'X-Own': '1' } }),
      )
    })
    const socket = await connect()
    socket.write(GET)
    const head = await readUntil(socket, '\r\n\r\n')
    assert.match(head, /^HTTP\/1\.1 200 OK\r\n[\s\S]*X-Own: 1\r\n[\s\S]*Transfer-Encoding: chunked/)
    begin.resolve()
    await readUntil(socket, 'first')
    next.resolve()
    assert.match(await readUntil(socket, '0\r\n\r\n'), /second/)
    socket.destroy()
  })

  it('that fails is logged, and its connection closed, so that it does not look complete', async t => {
    async function* failing() {
      yield 'first'
      throw new Error('the source ended')
    }
    const { raw, lines } = await startHttp(t, server => {
      registerRoute(server, route({}), async () => stream(failing(), 'text/plain'))
    })
    const text = await raw(GET)
    assert.doesNotMatch(text, /\r\n0\r\n\r\n$/)
    assert.equal(lines.length, 1)
    assert.match(lines[0]!, /the source ended/)
  })

  it('is not begun for HEAD', async t => {
    let isBegun = false
    async function* pieces() {
      isBegun = true
      yield 'first'
    }
    const { request } = await startHttp(t, server => {
      registerRoute(server, route({}), async () => stream(pieces(), 'text/plain'))
    })
    assert.equal((await request('/api/test', { method: 'HEAD' })).headers['content-type'], 'text/plain')
    assert.equal(isBegun, false)
  })

  it('is not interrupted by the answer to invalid bytes after its request', async t => {
    const next = Promise.withResolvers<void>()
    async function* pieces() {
      yield 'first'
      await next.promise
    }
    const { connect } = await startHttp(t, server => {
      registerRoute(server, route({}), async () => stream(pieces(), 'text/plain'))
    })
    const socket = await connect()
    socket.write(GET)
    await readUntil(socket, 'first')
    socket.write('nonsense\r\n\r\n')
    assert.doesNotMatch(await readUntil(socket, 'HTTP/1.1 400'), /HTTP/)
    next.resolve()
  })
})

describe('a slow client', () => {
  it('is cut off when it has not sent its headers in time', async t => {
    const { connect } = await startHttp(t, () => {}, {
      timeouts: { headersTimeout: 20, requestTimeout: 60_000, connectionsCheckingInterval: 5 },
    })
    const socket = await connect()
    socket.write('GET /api/test HTTP/1.1\r\nHo')
    const { status, headers } = parseHead(await readAll(socket))
    assert.equal(status, 408)
    assert.equal(headers.connection, 'close')
  })

  it('is cut off without an answer when it has sent nothing, as it would take one for that of its first request', async t => {
    const { connect } = await startHttp(t, () => {}, {
      timeouts: { headersTimeout: 20, requestTimeout: 60_000, connectionsCheckingInterval: 5 },
    })
    assert.equal(await readAll(await connect()), '')
  })

  it('is cut off when its connection is idle for too long', async t => {
    const { connect } = await startHttp(t, () => {}, { timeouts: { idle: 20 } })
    assert.equal(await readAll(await connect()), '')
  })

  it('that goes on sending a refused body gets the answer, and is cut off later', async t => {
    const { connect } = await startHttp(t, () => {})
    const socket = await connect()
    socket.on('error', () => {})
    const more = Buffer.alloc(256 * 1024, 'x')
    const pour = () => {
      while (!socket.destroyed && socket.write(more));
    }
    socket.on('drain', pour)
    socket.write('nonsense\r\n')
    pour()
    assert.equal(parseHead(await readAll(socket)).status, 400)
    assert.ok(socket.bytesWritten < 200 * 2 ** 20, `${socket.bytesWritten}`)
  })
})

describe('a client that asks for a tunnel', () => {
  it('may break its connection after the answer, and the process goes on', async t => {
    const { connect, request } = await startHttp(t, server => {
      registerRoute(server, route({}), async () => json({}))
    })
    const socket = await connect()
    socket.write('CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n')
    await once(socket, 'data')
    socket.resetAndDestroy()
    assert.equal((await request('/api/test')).status, 200)
    await setImmediate()
  })
})

describe('a graceful stop', () => {
  it('lets answers under way end, and then does not wait for connections that stay open', async t => {
    const arrived = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    const { server, connect } = await startHttp(t, made => {
      registerRoute(made, route({}), async () => {
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
    while (server.node.listening) await setImmediate()
    go.resolve()
    assert.match(await readUntil(socket, 'true}'), /^HTTP\/1\.1 200 .*\{"ended":true\}$/s)
    await stopped
    for (const one of [socket, idle]) one.destroy()
  })

  it('accepts no more connections', async t => {
    const { server, request } = await startHttp(t, made =>
      registerRoute(made, route({}), async () => json({})),
    )
    await server.stop()
    await assert.rejects(request('/api/test'), { code: 'ECONNREFUSED' })
  })

  it('closes connections whose answers do not end in time', async t => {
    const { server, connect } = await startHttp(t, made => {
      registerRoute(made, route({}), ({ context }) => once(context.signal, 'abort').then(() => json({})))
    })
    const socket = await connect()
    const arrived = once(server.node, 'request')
    socket.write(GET)
    await arrived
    const closed = readAll(socket)
    await server.stop(10)
    assert.equal(await closed, '')
  })

  it('can be called twice', async t => {
    const { server } = await startHttp(t, made =>
      registerRoute(made, route({}), async () => prepared({ body: Buffer.from('') })),
    )
    await Promise.all([server.stop(), server.stop()])
  })
})

describe('a drain', () => {
  /** Each wait lasts until the test ends it. */
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
    const { server, connect, request } = await startHttp(t, made => {
      registerRoute(made, route({}), async () => json({}))
    })
    const { sleep, next } = steps()
    const early = await connect()
    early.write(GET)
    assert.match(await readUntil(early, '{}'), /Connection: keep-alive/)
    const drained = server.drain({ drainMs: 500, keepMs: 50, idleMs: 1_000_000 }, sleep)

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

  it('waits a bounded time for idle connections', async t => {
    const { server, connect } = await startHttp(t, () => {})
    const idle = await connect()
    const waits: number[] = []
    await server.drain({ drainMs: 5, keepMs: 6, idleMs: 100 }, async ms => void waits.push(ms))
    assert.deepEqual(waits, [5, 6, 20, 20, 20, 20, 20])
    idle.destroy()
  })
})
