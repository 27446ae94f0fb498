import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachEngine } from '../../../tests/support/engines.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import { HealthStore } from './store.sql.ts'

forEachEngine('the health of the database', engine => {
  it('reports its size in bytes', async t => {
    const store = new HealthStore({ db: await engine.open(t) })
    assert.ok((await store.databaseBytes()) > 10_000)
  })

  itRunsReviewedStatements(engine.name, 'health')
})
