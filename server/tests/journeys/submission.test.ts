import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SubmissionResult } from '@avatary/contract/submission'
import { startApp } from '../../src/app.ts'
import { silentLog } from '../../src/platform/log.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { ANNA, BORIS, BORIS_AVATAR_ID, bodyOf, FOX, startCreators } from '../support/creators.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { signIn } from '../support/sign-in.ts'

const NEW = 'avtr_26187637-0c30-4a09-86e1-bc928c07309e'
const newId = (number: number) => `avtr_00000000-0000-4000-9000-${String(number).padStart(12, '0')}`
const newIds = (from: number, count: number) => Array.from({ length: count }, (_, i) => newId(from + i))

async function submit(app: TestApp, body: unknown) {
  const response = await app.get('/avatars/submit', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    remaining: Number(response.headers.get('ratelimit-remaining')),
    retryAfter: response.headers.get('retry-after'),
    body: (await response.json()) as Record<string, unknown>,
  }
}

/** The clock stands still, so that no minute ends while its items are counted. */
async function start(env: Record<string, string> = {}) {
  return await startTestApp({ avatars: INVENTED_AVATARS, env, clock: new ManualClock() })
}

describe('submitting avatars over HTTP', () => {
  it('answers a single submission with its position, however the avatar is named', async () => {
    await using app = await start()
    const forms = [
      `https://vrchat.com/home/avatar/${newId(1)}`,
      `https://api.vrchat.cloud/api/1/avatars/${newId(2)}?x=1`,
      `/home/avatar/${newId(3)}/`,
      newId(4).toUpperCase().replace('AVTR', 'avtr'),
      `  ${newId(5)} `,
    ]
    for (const [i, avatarId] of forms.entries()) {
      const { status, body } = await submit(app, { avatarId })
      assert.equal(status, 200)
      assert.deepEqual(body, { ok: true, status: 'queued', id: newId(i + 1), position: i + 1 })
    }
    assert.equal((await app.getJson('/stats')).queue, 5)
  })

  it('refuses a single one by what is wrong with it', async () => {
    await using app = await start({ QUEUE_CAPACITY: '1' })
    const codes: [body: unknown, status: number, code: string][] = [
      [{ avatarId: 'fox' }, 400, 'invalid_id'],
      [{ avatarId: inventedId(1) }, 409, 'already_indexed'],
      [{ avatarId: NEW }, 200, ''],
      [{ avatarId: NEW }, 409, 'already_queued'],
      [{ avatarId: newId(1) }, 503, 'queue_full'],
      [{}, 400, 'invalid_body'],
      [{ avatarId: NEW, avatarIds: [NEW] }, 400, 'invalid_body'],
      [{ avatarIds: [] }, 400, 'invalid_body'],
      [{ avatarIds: newIds(0, 51) }, 400, 'invalid_body'],
    ]
    for (const [body, status, code] of codes) {
      const answer = await submit(app, body)
      assert.equal(answer.status, status, JSON.stringify(body))
      assert.equal(answer.body.code ?? '', code)
      assert.equal(answer.retryAfter !== null, status === 503)
    }
  })

  it('tells what became of several, in the order of the request, and what was never submitted', async () => {
    await using app = await start()
    await submit(app, { avatarIds: [newId(1), newId(2)] })
    const ids = [newId(2), 'fox', inventedId(1), newId(1), newId(9), newId(2)]
    const answer = await app.getJson(`/submissions?ids=${ids.join(',')}`)
    const about = { etaSeconds: null, reason: null }
    assert.deepEqual(answer, {
      submissions: [
        { id: newId(2), state: 'queued', position: 2, ...about },
        { id: inventedId(1), state: 'indexed', position: null, ...about },
        { id: newId(1), state: 'queued', position: 1, ...about },
      ],
      missing: ['fox', newId(9)],
    })
    assert.equal((await app.get(`/submissions?ids=${newIds(0, 51)}`)).status, 400)
  })

  it('answers a batch in order, item by item, also when all are rejected', async () => {
    await using app = await start({ QUEUE_CAPACITY: '2' })
    const avatarIds = [NEW, 'fox', inventedId(2), NEW, newId(1), newId(2)]
    const { status, body, retryAfter } = await submit(app, { avatarIds })
    assert.equal(status, 200)
    assert.deepEqual(body, {
      accepted: 2,
      rejected: 4,
      results: [
        { index: 0, id: NEW, status: 'queued', position: 1 },
        { index: 1, id: 'fox', status: 'rejected', code: 'invalid_id' },
        { index: 2, id: inventedId(2), status: 'rejected', code: 'already_indexed' },
        { index: 3, id: NEW, status: 'rejected', code: 'already_queued' },
        { index: 4, id: newId(1), status: 'queued', position: 2 },
        { index: 5, id: newId(2), status: 'rejected', code: 'queue_full' },
      ],
    })
    assert.match(retryAfter ?? '', /^\d+$/)
    assert.equal((await submit(app, { avatarIds: ['a', 'b'] })).body.rejected, 2)
  })

  it('counts every item before it looks at any, and refuses a batch beyond the minute as a whole', async () => {
    await using app = await start()
    assert.equal((await submit(app, { avatarIds: Array(50).fill('fox') })).remaining, 50)
    assert.equal((await submit(app, { avatarId: 'fox' })).remaining, 49)
    const refused = await submit(app, { avatarIds: newIds(0, 50) })
    assert.deepEqual([refused.status, refused.remaining, refused.body.code], [429, 49, 'rate_limited'])
    assert.match(refused.retryAfter ?? '', /^\d+$/)
    assert.equal((await app.getJson('/stats')).queue, 0)
    assert.equal((await submit(app, { avatarIds: newIds(0, 49) })).remaining, 0)
    assert.equal((await submit(app, { avatarId: newId(60) })).status, 429)
  })

  it('tells what became of a submission', async () => {
    await using app = await start()
    await submit(app, { avatarIds: [newId(1), NEW] })
    assert.deepEqual(await app.getJson(`/avatars/${NEW}/submission`), {
      id: NEW,
      state: 'queued',
      position: 2,
      etaSeconds: null,
      reason: null,
    })
    const indexed = await app.getJson(`/avatars/${inventedId(1)}/submission`)
    assert.deepEqual([indexed.state, indexed.position], ['indexed', null])
    assert.equal((await app.getJson('/avatars/fox/submission')).code, 'invalid_id')
    assert.equal((await app.getJson(`/avatars/${newId(9)}/submission`)).code, 'submission_not_found')
  })

  it('distinguishes an avatar that its creator unlisted from a listed one', async t => {
    const { app } = await startCreators(t, { env: { RATE_LIMIT_SUBMISSIONS: '0' } })
    const anna = await signIn(app, ANNA)
    const boris = await signIn(app, BORIS)
    await bodyOf(anna.put(`/creator/avatars/${FOX}/visibility`, { listed: false }))
    await bodyOf(boris.put('/creator/opt-out', { optedOut: true }))
    const hidden = [FOX, BORIS_AVATAR_ID]
    for (const avatarId of hidden) {
      const { status, body } = await submit(app, { avatarId })
      assert.deepEqual([status, body.code], [409, 'not_listed'])
      const { state, reason } = await app.getJson(`/avatars/${avatarId}/submission`)
      assert.deepEqual([state, reason], ['indexed', 'not_listed'])
    }
    const batch = await submit(app, { avatarIds: [...hidden, inventedId(2)] })
    const codes = (batch.body.results as { code: string }[]).map(({ code }) => code)
    assert.deepEqual(codes, ['not_listed', 'not_listed', 'already_indexed'])
    const ingested = await app.getJson('/integrations/vrc-log/ingest', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ avatar_ids: [...hidden, inventedId(2)] }),
    })
    assert.equal(ingested.avatars_enqueued, 0)
    const ticket = await app.getJson(`/integrations/vrc-log/tickets/${ingested.ticket}`)
    assert.deepEqual(ticket.avatars, [
      { id: FOX, state: 'indexed', reason: 'not_listed' },
      { id: BORIS_AVATAR_ID, state: 'indexed', reason: 'not_listed' },
      { id: inventedId(2), state: 'indexed', reason: null },
    ])
  })

  it('keeps the queue when it is started again', async () => {
    await using app = await start()
    await submit(app, { avatarId: NEW })
    await app.app.stop()
    await using again = await startApp({ config: app.config, log: silentLog })
    await again.ready
    const answer = await fetch(`http://127.0.0.1:${again.port}/api/avatars/${NEW}/submission`)
    assert.equal(((await answer.json()) as { position: number }).position, 1)
  })
})

