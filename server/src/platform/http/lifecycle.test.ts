import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Type } from 'typebox'
import { parseHead, readAll, readUntil, route, startHttp } from '../../../tests/support/http-layer.ts'
import { json, stream } from '../../kernel/answer.ts'
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
      server.nodeServer.on('connection', socket => socket.once('close', left.resolve))
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
    const arrived = once(server.nodeServer, 'request')
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
    assert.match(head, /^HTTP\/1\.1 200 OK\r\n[\s\S]*x-own: 1\r\n[\s\S]*Transfer-Encoding: chunked/)
    begin.resolve()
    await readUntil(socket, 'first')
    next.resolve()
    assert.match(await readUntil(socket, '0\r\n\r\n'), /second/)
    socket.destroy()
  })

  it('is generated no faster than its client reads it', async t => {
    let madeCount = 0
    async function* endless() {
      for (;;) {
        madeCount++
        yield 'x'.repeat(100_000)
        await setImmediate()
      }
    }
    const { connect } = await startHttp(t, server => {
      registerRoute(server, route({}), async () => stream(endless(), 'text/plain'))
    })
    const socket = await connect()
    socket.write(GET)
    await once(socket, 'readable')
    let before = -1
    for (let turns = 0; before !== madeCount; turns++) {
      assert.ok(turns < 100, 'it waits for the client')
      before = madeCount
      for (let turn = 0; turn < 100; turn++) await setImmediate()
    }
    let bytes = 0
    for await (const chunk of socket) {
      bytes += chunk.length
      if (bytes > (before + 10) * 100_000) break
    }
    assert.ok(madeCount > before)
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

  it('is not started for HEAD', async t => {
    let isStarted = false
    async function* pieces() {
      isStarted = true
      yield 'first'
    }
    const { request } = await startHttp(t, server => {
      registerRoute(server, route({}), async () => stream(pieces(), 'text/plain'))
    })
    assert.equal((await request('/api/test', { method: 'HEAD' })).headers['content-type'], 'text/plain')
    assert.equal(isStarted, false)
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
    // Long enough for the first bytes to arrive in time: a client that sent none gets no answer.
    const { connect } = await startHttp(t, () => {}, {
      timeouts: { headersTimeout: 300, requestTimeout: 60_000, connectionsCheckingInterval: 5 },
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
    const { connect } = await startHttp(t, () => {}, { timeouts: { idle: 20, idleAfterAnswer: 20 } })
    assert.equal(await readAll(await connect()), '')
  })

  it('is cut off sooner after its answer, which says when', async t => {
    const { connect } = await startHttp(t, () => {}, { timeouts: { idleAfterAnswer: 20 } })
    const socket = await connect()
    socket.write(GET)
    const { headers } = parseHead(await readAll(socket))
    assert.equal(headers.connection, 'keep-alive')
    assert.equal(headers['keep-alive'], 'timeout=75')
  })

  it('is not told how long its connection may be idle when the answer closes it', async t => {
    const { connect } = await startHttp(t, () => {})
    const socket = await connect()
    socket.write('GET /api/test HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    const { headers } = parseHead(await readAll(socket))
    assert.equal(headers.connection, 'close')
    assert.equal(headers['keep-alive'], undefined)
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

describe('a CONNECT request', () => {
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
