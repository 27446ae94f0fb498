import assert from 'node:assert/strict'
import { it } from 'node:test'
import { NOW } from '../../../tests/store/fixtures.ts'
import { forEachEngine } from '../../../tests/support/engines.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import { createKeptAnswers } from './kept-answers.sql.ts'

const LIST = { name: 'list', variant: 'a' }
const TURN = 300_000

forEachEngine('kept answers', engine => {
  it('are asked for by one at a time, and not before their time', async t => {
    const url = await engine.createUrl(t)
    const stores = await Promise.all(
      [1, 2, 3].map(async () => createKeptAnswers({ db: await engine.open(t, url) })),
    )
    const [store] = stores as [(typeof stores)[0]]
    const claims = await Promise.all(
      Array.from({ length: 12 }, (_, i) => stores[i % 3]!.claim(LIST, NOW, NOW + TURN)),
    )
    assert.equal(claims.filter(({ isOurs }) => isOurs).length, 1)
    await store.keep(LIST, { value: '[1]', atMs: NOW + 5 }, NOW + 600_000)
    assert.deepEqual(await stores[1]!.claim(LIST, NOW + 599_999, NOW + 599_999 + TURN), {
      isOurs: false,
      notBeforeMs: NOW + 600_000,
      held: { value: '[1]', atMs: NOW + 5 },
    })
    const next = await stores[2]!.claim(LIST, NOW + 600_000, NOW + 600_000 + TURN)
    assert.deepEqual([next.isOurs, next.held?.value], [true, '[1]'])
    await stores[2]!.postpone(LIST, NOW + 660_000)
    const waiting = await store.claim(LIST, NOW + 659_999, NOW)
    assert.deepEqual([waiting.isOurs, waiting.held?.value], [false, '[1]'])
  })

  it('are taken over when a turn is over, and when a clock was wrong', async t => {
    const store = createKeptAnswers({ db: await engine.open(t) })
    assert.equal((await store.claim(LIST, NOW, NOW + TURN)).isOurs, true)
    assert.equal((await store.claim(LIST, NOW + TURN - 1, NOW + 2 * TURN)).isOurs, false)
    assert.equal((await store.claim(LIST, NOW + TURN, NOW + 2 * TURN)).isOurs, true)
    await store.postpone(LIST, NOW + 86_400_000)
    assert.equal((await store.claim(LIST, NOW, NOW + TURN)).isOurs, true)
  })

  it('of another variant are forgotten at once, and never told', async t => {
    const db = await engine.open(t)
    const store = createKeptAnswers({ db })
    await store.claim(LIST, NOW, NOW + TURN)
    await store.keep(LIST, { value: '["Ann Smith"]', atMs: NOW }, NOW + 600_000)
    const other = { ...LIST, variant: 'b' }
    assert.deepEqual(await store.claim(other, NOW + 1, NOW + 1 + TURN), {
      isOurs: true,
      notBeforeMs: NOW + 1 + TURN,
      held: null,
    })
    const sql = db.tables<{ kept_answers: { name: string; value: string | null } }>()
    const rows = await sql.reader.selectFrom('kept_answers').select('value').execute()
    assert.deepEqual(
      rows.map(({ value }) => value),
      [null],
    )
    await store.keep(LIST, { value: 'late', atMs: NOW }, NOW)
    assert.equal((await store.claim(other, NOW + 1 + TURN, NOW)).held, null)
  })

  itRunsReviewedStatements(engine.name, 'kept_answers')
})
