import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Ticket } from '@avatary/contract/ingest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'
import { ManualClock } from '../support/manual-clock.ts'

const DISCORD_ID = '81384788765712384'
const newId = (number: number) => `avtr_00000000-0000-4000-9000-${String(number).padStart(12, '0')}`
const newIds = (from: number, count: number) => Array.from({ length: count }, (_, i) => newId(from + i))

/** A request as VRC-LOG sends it. */
async function send(app: TestApp, avatar_ids: readonly string[]) {
  const response = await app.get('/integrations/vrc-log/ingest', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ avatar_ids, attribution: DISCORD_ID }),
  })
  const body = (await response.json()) as Record<string, unknown>
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body }
}

async function look(app: TestApp, ticket: unknown): Promise<Ticket> {
  return (await app.getJson(`/integrations/vrc-log/tickets/${ticket}`)) as unknown as Ticket
}

async function start(env: Record<string, string> = {}) {
  const clock = new ManualClock()
  return { clock, app: await startTestApp({ avatars: INVENTED_AVATARS, env, clock }) }
}

describe('batches of VRC-LOG', () => {
  it('are queued like any submission, and their ticket tells what becomes of each', async () => {
    const { app } = await start()
    await using _ = app
    const batch = [
      newId(1),
      inventedId(1),
      'not an id',
      newId(2),
      newId(1),
      `https://vrchat.com/home/avatar/${newId(3)}`,
    ]
    const { status, body } = await send(app, batch)
    assert.equal(status, 200)
    const { ticket, ...counts } = body
    assert.deepEqual(counts, { avatars_enqueued: 3, invalid_ids: 1 })
    assert.match(ticket as string, /^[\w-]{22}$/)
    assert.equal((await app.getJson('/stats')).queue, 3)
    assert.equal((await app.getJson(`/avatars/${newId(2)}/submission`)).position, 2)

    const { avatars, submittedAt, ...rest } = await look(app, ticket)
    assert.deepEqual(rest, { ticket, ...counts })
    assert.ok(Number.isFinite(Date.parse(submittedAt)))
    assert.deepEqual(
      avatars.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      [
        { id: newId(1), state: 'queued', reason: null },
        { id: newId(2), state: 'queued', reason: null },
        { id: newId(3), state: 'queued', reason: null },
        { id: inventedId(1), state: 'indexed', reason: null },
      ],
    )
    const again = await send(app, [newId(1)])
    assert.equal(again.body.avatars_enqueued, 0)
    assert.notEqual(again.body.ticket, ticket)
  })

  it('of a hundred fill the minute of an address, and go through when Retry-After is over', async () => {
    const { app, clock } = await start()
    await using _ = app
    assert.equal((await send(app, newIds(1, 100))).body.avatars_enqueued, 100)
    clock.advance(20_000)
    const refused = await send(app, newIds(101, 100))
    assert.deepEqual([refused.status, refused.body.code, refused.retryAfter], [429, 'rate_limited', '40'])
    assert.equal((await app.getJson('/stats')).queue, 100)
    clock.advance(40_000)
    assert.equal((await send(app, newIds(101, 100))).body.avatars_enqueued, 100)
  })

  it('share the minute with single submissions', async () => {
    const { app } = await start()
    await using _ = app
    await send(app, newIds(1, 99))
    const submit = (avatarId: string) =>
      app.get('/avatars/submit', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ avatarId }),
      })
    assert.deepEqual([(await submit(newId(500))).status, (await submit(newId(501))).status], [200, 429])
  })

  it('that could never pass are told so, and those of a thousand pass where a minute has room for them', async () => {
    const { app } = await start()
    await using _ = app
    const { status, body, retryAfter } = await send(app, newIds(1, 101))
    assert.deepEqual([status, body.code, retryAfter], [413, 'body_too_large', null])
    assert.match(body.error as string, /holds 101\. This server takes 100 items a minute/)
    const { app: roomy } = await start({ RATE_LIMIT_SUBMISSIONS: '1000' })
    await using __ = roomy
    assert.equal((await send(roomy, newIds(1, 1001))).body.code, 'invalid_body')
    assert.equal((await send(roomy, newIds(1, 999))).body.avatars_enqueued, 999)
  })

  it('that could never pass the share of a process are told so', async () => {
    const { app } = await start({ PROCESSES: '2' })
    await using _ = app
    const { status, body } = await send(app, newIds(1, 51))
    assert.deepEqual([status, body.code], [413, 'body_too_large'])
    assert.match(body.error as string, /This server takes 50 items a minute/)
    assert.equal((await send(app, newIds(1, 49))).body.avatars_enqueued, 49)
  })

  it('are refused when nothing of them finds a place in the queue, and taken in part when some does', async () => {
    const { app } = await start({ QUEUE_CAPACITY: '2' })
    await using _ = app
    const first = await send(app, newIds(1, 3))
    assert.deepEqual([first.status, first.body.avatars_enqueued], [200, 2])
    assert.ok(Number(first.retryAfter) > 0)
    const { avatars } = await look(app, first.body.ticket)
    assert.deepEqual(
      avatars.map(({ reason }) => reason),
      [null, null, 'queue_full'],
    )
    const second = await send(app, newIds(3, 1))
    assert.deepEqual([second.status, second.body.code], [503, 'queue_full'])
    assert.ok(Number(second.retryAfter) > 0)
  })

  it('leave nothing behind of who sent them', async () => {
    const { app } = await start()
    await using _ = app
    await send(app, newIds(1, 3))
    const { dir } = app.config.data
    const files = await readdir(dir)
    assert.ok(files.some(name => name.endsWith('.sqlite')))
    for (const name of files)
      assert.ok(!(await readFile(join(dir, name), 'latin1')).includes(DISCORD_ID), name)
  })

  it('have tickets that nobody can guess', async () => {
    const { app } = await start()
    await using _ = app
    for (const ticket of ['AAAAAAAAAAAAAAAAAAAAAA', '0', '%00', 'a'.repeat(3000)]) {
      const response = await app.get(`/integrations/vrc-log/tickets/${ticket}`)
      assert.deepEqual(
        [response.status, ((await response.json()) as { code: string }).code],
        [404, 'unknown_ticket'],
      )
    }
  })
})
