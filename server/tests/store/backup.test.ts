import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { MIGRATIONS } from '../../migrations/all.ts'
import { writeFileAtomically } from '../../src/cli/atomic-file.ts'
import type { Database } from '../../src/kernel/database.ts'
import { backupDatabase } from '../../src/platform/db/backup/backup.ts'
import { BackupError } from '../../src/platform/db/backup/read-backup.ts'
import { type RestoreOutcome, restoreDatabase } from '../../src/platform/db/backup/restore.ts'
import { type Migration, migrate } from '../../src/platform/db/migrate.ts'
import { schemaAfter } from '../../src/platform/db/schema.ts'
import { SQLITE_BUSY } from '../../src/platform/db/sqlite-faults.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { testFolder } from '../support/temp-folder.ts'
import { catalogOver, fullPatch, NOW, TODAY } from './fixtures.ts'

const NEXT: Migration = {
  name: '9998-next',
  up: async tx => {
    await sql`alter table creators add column mood text`.execute(tx)
  },
}

/** Fills tables with texts and bytes that are easily damaged, and rows that refer to later rows of their table. */
async function fill(db: Database): Promise<void> {
  const store = catalogOver(db)
  const oddTexts = { name: 'ひつじ 🐑 "quoted"\n\u2028', description: 'a\\b\r\n\t' }
  const patches = Array.from({ length: 2500 }, (_, n) => fullPatch(n, n === 7 ? oddTexts : {}))
  await store.saveMany(patches, NOW)
  await store.saveCounters([{ key: 1, day: TODAY, views: 2 ** 30, likes: 3 }], NOW + 1)
  await db.tables<Record<string, Record<string, unknown>>>().transact(async tx => {
    for (const statement of [
      sql`insert into audience_days (day, avatar_key, cells) values (1, 2, ${Buffer.from([0, 255, 10, 13])})`,
      sql`insert into users (id, username, name, token_until_ms, created_at_ms, seen_at_ms, profile_checked_at_ms,
        profile_asked_at_ms) values ('u1', 'fox', 'Fox', 0, 1, 2, 3, 4)`,
      sql`insert into oauth_records (id_hash, kind, payload, expires_at_ms) values ('z', 'Session', '{}', 9)`,
      sql`insert into oauth_records (id_hash, kind, parent_hash, payload, expires_at_ms)
        values ('a', 'AccessToken', 'z', '{}', 9)`,
      sql`insert into reports (avatar_id, reason, text, at_ms) values ('x', 'r', '', 1)`,
      sql`delete from reports`,
    ])
      await statement.execute(tx)
  })
}

const schema = schemaAfter(MIGRATIONS)

/** Every row of every table, as text. */
async function dump(db: Database): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const { name, columns } of await schema) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(
      db.tables<Record<string, never>>().reader as never,
    )
    all[name] = rows.map(row => rowText(row as Record<string, unknown>, columns)).sort()
  }
  return all
}

function rowText(row: Record<string, unknown>, columns: readonly string[]): string {
  const values = columns.map(column => row[column])
  return JSON.stringify(
    values.map(value => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)),
  )
}

