import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { MIGRATIONS } from '../../migrations/all.ts'
import type { Database } from '../../src/kernel/database.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { type Migration, migrate, NewerDatabaseError } from '../../src/platform/db/migrate.ts'
import { planMigrations } from '../../src/platform/db/plan-migrations.ts'
import type { InsightsTables } from '../../src/slices/insights/tables.sql.ts'
import { afterwards } from '../support/cleanup.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { catalogOver, fullPatch, idOf, NOW, recordOf } from './fixtures.ts'

const NAMES = MIGRATIONS.map(({ name }) => name)

const next: Migration = {
  name: '9998-next',
  up: async tx => {
    await sql`alter table avatars add column mood text`.execute(tx)
    await sql`update avatars set mood = 'glad'`.execute(tx)
  },
}

/** A migration that creates a table and then fails. */
const broken: Migration = {
  name: '9999-broken',
  up: async tx => {
    await sql`create table half_made (a integer)`.execute(tx)
    await sql`insert into nowhere values (1)`.execute(tx)
  },
}

async function tryTo(db: Database, statement: string): Promise<void> {
  await db.tables().transact(async tx => {
    await sql.raw(statement).execute(tx)
  })
}

forEachEngine('migrating', engine => {
  it('makes the schema of an empty database, and finds nothing to do the second time', async t => {
    const db = await openDatabase(await engine.createEmptyUrl(t))
    afterwards(t, () => db.close())
    assert.deepEqual(await migrate(db, MIGRATIONS, NOW), NAMES)
    assert.deepEqual(await migrate(db, MIGRATIONS, NOW), [])
    assert.deepEqual(await catalogOver(db).saveMany([fullPatch(1)], NOW), ['added'])
  })

  it('applies what is new to an older database, whose rows stay', async t => {
    const db = await engine.open(t)
    await catalogOver(db).saveMany([fullPatch(1)], NOW)
    assert.deepEqual(await migrate(db, [next, ...MIGRATIONS], NOW), ['9998-next'])
    assert.equal((await recordOf(catalogOver(db), idOf(1))).name, 'Name 1')
    await tryTo(
      db,
      "insert into creators (author_id, checked_at_ms) select mood, 0 from avatars where mood = 'glad'",
    )
  })

  it('runs each step once when four start at the same moment', async t => {
    const url = await engine.createEmptyUrl(t)
    const runs = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const db = await openDatabase(url)
        afterwards(t, () => db.close())
        return await migrate(db, [...MIGRATIONS, next], NOW)
      }),
    )
    assert.deepEqual(runs.flat(), [...NAMES, '9998-next'])
  })

  it('refuses a newer database, in words, and leaves it as it is', async t => {
    const db = await engine.open(t)
    await migrate(db, [...MIGRATIONS, next], NOW)
    await assert.rejects(migrate(db, MIGRATIONS, NOW), error => {
      assert.ok(error instanceof NewerDatabaseError)
      assert.match(error.message, /newer than this program.*9998-next.*Run the newer version/)
      return true
    })
    assert.deepEqual(await migrate(db, [...MIGRATIONS, next], NOW), [])
  })

  it('is planned without changes: the statements that are due are listed', async t => {
    const planned = await planMigrations([...MIGRATIONS, next], engine.name)
    assert.deepEqual(
      planned.map(({ name }) => name),
      [...NAMES, '9998-next'],
    )
    assert.deepEqual(planned.at(-1)!.statements, [
      'alter table avatars add column mood text',
      "update avatars set mood = 'glad'",
    ])
    const db = await openDatabase(await engine.createEmptyUrl(t))
    afterwards(t, () => db.close())
    await db.tables().transact(async tx => {
      for (const statement of planned.flatMap(({ statements }) => statements))
        if (/^(create|alter|drop) /.test(statement)) await sql.raw(statement).execute(tx)
    })
    await tryTo(db, 'insert into creators (author_id, checked_at_ms) select mood, 0 from avatars')
  })

  it('undoes all of it when one step fails', async t => {
    const db = await openDatabase(await engine.createEmptyUrl(t))
    afterwards(t, () => db.close())
    await assert.rejects(migrate(db, [...MIGRATIONS, broken], NOW), /nowhere/)
    await assert.rejects(tryTo(db, 'select * from half_made'), /half_made/)
    await assert.rejects(tryTo(db, 'select * from avatars'), /avatars/)
    assert.deepEqual(await migrate(db, MIGRATIONS, NOW), NAMES)
  })

  it('unpacks what was counted of an avatar into rows, beside those that were rows already', async t => {
    const db = await openDatabase(await engine.createEmptyUrl(t))
    afterwards(t, () => db.close())
    const others = MIGRATIONS.filter(({ name }) => name !== '0022-plain-days')
    await migrate(db, others, NOW)
    await catalogOver(db).saveMany([fullPatch(1), fullPatch(2)], NOW)
    await tryTo(db, `insert into avatar_histories values (1, ${bytesOf(engine, PACKED)})`)
    await tryTo(db, 'insert into avatar_days values (20777, 1, 3, 4, 0, 0, 0, 0)')
    await tryTo(db, 'insert into avatar_days values (20778, 2, 8, 9, 0, 0, 0, 0)')
    assert.deepEqual(await migrate(db, MIGRATIONS, NOW), ['0022-plain-days'])
    const { reader } = db.tables<InsightsTables>()
    const columns = ['views', 'impressions', 'outbound', 'wears', 'likes', 'favorites'] as const
    const days = await reader
      .selectFrom('avatar_days')
      .select(['avatar_key', 'day', ...columns])
      .orderBy('avatar_key')
      .orderBy('day')
      .execute()
    assert.deepEqual(
      days.map(row => Object.values(row)),
      [
        [1, 20775, 20, 300, 0, 1, -3, 0],
        [1, 20777, 203, 70_004, 0, 0, 1, -1],
        [1, 20778, 1, 1, 0, 0, 0, 0],
        [2, 20778, 8, 9, 0, 0, 0, 0],
      ],
    )
    const earlier = await reader.selectFrom('avatar_earlier').selectAll().execute()
    assert.deepEqual(
      earlier.map(row => ({ ...row })),
      [
        {
          avatar_key: 1,
          active_days: 2,
          first_day: 20478,
          last_day: 20478,
          impressions: 12,
          views: 3,
          outbound: 1,
          wears: 0,
          likes: -1,
          favorites: 0,
        },
      ],
    )
  })
})

/**
 * A packed history: two earlier days from 20478 on, and the days 20775, 20777 and 20778. One day has more impressions
 * than fit in two bytes; likes and favorites decrease.
 */
const PACKED =
  '010503470527510200fe4f0c000000030000000100000000000000ffffffff0000000000020300002c0100009c1201009d12010000' +
  '0000000000000014dcdd00000101010000fdfefe000000ffff0000'

function bytesOf(engine: TestEngine, hex: string): string {
  return engine.name === 'sqlite' ? `x'${hex}'` : `'\\x${hex}'`
}
