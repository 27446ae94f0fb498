import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { it } from 'node:test'
import { MEBIBYTE } from '../../src/kernel/bytes.ts'
import { startTestApp } from '../support/app.ts'
import { INVENTED_AVATARS } from '../support/invented-avatars.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { startServerProcess } from '../support/server-process.ts'
import { testFolder } from '../support/temp-folder.ts'
import { until } from '../support/until.ts'

const CONNECTIONS = 700
const BODY = Buffer.alloc(1_048_000, 'x')

/** Resident memory of a process in MiB. */
function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) / 1024
}

/** Sends a body except for its last byte, and keeps the connection open. */
function beginBody(port: number, path: string): Socket {
  const socket = connect({ host: '127.0.0.1', port })
  socket.on('error', () => {})
  socket.resume()
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length + 1}\r\n\r\n`,
  )
  socket.write(BODY)
  return socket
}

it('bodies of hundreds of connections take a fraction of what they send', async t => {
  const folder = testFolder(t, 'memory')
  await using server = await startServerProcess({ DATA_DIR: folder, RATE_LIMIT_GLOBAL: '0' })
  const { port } = new URL(server.baseUrl)
  const before = residentMiB(server.pid)
  const path = `/api/avatars/${INVENTED_AVATARS[0]!.id}/track`
  const sockets = Array.from({ length: CONNECTIONS }, () => beginBody(Number(port), path))
  let maximum = before
  await until('every body to be refused', () => {
    maximum = Math.max(maximum, residentMiB(server.pid))
    return sockets.every(({ closed }) => closed)
  })
  t.diagnostic(
    `${CONNECTIONS} bodies of ${BODY.length / MEBIBYTE} MiB: ${before.toFixed()} MiB before, at most ${maximum.toFixed()}`,
  )
  assert.ok(maximum - before < 250, `${(maximum - before).toFixed()} MiB more`)
})

it('event streams beyond those that one client may have are 429, until one has ended', async () => {
  const clock = new ManualClock()
  await using app = await startTestApp({ clock, env: { EVENT_STREAMS_PER_ADDRESS: '1' } })
  const leaving = new AbortController()
  const open = await app.get('/avatars/events', { signal: leaving.signal })
  await open.body!.getReader().read()
  const refused = await app.get('/avatars/events')
  assert.equal(refused.status, 429)
  assert.match(refused.headers.get('retry-after')!, /^\d+$/)
  assert.equal(((await refused.json()) as { code: string }).code, 'too_much_at_once')
  assert.equal((await app.get('/avatars/events', { method: 'HEAD' })).status, 429)
  leaving.abort()
  const again = new AbortController()
  await clock.passUntil('there is room again', async () => {
    const { status } = await app.get('/avatars/events', { signal: again.signal })
    return status === 200
  })
  again.abort()
})