async function backUp(
  t: TestContext,
  url: string,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<string> {
  const folder = testFolder(t, 'backup')
  const file = join(folder, 'one.backup')
  await writeFileAtomically(file, async out => {
    await backupDatabase(url, out, {
      program: '1.2.3',
      madeAt: '2026-11-22T00:00:00.000Z',
      secrets: null,
      migrations,
      onProgress: () => {},
      signal: new AbortController().signal,
    })
  })
  return file
}

async function restore(
  file: string,
  url: string,
  options: Partial<Parameters<typeof restoreDatabase>[1]> = {},
): Promise<RestoreOutcome> {
  return await restoreDatabase(url, {
    file,
    migrations: MIGRATIONS,
    isReplacing: false,
    nowMs: NOW,
    onProgress: () => {},
    ...options,
  })
}

/** The bytes of a backup, and what its database contained. */
interface Original {
  readonly bytes: Buffer
  readonly content: Record<string, string[]>
}

async function makeOriginal(t: TestContext, engine: TestEngine): Promise<Original> {
  const url = await engine.createUrl(t)
  const db = await engine.open(t, url)
  await fill(db)
  return { bytes: readFileSync(await backUp(t, url)), content: await dump(db) }
}

/** Kinds of damage, and how to inflict each on an intact file. */
const FAULTS: readonly (readonly [what: string, damage: (file: string) => void, message: RegExp])[] = [
  ['was cut off', file => writeFileSync(file, readFileSync(file).subarray(0, -1000)), /is damaged/],
  ['lacks its end', file => rewrite(file, lines => lines.slice(0, -1)), /is damaged: it is cut off/],
  [
    'has a changed value',
    file => rewrite(file, lines => lines.map(line => line.replace('"Name 9"', '"Name 8"'))),
    /is damaged: its checksum does not match/,
  ],
  [
    'lacks a row',
    file => rewrite(file, lines => lines.toSpliced(lines.findIndex(isRow), 1)),
    /is damaged: its checksum/,
  ],
  [
    'has a changed byte',
    file => {
      const bytes = readFileSync(file)
      bytes[bytes.length >> 1]! ^= 1
      writeFileSync(file, bytes)
    },
    /is damaged/,
  ],
  ['is empty', file => writeFileSync(file, ''), /is damaged/],
  ['is something else', file => writeFileSync(file, 'SQLite format 3'), /is not a backup/],
  ['is another archive', file => writeFileSync(file, zstdCompressSync('{"a":1}\n')), /is not a backup/],
  [
    'is of a later format',
    file => rewrite(file, ([head, ...rest]) => [head!.replace('"version":1', '"version":2'), ...rest]),
    /has version 2 of the format/,
  ],
]

function rewrite(file: string, change: (lines: string[]) => string[]): void {
  const lines = zstdDecompressSync(readFileSync(file)).toString().split('\n').slice(0, -1)
  writeFileSync(
    file,
    zstdCompressSync(
      change(lines)
        .map(line => `${line}\n`)
        .join(''),
    ),
  )
}

forEachEngine('a backup', engine => {
  let original: Promise<Original> | undefined

  /** A backup file, and what its database contained. Made once, because that takes most of a test's time. */
  async function setUp(t: TestContext) {
    original ??= makeOriginal(t, engine)
    const { bytes, content } = await original
    const folder = testFolder(t, 'backup')
    const file = join(folder, 'one.backup')
    writeFileSync(file, bytes)
    return { file, content }
  }

  it('holds every row, which a restore brings back', async t => {
    const { file, content } = await setUp(t)
    assert.ok(Object.values(content).flat().length > 5000)
    const url = await engine.createEmptyUrl(t)
    const outcome = await restore(file, url)
    assert.ok(outcome.kind === 'restored')
    assert.deepEqual(outcome.laterMigrations, [])
    assert.equal(outcome.rows.avatars, 2500)
    const db = await engine.open(t, url)
    assert.deepEqual(await dump(db), content)
    assert.deepEqual(await migrate(db, MIGRATIONS, NOW), [])
  })

  it('never reuses a number after a restore, and checks references as before', async t => {
    const { file } = await setUp(t)
    const url = await engine.createEmptyUrl(t)
    await restore(file, url)
    const db = await engine.open(t, url)
    const { transact } = db.tables<Record<string, never>>()
    const added = await transact(tx =>
      sql<{ id: number }>`insert into reports (avatar_id, reason, text, at_ms) values ('x', 'r', '', 1)
        returning id`.execute(tx),
    )
    assert.equal(added.rows[0]?.id, 2)
    await assert.rejects(
      transact(tx => sql`insert into avatar_counters values (99999, 0, 0)`.execute(tx)),
      /foreign key/i,
    )
  })

  it('is of one moment: rows that are written meanwhile are whole in it or not in it at all', async t => {
    const url = await engine.createUrl(t)
    const db = await engine.open(t, url)
    await fill(db)
    const store = catalogOver(db)
    let isDone = false
    const writing = (async () => {
      for (let n = 5000; !isDone; n++) {
        await store.saveMany([fullPatch(n), fullPatch(n + 100_000)], NOW)
        await nextTurn()
      }
    })()
    const file = await backUp(t, url)
    isDone = true
    await writing
    const copy = await engine.createEmptyUrl(t)
    await restore(file, copy)
    const restored = await dump(await engine.open(t, copy))
    assert.equal(restored.avatars!.length % 2, 0)
    assert.equal(restored.changes!.length, restored.avatars!.length + 1)
  })

  for (const [what, damage, message] of FAULTS)
    it(`that ${what} is refused in words, and changes nothing`, async t => {
      const { file } = await setUp(t)
      damage(file)
      const url = await engine.createUrl(t)
      const db = await engine.open(t, url)
      await catalogOver(db).saveMany([fullPatch(1)], NOW)
      const before = await dump(db)
      await db.close()
      await assert.rejects(restore(file, url, { isReplacing: true }), error => {
        assert.ok(error instanceof BackupError, String(error))
        assert.match(error.message, message)
        return true
      })
      assert.deepEqual(await dump(await engine.open(t, url)), before)
      if (engine.name === 'sqlite') assert.deepEqual(readdirSync(dirname(url)).filter(isLeftover), [])
    })

  it('of a newer version is refused, one of an older version is brought up to date', async t => {
    const older = await setUp(t)
    const url = await engine.createEmptyUrl(t)
    const outcome = await restore(older.file, url, { migrations: [...MIGRATIONS, NEXT] })
    assert.deepEqual(outcome.kind === 'restored' && outcome.laterMigrations, ['9998-next'])
    const db = await engine.open(t, url)
    const file = await backUp(t, url, [...MIGRATIONS, NEXT])
    await db.close()
    await assert.rejects(restore(file, await engine.createEmptyUrl(t)), /newer version.*9998-next/)
    await assert.rejects(backUp(t, url), /newer than this program/)
  })

  it('replaces only what is to be replaced, and nothing that is in use', async t => {
    const { file, content } = await setUp(t)
    const url = await engine.createUrl(t)
    const db = await engine.open(t, url)
    await catalogOver(db).saveMany([fullPatch(1)], NOW)
    const before = await dump(db)
    await db.tables().transact(async tx => sql`select 1`.execute(tx))
    assert.equal((await restore(file, url, { isReplacing: true })).kind, 'in_use')
    await db.close()
    assert.equal((await restore(file, url)).kind, 'not_empty')
    const reopened = await engine.open(t, url)
    assert.deepEqual(await dump(reopened), before)
    await reopened.close()
    assert.equal((await restore(file, url, { isReplacing: true })).kind, 'restored')
    assert.deepEqual(await dump(await engine.open(t, url)), content)
  })

  if (engine.name === 'sqlite')
    it('keeps others from making a database where it restores one', async t => {
      const { file, content } = await setUp(t)
      const folder = testFolder(t, 'new')
      const path = join(folder, 'not-yet', 'new.sqlite')
      const refusals: unknown[] = []
      const onProgress = () => {
        try {
          using other = new DatabaseSync(path)
          other.exec('create table mine (n)')
        } catch (error) {
          refusals.push((error as { errcode?: number }).errcode)
        }
      }
      const outcomes = await Promise.all([0, 1].map(() => restore(file, path, { onProgress })))
      assert.deepEqual(outcomes.map(({ kind }) => kind).sort(), ['in_use', 'restored'])
      assert.ok(refusals.length > 0 && refusals.every(code => code === SQLITE_BUSY), String(refusals))
      assert.deepEqual(await dump(await engine.open(t, path)), content)
      const failing = restore(file, join(folder, 'none.sqlite'), {
        onProgress: () => {
          throw new Error('broken off')
        },
      })
      await assert.rejects(failing, /broken off/)
      assert.deepEqual(readdirSync(folder), ['not-yet'])
    })

  if (engine.name === 'sqlite')
    it('does not take a damaged database for an empty one', async t => {
      const { file, content } = await setUp(t)
      const url = await engine.createUrl(t)
      const whole = readFileSync(url)
      writeFileSync(url, whole.fill(0xff, 4096))
      assert.equal((await restore(file, url)).kind, 'not_empty')
      assert.equal((await restore(file, url, { isReplacing: true })).kind, 'restored')
      assert.deepEqual(await dump(await engine.open(t, url)), content)
    })

  it('does not take a database without one of its tables for an empty one', async t => {
    const { file, content } = await setUp(t)
    const url = await engine.createUrl(t)
    const db = await engine.open(t, url)
    await db.tables().transact(async tx => await sql`drop table reports`.execute(tx))
    await db.close()
    assert.equal((await restore(file, url)).kind, 'not_empty')
    assert.equal((await restore(file, url, { isReplacing: true })).kind, 'restored')
    assert.deepEqual(await dump(await engine.open(t, url)), content)
  })

  it('needs no --replace where there are only empty tables', async t => {
    const { file, content } = await setUp(t)
    const url = await engine.createUrl(t)
    assert.equal((await restore(file, url)).kind, 'restored')
    assert.deepEqual(await dump(await engine.open(t, url)), content)
  })

  it('moves to the other engine and back', async t => {
    const { file, content } = await setUp(t)
    const folder = testFolder(t, 'moved')
    const path = join(folder, 'moved.sqlite')
    await restore(file, path)
    const url = await engine.createEmptyUrl(t)
    await restore(await backUp(t, path), url)
    assert.deepEqual(await dump(await engine.open(t, url)), content)
  })

  it('of a database that is not there is refused, and makes none', async t => {
    if (engine.name === 'postgres') return
    const folder = testFolder(t, 'nothing')
    await assert.rejects(backUp(t, join(folder, 'none.sqlite')), /There is no database/)
    assert.ok(!existsSync(join(folder, 'none.sqlite')))
  })
})

function isLeftover(name: string): boolean {
  return /restoring|\.part$/.test(name)
}

function isRow(line: string): boolean {
  return line.startsWith('[')
}
