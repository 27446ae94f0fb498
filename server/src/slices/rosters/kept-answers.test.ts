import assert from 'node:assert/strict'
import { it } from 'node:test'
import { NOW } from '../../../tests/store/fixtures.ts'
import { forEachEngine } from '../../../tests/support/engines.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import { DAY_MS } from '../../kernel/days.ts'
import { StoredAnswerStore } from './kept-answers.sql.ts'

const LIST = { name: 'list', variant: 'a' }
const LEASE_MS = 300_000

forEachEngine('kept answers', engine => {
  it('are fetched by one process at a time, and not too early', async t => {
    const url = await engine.createUrl(t)
    const stores = await Promise.all(
      [1, 2, 3].map(async () => new StoredAnswerStore({ db: await engine.open(t, url) })),
    )
    const [store] = stores as [(typeof stores)[0]]
    const leases = await Promise.all(
      Array.from({ length: 12 }, (_, i) => stores[i % 3]!.lease(LIST, NOW, NOW + LEASE_MS)),
    )
    assert.equal(leases.filter(({ isOurs }) => isOurs).length, 1)
    await store.save(LIST, { value: '[1]', atMs: NOW + 5 }, NOW + 600_000)
    assert.deepEqual(await stores[1]!.lease(LIST, NOW + 599_999, NOW + 599_999 + LEASE_MS), {
      isOurs: false,
      notBeforeMs: NOW + 600_000,
      answer: { value: '[1]', atMs: NOW + 5 },
    })
    const next = await stores[2]!.lease(LIST, NOW + 600_000, NOW + 600_000 + LEASE_MS)
    assert.deepEqual([next.isOurs, next.answer?.value], [true, '[1]'])
    await stores[2]!.postpone(LIST, NOW + 660_000)
    const waiting = await store.lease(LIST, NOW + 659_999, NOW)
    assert.deepEqual([waiting.isOurs, waiting.answer?.value], [false, '[1]'])
  })

  it('are fetched by another process after a lease ended, or when a clock was wrong', async t => {
    const store = new StoredAnswerStore({ db: await engine.open(t) })
    assert.equal((await store.lease(LIST, NOW, NOW + LEASE_MS)).isOurs, true)
    assert.equal((await store.lease(LIST, NOW + LEASE_MS - 1, NOW + 2 * LEASE_MS)).isOurs, false)
    assert.equal((await store.lease(LIST, NOW + LEASE_MS, NOW + 2 * LEASE_MS)).isOurs, true)
    await store.postpone(LIST, NOW + DAY_MS)
    assert.equal((await store.lease(LIST, NOW, NOW + LEASE_MS)).isOurs, true)
  })

  it('of another variant are deleted at once and never returned', async t => {
    const db = await engine.open(t)
    const store = new StoredAnswerStore({ db })
    await store.lease(LIST, NOW, NOW + LEASE_MS)
    await store.save(LIST, { value: '["Ann Smith"]', atMs: NOW }, NOW + 600_000)
    const other = { ...LIST, variant: 'b' }
    assert.deepEqual(await store.lease(other, NOW + 1, NOW + 1 + LEASE_MS), {
      isOurs: true,
      notBeforeMs: NOW + 1 + LEASE_MS,
      answer: null,
    })
    const sql = db.tables<{ kept_answers: { name: string; value: string | null } }>()
    const rows = await sql.reader.selectFrom('kept_answers').select('value').execute()
    assert.deepEqual(
      rows.map(({ value }) => value),
      [null],
    )
    await store.save(LIST, { value: 'late', atMs: NOW }, NOW)
    assert.equal((await store.lease(other, NOW + 1 + LEASE_MS, NOW)).answer, null)
  })

  it('are read by name and variant once they are stored', async t => {
    const store = new StoredAnswerStore({ db: await engine.open(t) })
    await store.lease(LIST, NOW, NOW + LEASE_MS)
    assert.equal(await store.read(LIST), null)
    await store.save(LIST, { value: '[1]', atMs: NOW + 5 }, NOW + 600_000)
    assert.deepEqual(await store.read(LIST), { value: '[1]', atMs: NOW + 5 })
    assert.equal(await store.read({ ...LIST, variant: 'b' }), null)
    assert.equal(await store.read({ ...LIST, name: 'other' }), null)
  })

  itRunsReviewedStatements(engine.name, 'kept_answers')
})
