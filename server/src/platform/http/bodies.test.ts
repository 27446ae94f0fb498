import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Type } from 'typebox'
import {
  type HttpService,
  parseHead,
  readAll,
  readUntil,
  route,
  type ServiceOptions,
  startHttp,
} from '../../../tests/support/http-layer.ts'
import { json } from '../../kernel/answer.ts'
import { MEBIBYTE } from '../../kernel/bytes.ts'
import { registerRoute } from './routes.ts'

const LARGE = 96 * 1024

/** Serves routes with several limits. Handlers that wait hold their bodies until the test lets them go. */
async function start(t: TestContext, options?: ServiceOptions) {
  const waiting: (() => void)[] = []
  const body = Type.Object({})
  const service = await startHttp(
    t,
    server => {
      registerRoute(server, route({ method: 'POST', path: '/small', body }), async () => json({}))
      registerRoute(server, route({ method: 'POST', path: '/none' }), async () => json({}))
      registerRoute(server, route({ method: 'POST', path: '/large', body, bodyLimit: LARGE }), async () =>
        json({}),
      )
      registerRoute(server, route({ method: 'POST', path: '/waits', body, bodyLimit: LARGE }), async () => {
        await new Promise<void>(resolve => waiting.push(resolve))
        return json({})
      })
      registerRoute(server, route({ method: 'POST', path: '/guarded', auth: 'session', body }), async () =>
        json({}),
      )
      registerRoute(server, route({ path: '/read' }), async () => json({}))
    },
    options,
  )
  return { ...service, waiting }
}

const head = (target: string, headers: string) =>
  `${target} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`

