import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { afterwards } from '../support/cleanup.ts'
import { skipSuiteWithout } from '../support/engines.ts'
import { createPostgresDatabase, hasPostgres } from '../support/postgres.ts'
import { hasRedis } from '../support/redis.ts'
import { startRedisRelay } from '../support/redis-relay.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { until } from '../support/until.ts'

/** Pause between two requests of a client; without it, clients would keep both cores busy while processes drain. */
const PAUSE_MS = 10
/** A server that stops without a drain waits this many milliseconds for a last request on an open connection. */
const LAST_REQUEST_MS = 250
const UNLIMITED = { RATE_LIMIT_READ: '0', RATE_LIMIT_GLOBAL: '0' }

async function start(t: TestContext, env: Record<string, string>): Promise<ServerProcess> {
  const folder = tempFolder('processes')
  const server = await startServerProcess({ DATA_DIR: folder.path, ...env })
  afterwards(t, async () => {
    await server[Symbol.asyncDispose]()
    folder.remove()
  })
  return server
}

/** Process ids by name, of the processes that were ready first. */
function pidsOf({ lines }: ServerProcess): Map<string, number> {
  const { processes } = lines.find(({ event }) => event === 'processes-ready') as unknown as {
    processes: { name: string; pid: number }[]
  }
  return new Map(processes.map(({ name, pid }) => [name, pid]))
}

function countOf({ lines }: ServerProcess, event: string): number {
  return lines.filter(line => line.event === event).length
}

/** Sends a request on a new connection; rejects when the connection is refused. */
async function statusOf({ baseUrl }: ServerProcess, path: string): Promise<number> {
  const response = await fetch(`${baseUrl}${path}`, { headers: { Connection: 'close' } })
  await response.arrayBuffer()
  return response.status
}

/** True when each of several requests, which the processes answer in turn, lowers the remaining limit by one. */
async function countsTogether({ baseUrl }: ServerProcess): Promise<boolean> {
  const left: number[] = []
  for (let at = 0; at < 4; at++) {
    const { headers } = await fetch(`${baseUrl}/stats`, { headers: { Connection: 'close' } })
    left.push(Number(headers.get('RateLimit-Remaining')))
  }
  return left.every((remaining, at) => remaining === left[0]! - at)
}

async function metricsOf({ baseUrl }: ServerProcess): Promise<string> {
  const port = new URL(baseUrl).port
  return await (await fetch(`http://localhost:${port}/metrics`)).text()
}

/**
 * Repeats a request until `done`.
 * @returns the number of answers by status; `0` counts requests without an answer.
 */
async function askUntil(server: ServerProcess, done: () => boolean): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  const ask = async () => {
    while (!done()) {
      const status = await statusOf(server, '/avatars/search?q=fox').catch(() => 0)
      counts.set(status, (counts.get(status) ?? 0) + 1)
      await delay(PAUSE_MS)
    }
  }
  await Promise.all([ask(), ask(), ask()])
  return counts
}

/**
 * Sends requests without a pause from twenty clients, each until it gets no answer.
 * @returns the error codes with which they ended.
 */
async function sendUntilFailure({ baseUrl }: ServerProcess): Promise<Set<string>> {
  const codes = Array.from({ length: 20 }, async (_, at) => {
    const headers = { Connection: at % 2 === 0 ? 'close' : 'keep-alive' }
    for (;;) {
      try {
        await (await fetch(`${baseUrl}/stats`, { headers })).arrayBuffer()
      } catch (error) {
        return String((error as Error & { cause?: { code?: string } }).cause?.code ?? error)
      }
    }
  })
  return new Set(await Promise.all(codes))
}

describe('processes of one machine', () => {
  it('are replaced one by one at SIGHUP, over SQLite and without a failed request', async t => {
    const server = await start(t, { PROCESSES: '2', ROLE: 'api', ...UNLIMITED })
    const before = [...pidsOf(server).values()]
    server.signal('SIGHUP')
    const counts = await askUntil(server, () => countOf(server, 'roll-ended') > 0)
    assert.deepEqual([...counts.keys()], [200])
    for (const pid of before) assert.throws(() => process.kill(pid, 0), `process ${pid} still runs`)
  })

  it('reset no client that keeps sending requests when all are stopped without a drain', async t => {
    for (let attempt = 1; ; attempt++) {
      const server = await start(t, { PROCESSES: '2', ROLE: 'api', ...UNLIMITED })
      const clients = sendUntilFailure(server)
      await until('clients to be answered', async () => (await statusOf(server, '/stats')) === 200)
      const delays = monitorEventLoopDelay({ resolution: 5 })
      delays.enable()
      await server[Symbol.asyncDispose]()
      const codes = await clients
      delays.disable()
      const pauseMs = delays.max / 1e6
      t.diagnostic(`${[...codes]}: clients paused for ${pauseMs.toFixed()} ms at most`)
      // Clients that a busy machine stops for longer than a server waits for a last request do not keep sending.
      if (codes.size > 1 && pauseMs > LAST_REQUEST_MS / 2 && attempt < 20) continue
      assert.deepEqual([...codes], ['ECONNREFUSED'])
      return
    }
  })

  it('end although one is frozen when all are stopped', async t => {
    const server = await start(t, { PROCESSES: '2', ROLE: 'api' })
    process.kill(pidsOf(server).get('api-2')!, 'SIGSTOP')
    await server[Symbol.asyncDispose]()
    const killed = server.lines.filter(({ event }) => event === 'process-killed')
    assert.deepEqual(
      killed.map(line => line.process),
      ['api-2'],
    )
    for (const pid of pidsOf(server).values())
      assert.throws(() => process.kill(pid, 0), `process ${pid} runs`)
  })

  it('that cannot start end the supervisor', async t => {
    const other = createServer()
    await once(other.listen(0, '127.0.0.1'), 'listening')
    afterwards(t, async () => void other.close())
    const { port } = other.address() as AddressInfo
    const env = { PROCESSES: '2', ROLE: 'api', PORT: String(port) }
    await assert.rejects(start(t, env), /ended before it listened: 1,/)
  })

  if (!hasPostgres || !hasRedis) return skipSuiteWithout('postgres or redis')

  it('answer as one with PostgreSQL and Redis, and go on when one of each is killed', async t => {
    const { url, drop } = await createPostgresDatabase()
    afterwards(t, drop)
    const relay = await startRedisRelay(t)
    const env = { DATABASE_URL: url, REDIS_URL: relay.url, RATE_LIMIT_READ: '100000', RATE_LIMIT_GLOBAL: '0' }
    const server = await start(t, { PROCESSES: '3', ...env })
    const names = ['api-1', 'api-2', 'api-3', 'worker']
    const pids = pidsOf(server)
    assert.deepEqual([...pids.keys()], names)

    await until('requests in a row to be counted together', () => countsTogether(server))
    const metrics = await metricsOf(server)
    for (const name of ['supervisor', ...names]) assert.ok(metrics.includes(`process="${name}"`), name)

    for (const [at, name] of ['api-2', 'worker'].entries()) {
      process.kill(pids.get(name)!, 'SIGKILL')
      await until(`the end of ${name} to be seen`, () => countOf(server, 'process-ended') > at)
      assert.equal(await statusOf(server, '/health'), 200)
    }
    await until('all to be ready again', () => countOf(server, 'ready') === names.length + 2)

    relay.mode = 'refusing'
    await until('all to limit alone', () => countOf(server, 'redis-away') >= 3)
    assert.equal(await statusOf(server, '/ready'), 200)
    relay.mode = 'forwarding'
    await until('all to share again', () => countOf(server, 'redis-back') >= 3)
  })
})
