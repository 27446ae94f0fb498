import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Avatar } from '@avatary/contract/avatar'
import { createDataset } from '../../../sim/src/dataset/dataset.ts'
import type { DatasetRecord } from '../../../sim/src/dataset/record.ts'
import {
  type ExternalIndexSim,
  startExternalIndexSim,
} from '../../../sim/src/external-index/external-index-sim.ts'
import { startApp } from '../../src/app.ts'
import { openMigratedDatabase } from '../../src/composition/database.ts'
import type { SystemCalls } from '../../src/composition/system.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { silentLog } from '../../src/platform/log.ts'
import type { LookupTables } from '../../src/slices/verification/tables.sql.ts'
import { startTestApp, type TestApp, type TestAppOptions } from '../support/app.ts'
import { afterwards } from '../support/cleanup.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { WITH_PAUSES } from '../support/system-calls.ts'

const INDEX_KINDS = ['vrcx', 'avtrdb'] as const
const dataset = createDataset({ size: 40, now: Date.UTC(2026, 0, 1) })
/** Six foxes in the external index; the catalog has others. */
const FOXES: DatasetRecord[] = Array.from({ length: 6 }, (_, i) => ({
  ...dataset.record(i),
  name: `Testfox ${i}`,
  releaseStatus: 'public',
}))
const WITHOUT_LIMITS = { RATE_LIMIT_READ: '0', RATE_LIMIT_GLOBAL: '0' }

/** Real pauses, constant randomness, and whatever else a test overrides. */
const systemWith = (parts: Partial<SystemCalls>): SystemCalls => ({
  ...WITH_PAUSES,
  random: () => 0.5,
  ...parts,
})

interface StartOptions extends Omit<TestAppOptions, 'env'> {
  kind?: (typeof INDEX_KINDS)[number]
  external?: readonly DatasetRecord[]
  env?: Record<string, string>
}

async function start(
  t: TestContext,
  { kind = 'vrcx', external = FOXES, env = {}, ...options }: StartOptions = {},
): Promise<{ app: TestApp; sim: ExternalIndexSim }> {
  const sim = await startExternalIndexSim({ kind, now: () => Date.now(), avatars: external })
  afterwards(t, () => sim.stop())
  const app = await startTestApp({
    avatars: INVENTED_AVATARS,
    env: {
      EXTERNAL_INDEX_URL: sim.url,
      EXTERNAL_INDEX_KIND: kind,
      EXTERNAL_LOOKUP_WAIT_MS: '10000',
      ...WITHOUT_LIMITS,
      ...env,
    },
    ...options,
  })
  afterwards(t, async () => await app[Symbol.asyncDispose]())
  return { app, sim }
}

async function search(
  { get }: TestApp,
  query: string,
): Promise<{ status: number; total: number; avatars: Avatar[] }> {
  const response = await get(`/avatars/search?${query}`)
  return { status: response.status, ...((await response.json()) as { total: number; avatars: Avatar[] }) }
}

const namesOf = ({ avatars }: { avatars: Avatar[] }) => avatars.map(({ name }) => name).sort()
const NAMES = FOXES.map(({ name }) => name).sort()

/** The avatars that wait for a lookup, and those that were looked up. */
async function lookupsOf({ config }: TestApp) {
  await using db = await openMigratedDatabase({ config, clock: systemClock, log: silentLog })
  const { reader } = db.tables<LookupTables>()
  const waiting = await reader.selectFrom('lookups').select(['avatar_id', 'priority']).execute()
  const verified = await reader
    .selectFrom('avatars')
    .select('id')
    .where('verified_at_ms', 'is not', null)
    .execute()
  return { waiting, verified }
}

