import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import {
  catalogOver,
  fullPatch,
  idOf,
  kindsAfter,
  lastSeq,
  NOW,
  recordOf,
} from '../../../tests/store/fixtures.ts'
import { forEachEngine, type TestEngine } from '../../../tests/support/engines.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import type { CatalogTables } from '../../avatars/tables.sql.ts'
import type { Database } from '../../kernel/database.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import type { Pace } from './pace.ts'
import { ExternalLookupStore } from './store.sql.ts'

const PACE: Pace = { perMinute: 600, urgency: 'awaited', random: 0.5 }

async function open(engine: TestEngine, t: TestContext, url?: string) {
  const db = await engine.open(t, url)
  const catalog = catalogOver(db)
  return { db, catalog, lookups: new ExternalLookupStore({ db, catalog }) }
}

type ModerationTables = CatalogTables & { external_lookups: { question: string } }

async function withhold(db: Database, { blocked = [], optedOut = [] }: Record<string, string[]>) {
  await db.tables<ModerationTables>().transact(async tx => {
    for (const subject of blocked) {
      const kind = subject.startsWith('avtr_') ? 'avatar' : 'author'
      await tx.insertInto('blocks').values({ subject, kind, reason: '', at_ms: NOW }).execute()
    }
    for (const author_id of optedOut)
      await tx.insertInto('opt_outs').values({ author_id, at_ms: NOW }).execute()
  })
}

/** The largest number of lookups that started in any minute. */
function busiestMinute(moments: readonly number[]): number {
  const counts = moments.map(from => moments.filter(at => at >= from && at < from + MINUTE_MS).length)
  return Math.max(0, ...counts)
}

/** When the questions of a stream may start. Each is a new one, so many a second, asked from the stores in turn. */
async function granted(
  stores: readonly ExternalLookupStore[],
  {
    from = NOW,
    seconds,
    each = 1,
    pace = {},
  }: { from?: number; seconds: number; each?: number; pace?: Partial<Pace> },
): Promise<number[]> {
  const moments: number[] = []
  let askCount = 0
  for (let second = 0; second < seconds; second++) {
    for (let i = 0; i < each; i++) {
      const store = stores[askCount % stores.length]!
      const random = (askCount * 0.37) % 1
      const outcome = await store.begin(
        `${pace.urgency} ${askCount++}`,
        { ...PACE, random, ...pace },
        from + second * 1000,
      )
      if (outcome.kind === 'admitted') moments.push(outcome.atMs)
    }
  }
  return moments
}

