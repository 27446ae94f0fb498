import assert from 'node:assert/strict'
import { it } from 'node:test'
import { NOW } from '../../../tests/store/fixtures.ts'
import { ACT, ALL } from '../../../tests/store/moderated.ts'
import { forEachEngine } from '../../../tests/support/engines.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import { ExcludedSearchStore } from './excluded-searches.sql.ts'
import { ModerationStore } from './store.sql.ts'

forEachEngine('searches that operators exclude', engine => {
  it('are visible to every process, once each, and every change is in the audit log', async t => {
    const url = await engine.createUrl(t)
    const [here, there] = [await engine.open(t, url), await engine.open(t, url)]
    const [store, other] = [new ExcludedSearchStore({ db: here }), new ExcludedSearchStore({ db: there })]
    assert.deepEqual([await store.exclude('狼', ACT), await store.exclude('fox', ACT)], [true, true])
    assert.equal(await other.exclude('fox', ACT), false)
    assert.deepEqual((await other.all()).toSorted(), ['fox', '狼'])
    const { total, items: listed } = await other.list({ limit: 1, offset: 0 })
    assert.deepEqual([total, listed.map(item => ({ ...item }))], [2, [{ words: 'fox', atMs: NOW }]])
    assert.deepEqual([await other.include('fox', ACT), await store.include('fox', ACT)], [true, false])
    assert.deepEqual(await store.all(), ['狼'])
    const { items } = await new ModerationStore({ db: there }).audit(ALL)
    assert.deepEqual(
      items.map(({ action, subject }) => [action, subject]),
      [
        ['include-search', 'fox'],
        ['exclude-search', 'fox'],
        ['exclude-search', '狼'],
      ],
    )
  })

  itRunsReviewedStatements(engine.name, 'excluded_searches')
})
