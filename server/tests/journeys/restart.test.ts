import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { avatary } from '../support/command-line.ts'
import { startServerProcess } from '../support/server-process.ts'
import { testFolder } from '../support/temp-folder.ts'
import { until } from '../support/until.ts'

const CLIENTS = 30
const RESTARTS = 3

/** Number of answers by status, and of errors by code. */
type OutcomeCounts = Map<string, number>

/** Repeats a request on one keep-alive connection; retries shortly after a refused connection. */
async function askOn(url: string, outcomeCounts: OutcomeCounts, signal: AbortSignal): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  while (!signal.aborted) {
    const outcome = await ask(url, agent)
    outcomeCounts.set(outcome, (outcomeCounts.get(outcome) ?? 0) + 1)
    await delay(outcome === 'ECONNREFUSED' ? 20 : 8)
  }
  agent.destroy()
}

function ask(url: string, agent: Agent): Promise<string> {
  return new Promise(resolve => {
    const request = get(url, { agent }, response => {
      response.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        body += text
      })
      response.once('end', () => resolve(outcomeOf(response.statusCode!, body)))
    })
    request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
}

/**
 * Waits for the end of an event stream.
 * @returns how it ended.
 */
async function endOf(stream: Response): Promise<string> {
  return await stream.text().then(
    text => (text.startsWith('retry: ') ? 'ended' : text),
    (error: Error) => `broken: ${error.message}`,
  )
}

function outcomeOf(status: number, body: string): string {
  return status === 503 ? /starting|stopping/.exec(body)![0] : String(status)
}

it('restarts break off no request of clients that keep their connections, and are announced', async t => {
  const folder = testFolder(t, 'restart')
  const env = { DATA_DIR: folder, RATE_LIMIT_GLOBAL: '0', RATE_LIMIT_READ: '0', DRAIN_MS: '800' }
  let server = await startServerProcess(env)
  const { baseUrl } = server
  const { port } = new URL(baseUrl)
  const ending = new AbortController()
  const outcomeCounts: OutcomeCounts = new Map()
  const probeCounts: OutcomeCounts = new Map()
  const clients = Array.from({ length: CLIENTS }, () =>
    askOn(`${baseUrl}/stats`, outcomeCounts, ending.signal),
  )
  const probe = askOn(`${baseUrl}/ready`, probeCounts, ending.signal)
  for (let restart = 0; restart < RESTARTS; restart++) {
    const ended = endOf(await fetch(`${baseUrl}/avatars/events`))
    const answered = () => outcomeCounts.get('200') ?? 0
    const enough = answered() + 20 * CLIENTS
    await until('all clients are at work', () => answered() >= enough)
    await server[Symbol.asyncDispose]()
    assert.equal(await ended, 'ended')
    server = await startServerProcess({ ...env, PORT: port })
  }
  ending.abort()
  await Promise.all([...clients, probe])
  await server[Symbol.asyncDispose]()
  t.diagnostic(JSON.stringify([...outcomeCounts, ...probeCounts]))
  outcomeCounts.delete('starting')
  probeCounts.delete('starting')
  assert.deepEqual([...outcomeCounts.keys()].sort(), ['200', 'ECONNREFUSED'])
  assert.deepEqual([...probeCounts.keys()].sort(), ['200', 'ECONNREFUSED', 'stopping'])
})

it('SIGHUP stops a single process like SIGTERM, however often it is sent, and nothing counted is lost', async t => {
  const env = { DATA_DIR: testFolder(t, 'hangup'), FLUSH_INTERVAL_MS: '60000' }
  const id = 'avtr_00000000-0000-4000-8000-000000000001'
  const stdin = JSON.stringify({ id, name: 'Red fox' })
  assert.equal((await avatary(['import', '-'], { env, stdin })).code, 0)
  const viewsOf = async (baseUrl: string) =>
    ((await (await fetch(`${baseUrl}/avatars/${id}`)).json()) as { views: number }).views
  {
    await using server = await startServerProcess(env)
    const headers = { 'User-Agent': 'UnityPlayer/2022.3.22f1 (UnityWebRequest/1.0, libcurl/8.5.0-DEV)' }
    await fetch(`${server.baseUrl}/world/avatar/${id}`, { headers })
    server.signal('SIGHUP')
    server.signal('SIGHUP')
    await until('the end', () => !existsSync(`/proc/${server.pid}`))
    assert.ok(server.lines.some(({ event }) => event === 'stopping'))
  }
  await using server = await startServerProcess(env)
  assert.equal(await viewsOf(server.baseUrl), 1)
})