forEachEngine('lookups on an external index', engine => {
  it('are not due while they are under way, and as long as their answer is valid', async t => {
    const { lookups } = await open(engine, t)
    assert.deepEqual(await lookups.begin('fox', PACE, NOW), { kind: 'admitted', atMs: NOW })
    assert.deepEqual(await lookups.begin('fox', PACE, NOW + 1), {
      kind: 'not_due',
      untilMs: NOW + 2 * MINUTE_MS,
    })
    await lookups.end('fox', NOW + 5 * MINUTE_MS)
    const held = { kind: 'not_due', untilMs: NOW + 5 * MINUTE_MS }
    assert.deepEqual(await lookups.begin('fox', PACE, NOW + 5 * MINUTE_MS - 1), held)
    assert.equal((await lookups.begin('wolf', PACE, NOW + 3 * MINUTE_MS)).kind, 'admitted')
    assert.equal((await lookups.begin('fox', PACE, NOW + 5 * MINUTE_MS)).kind, 'admitted')
  })

  it('whose process died are due again two minutes later', async t => {
    const { lookups } = await open(engine, t)
    await lookups.begin('fox', PACE, NOW)
    assert.equal((await lookups.begin('fox', PACE, NOW + 2 * MINUTE_MS - 1)).kind, 'not_due')
    assert.equal((await lookups.begin('fox', PACE, NOW + 2 * MINUTE_MS)).kind, 'admitted')
  })

  it('are leased once, however many processes ask simultaneously', async t => {
    const url = await engine.createUrl(t)
    const stores = await Promise.all([1, 2, 3].map(async () => (await open(engine, t, url)).lookups))
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, i) => stores[i % 3]!.begin('fox', PACE, NOW + (i % 2))),
    )
    assert.equal(outcomes.filter(({ kind }) => kind === 'admitted').length, 1)
    assert.equal(outcomes.filter(({ kind }) => kind === 'not_due').length, 29)
  })

  it('never exceed the budget, together with those of other processes', async t => {
    const url = await engine.createUrl(t)
    const stores = await Promise.all([1, 2].map(async () => (await open(engine, t, url)).lookups))
    const moments = await granted(stores, { seconds: 150, each: 3, pace: { perMinute: 30 } })
    assert.equal(busiestMinute(moments), 30)
    assert.ok(moments.length >= 60, `${moments.length} in two and a half minutes`)
  })

  it('never exceed the budget when all ask simultaneously', async t => {
    const { lookups } = await open(engine, t)
    const pace = { ...PACE, perMinute: 20 }
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, i) => lookups.begin(`term ${i}`, pace, NOW)),
    )
    const moments = outcomes.flatMap(admission => (admission.kind === 'admitted' ? [admission.atMs] : []))
    assert.ok(moments.length <= 20)
    assert.ok(
      moments.every(at => at - NOW <= 5000),
      'nobody is put in a long line',
    )
    const refused = outcomes.find(({ kind }) => kind === 'full')
    assert.ok(refused?.kind === 'full' && refused.untilMs > NOW)
    assert.equal((await lookups.begin('another', pace, refused.untilMs)).kind, 'admitted')
  })

  it('are unevenly spaced', async t => {
    const { lookups } = await open(engine, t)
    const moments = await granted([lookups], { seconds: 1, each: 8, pace: { perMinute: 30 } })
    const gaps = moments.slice(1).map((at, i) => at - moments[i]!)
    assert.ok(
      gaps.every(gap => gap >= 125 && gap <= 375),
      gaps.join(),
    )
    assert.ok(new Set(gaps).size > 4, gaps.join())
  })

  it('of the background leave half of the budget to people, and are not queued', async t => {
    const { lookups } = await open(engine, t)
    const pace = { perMinute: 30, urgency: 'background' } as const
    const background = await granted([lookups], { seconds: 70, each: 2, pace })
    assert.equal(busiestMinute(background), 15)
    const nowMs = NOW + 70_000
    assert.equal((await lookups.begin('somebody waits', { ...PACE, perMinute: 30 }, nowMs)).kind, 'admitted')
    const behind = await lookups.begin('nobody waits', { ...PACE, ...pace }, nowMs)
    assert.equal(behind.kind, 'full')
    const people = await granted([lookups], { from: nowMs + 1000, seconds: 20, pace: { perMinute: 30 } })
    assert.ok(people.length >= 14, `${people.length} of them at once`)
    assert.ok(busiestMinute([...background, nowMs, ...people]) <= 30)
  })

  it('are not stopped by a clock that was far ahead once', async t => {
    const { lookups } = await open(engine, t)
    await lookups.begin('fox', PACE, NOW + 10 * 365 * 24 * 60 * MINUTE_MS)
    assert.deepEqual(await lookups.begin('wolf', PACE, NOW), { kind: 'admitted', atMs: NOW })
    assert.equal((await lookups.begin('fox', PACE, NOW)).kind, 'admitted')
  })

  it('are stored without their terms', async t => {
    const { db, lookups } = await open(engine, t)
    await lookups.begin('term somebody@example.org', PACE, NOW)
    const rows = await db
      .tables<ModerationTables>()
      .reader.selectFrom('external_lookups')
      .selectAll()
      .execute()
    assert.equal(rows.length, 1)
    assert.doesNotMatch(JSON.stringify(rows), /some|body|example|term/i)
  })

  it('are deleted when they are due again', async t => {
    const { db, lookups } = await open(engine, t)
    for (const question of ['fox', 'wolf']) await lookups.begin(question, PACE, NOW)
    await lookups.end('wolf', NOW + 10 * MINUTE_MS)
    await lookups.deleteExpired(NOW + 5 * MINUTE_MS)
    const rows = await db
      .tables<ModerationTables>()
      .reader.selectFrom('external_lookups')
      .selectAll()
      .execute()
    assert.equal(rows.length, 1)
    assert.equal((await lookups.begin('wolf', PACE, NOW + 5 * MINUTE_MS)).kind, 'not_due')
  })

  it('are deleted beyond the maximum number, the oldest first', async t => {
    const { db, catalog } = await open(engine, t)
    const lookups = new ExternalLookupStore({ db, catalog, maxQuestions: 2 })
    const questions = ['fox', 'wolf', 'owl', 'cat']
    for (const [i, question] of questions.entries())
      assert.equal((await lookups.begin(question, PACE, NOW + 1000 * i)).kind, 'admitted')
    await lookups.deleteExpired(NOW + 4000)
    const kinds: string[] = []
    for (const question of questions.toReversed())
      kinds.push((await lookups.begin(question, PACE, NOW + 5000)).kind)
    assert.deepEqual(kinds, ['not_due', 'not_due', 'admitted', 'admitted'])
  })
})