for (const kind of INDEX_KINDS) {
  describe(`a search with few results, with an external index that speaks ${kind}`, () => {
    it('finds what the index knows, in the same answer', async t => {
      const { app, sim } = await start(t, { kind })
      const answer = await search(app, 'q=Testfox&limit=5')
      assert.deepEqual([answer.status, answer.total, answer.avatars.length], [200, 6, 5])
      assert.equal(sim.requests.length, 1)
      assert.deepEqual(namesOf(await search(app, 'q=testfox')), NAMES)
      assert.equal((await app.getJson('/stats')).indexed, INVENTED_AVATARS.length + 6)
      assert.equal(sim.requests.length, 1)
    })

    it('leaves what was found unverified, and queued for verification behind submissions', async t => {
      const { app } = await start(t, { kind })
      await search(app, 'q=testfox')
      await app.settle()
      const { waiting, verified } = await lookupsOf(app)
      assert.equal(waiting.length, 6)
      assert.deepEqual(new Set(waiting.map(({ priority }) => priority)), new Set([1]))
      assert.deepEqual(new Set(waiting.map(({ avatar_id }) => avatar_id)), new Set(FOXES.map(({ id }) => id)))
      assert.deepEqual(verified, [])
      assert.equal((await app.getJson('/stats')).queue, 0, 'it is nobody’s submission')
    })

    it('tells the index the folded term, who we are, and nothing of who searches', async t => {
      const { app, sim } = await start(t, { kind, env: { PUBLIC_URL: 'https://avatars.example' } })
      await app.get('/avatars/search?q=%F0%9D%93%A3EST%20Fox%20-maid&platform=quest', {
        headers: {
          'User-Agent': 'Secret/9',
          Referer: 'https://secret.example',
          Cookie: 'secret=1',
          'X-Secret': '1',
        },
      })
      const [{ query, headers } = { query: new URLSearchParams(), headers: {} }] = sim.requests
      const expected = { vrcx: 'search=test+fox&n=50', avtrdb: 'query=test+fox&page_size=50&page=0' }
      assert.equal(query.toString(), expected[kind])
      assert.match(headers['user-agent'] ?? '', /^Avatary\/[\d.]+ \(https:\/\/avatars\.example\)$/)
      assert.doesNotMatch(JSON.stringify(headers), /secret|forwarded/i)
    })

    it('sends one request for simultaneous searches of the same term', async t => {
      const { app, sim } = await start(t, { kind })
      const answers = await Promise.all(Array.from({ length: 100 }, () => search(app, 'q=testfox')))
      assert.ok(answers.every(({ status }) => status === 200))
      assert.ok(
        answers.some(({ total }) => total === 6),
        'the first search answers what was found',
      )
      assert.equal(sim.requests.length, 1)
    })
  })
}

