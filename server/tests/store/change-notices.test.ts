import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../../src/platform/db/database.ts'
import { afterwards } from '../support/cleanup.ts'
import { skipSuiteWithout } from '../support/engines.ts'
import { createPostgresDatabase, hasPostgres } from '../support/postgres.ts'
import { until } from '../support/until.ts'
import { catalogOver, fullPatch, NOW } from './fixtures.ts'

describe('notices of changes', () => {
  if (!hasPostgres) return skipSuiteWithout('postgres')

  it('come from every process, and again after the connection was ended', async t => {
    const { url, drop } = await createPostgresDatabase()
    afterwards(t, drop)
    const [listening, writing] = [await openDatabase(url), await openDatabase(url)]
    afterwards(t, () => Promise.all([listening.close(), writing.close()]).then(() => {}))
    let notices = 0
    const state = listening.onChanges!(() => {
      notices++
    })
    await until('the listener to listen', () => state.isListening)
    const store = catalogOver(writing)
    const savesAndIsTold = async (n: number) => {
      const before = notices
      await store.saveMany([fullPatch(n)], NOW)
      await until('a notice', () => notices > before)
    }
    await savesAndIsTold(1)

    await writing.tables().transact(async tx => {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'listen %'`.execute(tx)
    })
    await until('the end to be seen', () => !state.isListening)
    await until('the listener to listen again', () => state.isListening)
    await savesAndIsTold(2)
    assert.ok(notices >= 4, 'each connection begins with a notice, because earlier changes cause none')
  })
})