forEachEngine('what an external index answered', engine => {
  it('is saved as not verified, and new avatars are returned', async t => {
    const { db, catalog, lookups } = await open(engine, t)
    await catalog.saveMany([fullPatch(1, { description: '' })], NOW)
    const patches = [1, 2, 3].map(number => fullPatch(number, { name: 'Claimed', description: 'Claimed' }))
    assert.deepEqual(await lookups.saveFound(patches, NOW + 1), [idOf(2), idOf(3)])
    const knownRecord = await recordOf(catalog, idOf(1))
    assert.deepEqual([knownRecord.name, knownRecord.description], ['Name 1', 'Claimed'])
    const { isListed, addedAtMs } = await recordOf(catalog, idOf(2))
    assert.deepEqual([isListed, addedAtMs], [true, NOW + 1])
    const rows = await db
      .tables<CatalogTables>()
      .reader.selectFrom('avatars')
      .select('verified_at_ms')
      .execute()
    assert.ok(rows.every(({ verified_at_ms }) => verified_at_ms === null))
  })

  it('changes no avatar that the platform has answered about', async t => {
    const { db, catalog, lookups } = await open(engine, t)
    await catalog.saveMany([fullPatch(1, { description: '' }), fullPatch(2, { isActive: false })], NOW)
    await db.tables<CatalogTables>().transact(async tx => {
      await tx.updateTable('avatars').set({ verified_at_ms: NOW }).execute()
    })
    const seq = await lastSeq(catalog)
    const later = { updatedAtMs: NOW, isActive: true }
    assert.deepEqual(await lookups.saveFound([fullPatch(1, later), fullPatch(2, later)], NOW + 1), [])
    assert.deepEqual(await kindsAfter(catalog, seq), [])
  })

  it('is not saved when it, or its author, is blocked, or its author opted out', async t => {
    const { db, catalog, lookups } = await open(engine, t)
    await withhold(db, { blocked: [idOf(1), 'usr_blocked'], optedOut: ['usr_gone'] })
    const patches = [
      fullPatch(1),
      fullPatch(2, { authorId: 'usr_blocked' }),
      fullPatch(3, { authorId: 'usr_gone' }),
      fullPatch(4),
      { id: idOf(5), name: 'Of nobody' },
    ]
    assert.deepEqual(await lookups.saveFound(patches, NOW), [idOf(4), idOf(5)])
    assert.deepEqual((await catalog.byIds([1, 2, 3].map(idOf))).length, 0)
  })

  it('may be empty', async t => {
    const { lookups } = await open(engine, t)
    assert.deepEqual(await lookups.saveFound([], NOW), [])
  })

  itRunsReviewedStatements(engine.name, 'external_lookups')
})