describe('a search with few results', () => {
  it('is not sent to the index again after a restart', async t => {
    const { app, sim } = await start(t, { external: [] })
    assert.equal((await search(app, 'q=testfox')).total, 0)
    await app.app.stop()
    await using again = await startApp({ config: app.config, log: silentLog })
    await again.ready
    const answer = await fetch(`http://127.0.0.1:${again.port}/api/avatars/search?q=testfox`)
    assert.equal(answer.status, 200)
    assert.equal(sim.requests.length, 1)
  })

  it('is answered with local results when the index takes too long, and with all of them next time', async t => {
    const gate = Promise.withResolvers<void>()
    const system = systemWith({
      fetch: async (url, init) => {
        await gate.promise
        return await fetch(url, init)
      },
    })
    const external = FOXES.map(fox => ({ ...fox, name: `${fox.name} wolf` }))
    const clock = new ManualClock()
    const { app } = await start(t, { system, external, clock, env: { EXTERNAL_LOOKUP_WAIT_MS: '50' } })
    assert.deepEqual(namesOf(await search(app, 'q=wolf')), ['Wolf'])
    gate.resolve()
    await clock.passUntil('the other six are found', async () => (await search(app, 'q=wolf')).total === 7)
  })

  it('finds no avatar that is private, blocked, or of a blocked author', async t => {
    const external = FOXES.map((fox, i) => ({
      ...fox,
      authorId: `usr_00000000-0000-4000-8000-00000000000${i}`,
    }))
    external[0]!.releaseStatus = 'private'
    const { app } = await start(t, { external })
    const admin = { Authorization: `Bearer ${app.adminToken}`, 'Content-Type': 'application/json' }
    for (const id of [external[1]!.id, external[2]!.authorId]) {
      const body = JSON.stringify({ reason: 'test' })
      const response = await app.get(`/admin/blocks/${id}`, { method: 'PUT', headers: admin, body })
      assert.ok(response.ok, await response.text())
    }
    assert.deepEqual(namesOf(await search(app, 'q=testfox')), ['Testfox 3', 'Testfox 4', 'Testfox 5'])
    assert.equal((await app.getJson('/stats')).indexed, INVENTED_AVATARS.length + 3)
  })

  it('does not let the index overwrite an avatar of ours', async t => {
    const known = INVENTED_AVATARS[7]!
    const claim = { ...FOXES[0]!, id: known.id, name: 'Wolf of another name', description: 'Claimed' }
    const { app } = await start(t, { external: [claim] })
    const { avatars } = await search(app, 'q=wolf')
    assert.deepEqual(
      avatars.map(({ name, description }) => [name, description]),
      [[known.name, known.description]],
    )
  })

  it('looks up no id, single character, later page, or term with enough results', async t => {
    const { app, sim } = await start(t, { env: { EXTERNAL_LOOKUP_THRESHOLD: '4' } })
    for (const query of [
      '',
      `q=${inventedId(999)}`,
      'q=usr_00000000-0000-4000-8000-0000000000ff',
      'q=x',
      'q=%E7%8B%90',
      'q=-fox',
      'q=nothing&offset=24',
      `q=${'x'.repeat(101)}`,
      'q=fox',
      'q=fox&platform=ios',
      'author=nobody',
      'tag=nothing',
    ])
      assert.equal((await search(app, query)).status, 200)
    assert.equal(sim.requests.length, 0)
  })

  it('never asks for more than the budget, however many terms are searched', async t => {
    const { app, sim } = await start(t, {
      env: { EXTERNAL_LOOKUPS_PER_MINUTE: '5', EXTERNAL_LOOKUP_WAIT_MS: '0', TRUST_PROXY: 'loopback' },
    })
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        fetch(`${app.origin}/api/avatars/search?q=nothing${i}`, {
          headers: { 'X-Forwarded-For': `198.51.100.${i}` },
        }),
      ),
    )
    assert.ok(answers.every(({ status }) => status === 200))
    assert.ok(sim.requests.length <= 5)
    await app.app.stop()
    assert.ok(sim.requests.length <= 5)
  })

  it('leaves most of the budget to others when one client searches one term after another', async t => {
    const { app, sim } = await start(t, { env: { EXTERNAL_LOOKUPS_PER_MINUTE: '8' } })
    for (let i = 0; i < 20; i++) await search(app, `q=nothing${i}`)
    assert.ok(sim.requests.length >= 2 && sim.requests.length <= 4, `${sim.requests.length} of 8`)
  })

  it('is counted in the metrics', async t => {
    const { app } = await start(t)
    await search(app, 'q=testfox')
    await search(app, 'q=nothing')
    const metrics = await (await fetch(`${app.origin}/metrics`)).text()
    for (const line of [
      'avatary_external_lookups_total{outcome="found"} 1',
      'avatary_external_lookups_total{outcome="empty"} 1',
      'avatary_external_avatars_found_total 6',
      'avatary_external_avatars_added_total 6',
      'avatary_upstream_requests_total{upstream="external index",outcome="ok"} 2',
    ])
      assert.ok(metrics.includes(line), line)
  })

  it('is sent nowhere when no index is configured', async t => {
    const { app, sim } = await start(t, { env: { EXTERNAL_INDEX_URL: '' } })
    assert.equal((await search(app, 'q=testfox')).total, 0)
    assert.equal(sim.requests.length, 0)
    assert.doesNotMatch(await (await fetch(`${app.origin}/metrics`)).text(), /avatary_external_/)
  })
})

describe('an external index that is followed', () => {
  const FAST_SYNC = { EXTERNAL_SYNC: '1', EXTERNAL_LOOKUPS_PER_MINUTE: '6000' }

  it('brings its newest avatars by itself', async t => {
    const { app, sim } = await start(t, { kind: 'avtrdb', env: FAST_SYNC })
    await app.settle()
    assert.equal((await search(app, `q=${FOXES[0]!.id}`)).total, 1)
    assert.deepEqual(
      sim.requests.map(({ path }) => path),
      ['/v2/avatar/latest'],
    )
  })

  it('is asked for popular terms, even those with enough results', async t => {
    const { app, sim } = await start(t, { env: { ...FAST_SYNC, EXTERNAL_LOOKUP_THRESHOLD: '1' } })
    await search(app, 'q=Fox')
    await app.settle()
    assert.equal(sim.requests[0]!.query.toString(), 'search=fox&n=500')
    assert.equal((await search(app, 'q=testfox')).total, 6)
  })
})