function post(service: HttpService, path: string, length: number) {
  const body = `{${' '.repeat(length - 2)}}`
  return service.request(`/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  })
}

/** Writes until the connection is closed, as fast as the other side reads. */
async function pour(socket: Socket): Promise<void> {
  const more = Buffer.alloc(MEBIBYTE, ' ')
  const go = () => {
    while (!socket.destroyed && socket.bytesWritten < 100 * MEBIBYTE && socket.write(more));
  }
  socket.on('drain', go)
  go()
  await once(socket, 'close')
}

describe('a body', () => {
  it('is read up to the limit of its route, which is 4 KiB by default', async t => {
    const service = await start(t)
    for (const [path, limit, text] of [
      ['/small', 4096, 'at most 4 KiB'],
      ['/none', 4096, 'at most 4 KiB'],
      ['/large', LARGE, 'at most 96 KiB'],
    ] as const) {
      assert.equal((await post(service, path, limit)).status, 200, path)
      const { status, body } = await post(service, path, limit + 1)
      assert.equal(status, 413, path)
      assert.match(body.toString(), new RegExp(text))
    }
  })

  it('without Content-Length is read up to the limit, too', async t => {
    const { raw } = await start(t)
    const chunk = `1000\r\n${' '.repeat(4096)}\r\n`
    const { status, headers } = parseHead(
      await raw(`${head('POST /api/small', 'Transfer-Encoding: chunked')}${chunk}1\r\n \r\n`),
    )
    assert.deepEqual([status, headers.connection], [413, 'close'])
  })

  it('with `Expect: 100-continue` is requested, or refused before it is sent', async t => {
    const { connect } = await start(t)
    const socket = await connect()
    socket.write(head('POST /api/small', 'Content-Length: 2\r\nExpect: 100-continue'))
    await readUntil(socket, 'HTTP/1.1 100 Continue\r\n\r\n')
    socket.write('{}')
    assert.match(await readUntil(socket, '{}'), /^HTTP\/1\.1 200 /)
    socket.write(head('POST /api/small', 'Content-Length: 100000\r\nExpect: 100-continue'))
    assert.match(await readUntil(socket, '}'), /^HTTP\/1\.1 413 /)
  })

  const REFUSED: Record<string, [target: string, status: number]> = {
    'too large': ['POST /api/small', 413],
    'sent by nobody': ['POST /api/guarded', 401],
    'sent nowhere': ['POST /api/nowhere', 404],
    'sent by a method that the path does not take': ['PUT /api/read', 405],
    'sent with GET': ['GET /api/read', 200],
  }
  for (const [name, [target, expected]] of Object.entries(REFUSED)) {
    for (const framing of [`Content-Length: ${100 * MEBIBYTE}`, 'Transfer-Encoding: chunked']) {
      if (name === 'too large' && framing.startsWith('T')) continue
      it(`${name} is not read: its answer ends the connection, ${framing.split(':')[0]}`, async t => {
        const { connect } = await start(t)
        const socket = await connect()
        socket.on('error', () => {})
        const isChunked = framing.startsWith('T')
        socket.write(head(target, framing) + (isChunked ? `${(100 * MEBIBYTE).toString(16)}\r\n` : ''))
        const answer = readAll(socket)
        await pour(socket)
        const { status, headers } = parseHead(await answer)
        assert.deepEqual([status, headers.connection], [expected, 'close'])
        assert.ok(socket.bytesWritten < 30 * MEBIBYTE, `${socket.bytesWritten / MEBIBYTE} MiB were sent`)
      })
    }
  }

  it('that is refused and small is read to its end, and its connection is kept', async t => {
    const { connect } = await start(t)
    const socket = await connect()
    for (let i = 0; i < 2; i++) {
      socket.write(head('POST /api/guarded', 'Content-Length: 60000'))
      assert.match(await readUntil(socket, '}'), /^HTTP\/1\.1 401 [\s\S]*Connection: keep-alive/)
      socket.write(' '.repeat(60_000))
    }
    socket.destroy()
  })
})

describe('bodies of requests in progress', () => {
  it('are bounded in bytes for each client, and more are 429 until one is answered', async t => {
    const service = await start(t, { bodies: { perProcess: 0, perClient: 1000 } })
    const first = post(service, '/waits', 600)
    while (service.waiting.length === 0) await setImmediate()
    const second = await post(service, '/large', 500)
    assert.equal(second.status, 429)
    assert.equal(JSON.parse(second.body.toString()).code, 'too_much_at_once')
    assert.match(second.headers['retry-after']!, /^\d+$/)
    assert.equal((await post(service, '/large', 400)).status, 200)
    service.waiting[0]!()
    assert.equal((await first).status, 200)
    assert.equal((await post(service, '/large', 1000)).status, 200)
  })

  it('are bounded in bytes for the process, and more are 503', async t => {
    const service = await start(t, { bodies: { perProcess: 1000, perClient: 0 } })
    const first = post(service, '/waits', 600)
    while (service.waiting.length === 0) await setImmediate()
    const second = await post(service, '/large', 500)
    assert.equal(second.status, 503)
    assert.equal(JSON.parse(second.body.toString()).code, 'overloaded')
    assert.match(second.headers['retry-after']!, /^\d+$/)
    assert.match(await service.metrics.text(), /^avatary_http_body_bytes 600$/m)
    service.waiting[0]!()
    assert.equal((await first).status, 200)
    assert.equal((await post(service, '/large', 1000)).status, 200)
  })

  it('count with the limit of the route when they have no Content-Length', async t => {
    const { connect, raw } = await start(t, { bodies: { perProcess: LARGE, perClient: 0 } })
    const socket = await connect()
    socket.write(head('POST /api/large', 'Expect: 100-continue\r\nTransfer-Encoding: chunked'))
    await readUntil(socket, '100 Continue')
    const answer = await raw(head('POST /api/small', 'Content-Length: 2\r\nConnection: close'))
    assert.equal(parseHead(answer).status, 503)
    socket.destroy()
  })

  it('no longer count when their client has left', async t => {
    const service = await start(t, { bodies: { perProcess: 0, perClient: 1000 } })
    const socket = await service.connect()
    socket.write(head('POST /api/large', 'Expect: 100-continue\r\nContent-Length: 1000'))
    await readUntil(socket, '100 Continue')
    assert.equal((await post(service, '/small', 2)).status, 429)
    socket.destroy()
    while ((await post(service, '/small', 2)).status !== 200) await setImmediate()
  })
})
