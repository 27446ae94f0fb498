import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../src/kernel/database.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import type { DatabaseOptions } from '../../src/platform/db/options.ts'
import { afterwards } from '../support/cleanup.ts'
import { skipSuiteWithout } from '../support/engines.ts'
import { createEmptyPostgres, hasPostgres } from '../support/postgres.ts'

interface Tables {
  things: { name: string; n: number }
}

async function openNew(t: TestContext, options?: DatabaseOptions): Promise<Database> {
  const { url, drop } = await createEmptyPostgres()
  afterwards(t, drop)
  const db = await openDatabase(url, options)
  afterwards(t, () => db.close())
  await db.tables().transact(async tx => {
    await sql`create table things (name text primary key, n bigint not null)`.execute(tx)
    await sql`insert into things values ('one', 0), ('two', 0)`.execute(tx)
  })
  return db
}

async function endOtherConnections(tx: Transaction<Tables>): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(tx)
}

describe('the PostgreSQL pool', () => {
  if (!hasPostgres) return skipSuiteWithout('postgres')

  it('runs a transaction again that PostgreSQL ended to resolve a deadlock', async t => {
    const { transact, reader } = (await openNew(t)).tables<Tables>()
    const bothHoldOne = Promise.withResolvers<void>()
    let holding = 0
    let attempts = 0
    const addInOrder = (first: string, second: string) =>
      transact(async tx => {
        attempts++
        const add = (name: string) =>
          tx
            .updateTable('things')
            .set(eb => ({ n: eb('n', '+', 1) }))
            .where('name', '=', name)
            .execute()
        await add(first)
        if (++holding === 2) bothHoldOne.resolve()
        await bothHoldOne.promise
        await add(second)
      })
    await Promise.all([addInOrder('one', 'two'), addInOrder('two', 'one')])
    assert.equal(attempts, 3)
    const rows = await reader.selectFrom('things').select('n').execute()
    assert.deepEqual(rows, [{ n: 2 }, { n: 2 }])
  })

  it('gives up a statement that takes too long', async t => {
    const { transact } = (await openNew(t, { statementTimeoutMs: 50 })).tables()
    await assert.rejects(
      transact(async tx => {
        await sql`select pg_sleep(30)`.execute(tx)
      }),
      /statement timeout/,
    )
  })

  it('outlives connections that break', async t => {
    const broken = Promise.withResolvers<void>()
    const observer = { onFailedStatement: () => broken.resolve(), onAway: () => {}, onBack: () => {} }
    const db = await openNew(t, { observer })
    const { transact, reader } = db.tables<Tables>()
    await transact(async tx => {
      await reader.selectFrom('things').select('n').execute()
      await endOtherConnections(tx)
    })
    await broken.promise
    assert.equal((await reader.selectFrom('things').select('n').execute()).length, 2)
  })

  it('outlives connections that break in transactions, at a statement and between two', async t => {
    const db = await openNew(t)
    const { transact, reader } = db.tables<Tables>()
    for (let round = 0; round < 8; round++) {
      const isBroken = Promise.withResolvers<void>()
      const atStatement = await begin(transact, async tx => {
        await sql`select pg_sleep(30)`.execute(tx)
      })
      const between = await begin(transact, async tx => {
        await isBroken.promise
        await tx.selectFrom('things').select('n').execute()
      })
      const ending = await begin(transact, endOtherConnections)
      assert.equal(await ending.outcome, 'fulfilled')
      assert.equal(await atStatement.outcome, 'rejected')
      isBroken.resolve()
      assert.equal(await between.outcome, 'rejected')
    }
    assert.equal((await reader.selectFrom('things').select('n').execute()).length, 2)
  })

  it('has ended its connections when it is closed', async t => {
    const { url, drop } = await createEmptyPostgres()
    afterwards(t, drop)
    await using watching = await openDatabase(url)
    const others = () =>
      watching.tables().transact(async tx => {
        const { rows } = await sql`select pid from pg_stat_activity
          where datname = current_database() and application_name = 'avatary' and pid <> pg_backend_pid()`.execute(
          tx,
        )
        return rows.length
      })
    const ask = (one: unknown) => sql`select 1`.execute(one as Kysely<never>)
    for (let round = 0; round < 5; round++) {
      const db = await openDatabase(url)
      const { transact, reader, scanner } = db.tables<Tables>()
      const listening = Promise.withResolvers<void>()
      db.onChanges!(listening.resolve)
      await Promise.all([transact(ask), ask(reader), ask(scanner), listening.promise])
      assert.equal(await others(), 4)
      await db.close()
      assert.equal(await others(), 0)
    }
  })

  it('says so when nobody answers at the address', async () => {
    await using db = await openDatabase('postgres://postgres@localhost/none?host=/nowhere')
    await assert.rejects(
      db.tables().transact(async () => {}),
      /nowhere/,
    )
  })
})

type Work = (tx: Transaction<Tables>) => Promise<unknown>

/**
 * Runs work in a transaction, and retries while the pool hands out a connection that was just ended.
 * @returns once the transaction has begun.
 */
async function begin(
  transact: (work: Work) => Promise<unknown>,
  work: Work,
): Promise<{ outcome: Promise<'fulfilled' | 'rejected'> }> {
  for (;;) {
    const begun = Promise.withResolvers<true>()
    const outcome = transact(async tx => {
      await tx.selectFrom('things').select('n').execute()
      begun.resolve(true)
      return await work(tx)
    }).then(
      () => 'fulfilled' as const,
      () => 'rejected' as const,
    )
    if (await Promise.race([begun.promise, outcome.then(() => false)])) return { outcome }
    // A database that counts as unavailable refuses at once; the turn lets it be probed first.
    await nextTurn()
  }
}