describe('200 clients that submit at the same moment to two processes', () => {
  it('never overfill the queue, queue an id twice or share a position', async () => {
    const env = { QUEUE_CAPACITY: '300', RATE_LIMIT_SUBMISSIONS: '0', RATE_LIMIT_GLOBAL: '0' }
    const clock = new ManualClock()
    await using app = await startTestApp({ env, clock })
    await using other = await startApp({ config: app.config, log: silentLog, clock })
    await other.ready
    clock.watch(other.jobs.length)
    const origins = [app.origin, `http://127.0.0.1:${other.port}`]
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, client) => {
        const avatarIds = [...newIds(client * 2, 2), newId(100_000 + (client % 100))]
        const response = await fetch(`${origins[client % 2]}/api/avatars/submit`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ avatarIds }),
        })
        assert.equal(response.status, 200)
        return (await response.json()) as { results: SubmissionResult[] }
      }),
    )
    const results = answers.flatMap(answer => answer.results)
    const queued = results.filter(result => result.status === 'queued')
    assert.equal(results.length, 600)
    assert.equal(queued.length, 300)
    assert.equal(new Set(queued.map(({ id }) => id)).size, 300)
    assert.equal(new Set(queued.map(({ position }) => position)).size, 300)
    await clock.settle()
    for (const origin of origins) {
      const stats = (await (await fetch(`${origin}/api/stats`)).json()) as { queue: number }
      assert.equal(stats.queue, 300)
    }
  })
})
