import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { AvatarId } from '../../src/kernel/avatar-id.ts'
import type { Database } from '../../src/kernel/database.ts'
import { createSubmissionStore } from '../../src/slices/submission/store.sql.ts'
import { createLookupStore } from '../../src/slices/verification/store.sql.ts'
import type { Claim, LookupStore } from '../../src/slices/verification/store.ts'
import { type LookupTables, PRIORITY } from '../../src/slices/verification/tables.sql.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { catalogOver, DAY_MS, fullPatch, idOf, kindsAfter, lastSeq, NOW, recordOf } from './fixtures.ts'

const id = (number: number) => idOf(number) as AvatarId
const ids = (...numbers: number[]) => numbers.map(id)
const LEASE = 60_000
const FREELY = { perMinute: 600, spacingMs: 0, leaseMs: LEASE, refreshBeforeMs: NOW - DAY_MS }
const AUTHOR = fullPatch(1).authorId!

function storesOver(db: Database) {
  const catalog = catalogOver(db)
  return {
    db,
    catalog,
    submissions: createSubmissionStore({ db }),
    lookups: createLookupStore({ db, catalog }),
  }
}

async function open(engine: TestEngine, t: TestContext, url?: string) {
  return storesOver(await engine.open(t, url))
}

async function block(db: Database, subject: string): Promise<void> {
  const row = { subject, kind: 'avatar', reason: '', at_ms: NOW }
  await db.tables<LookupTables>().transact(async tx => {
    await tx.insertInto('blocks').values(row).execute()
  })
}

async function optOut(db: Database, author_id: string): Promise<void> {
  await db.tables<LookupTables>().transact(async tx => {
    await tx.insertInto('opt_outs').values({ author_id, at_ms: NOW }).execute()
  })
}

async function claimOf(
  lookups: LookupStore,
  nowMs = NOW,
  options: Partial<typeof FREELY> = {},
): Promise<Claim> {
  const taken = await lookups.take({ ...FREELY, ...options }, nowMs)
  assert.ok(taken.kind === 'claim', JSON.stringify(taken))
  return taken.claim
}

/** What is granted until nothing waits, as `origin number`. */
async function takeAll(lookups: LookupStore, nowMs = NOW): Promise<string[]> {
  const order: string[] = []
  for (;;) {
    const taken = await lookups.take(FREELY, nowMs)
    if (taken.kind !== 'claim') return order
    order.push(`${taken.claim.origin} ${Number(taken.claim.id.slice(-12))}`)
  }
}

const verifiedAt = async (db: Database, of: string) =>
  (
    await db
      .tables<LookupTables>()
      .reader.selectFrom('avatars')
      .select('verified_at_ms')
      .where('id', '=', of)
      .executeTakeFirst()
  )?.verified_at_ms

forEachEngine('lookups', engine => {
  it('are granted to submissions first, then to finds, then to what was verified the longest ago', async t => {
    const { db, catalog, submissions, lookups } = await open(engine, t)
    await catalog.saveMany([fullPatch(1), fullPatch(2), fullPatch(3), fullPatch(4)], NOW)
    await db.tables<LookupTables>().transact(async tx => {
      for (const [number, days] of [
        [1, 2],
        [2, 3],
        [3, 0.5],
      ] as const) {
        const verified_at_ms = NOW - days * DAY_MS
        await tx.updateTable('avatars').set({ verified_at_ms }).where('id', '=', id(number)).execute()
      }
    })
    assert.equal(await lookups.enqueueFinds(ids(21, 22), NOW), 2)
    await submissions.submit(ids(11, 12), 10, NOW)
    assert.deepEqual(await takeAll(lookups), [
      'submission 11',
      'submission 12',
      'find 21',
      'find 22',
      'refresh 4',
      'refresh 2',
      'refresh 1',
    ])
  })

  it('keep to the spacing and the number a minute, on all processes together', async t => {
    const url = await engine.createUrl(t)
    const both = await Promise.all([open(engine, t, url), open(engine, t, url)])
    await both[0].submissions.submit(
      Array.from({ length: 20 }, (_, i) => id(i)),
      100,
      NOW,
    )
    const options = { ...FREELY, perMinute: 4, spacingMs: 1000 }
    await claimOf(both[0].lookups, NOW, options)
    const wait = { kind: 'wait', restReason: null }
    assert.deepEqual(await both[1].lookups.take(options, NOW + 999), { ...wait, untilMs: NOW + 1000 })
    for (const second of [1, 2, 3]) await claimOf(both[second % 2]!.lookups, NOW + second * 1000, options)
    assert.deepEqual(await both[0].lookups.take(options, NOW + 59_999), { ...wait, untilMs: NOW + 60_000 })
    await claimOf(both[1].lookups, NOW + 60_000, options)
  })

  it('are granted to one of many processes that ask at the same moment', async t => {
    const url = await engine.createUrl(t)
    const processes = await Promise.all([1, 2, 3, 4].map(() => open(engine, t, url)))
    await processes[0]!.submissions.submit(
      Array.from({ length: 40 }, (_, i) => id(i)),
      100,
      NOW,
    )
    const spaced = await Promise.all(
      processes.map(({ lookups }) => lookups.take({ ...FREELY, spacingMs: 3000 }, NOW)),
    )
    assert.equal(spaced.filter(({ kind }) => kind === 'claim').length, 1)
    const free = await Promise.all(
      Array.from({ length: 60 }, (_, i) => processes[i % 4]!.lookups.take(FREELY, NOW + 3000)),
    )
    const claimed = free.flatMap(taken => (taken.kind === 'claim' ? [taken.claim.id] : []))
    assert.equal(claimed.length, 39)
    assert.equal(new Set(claimed).size, 39)
  })

  it('that a dead process had are granted again when its lease has ended, and not before', async t => {
    const { submissions, lookups } = await open(engine, t)
    await submissions.submit(ids(1), 10, NOW)
    const dead = await claimOf(lookups)
    assert.deepEqual(await lookups.take(FREELY, NOW + LEASE - 1), { kind: 'idle' })
    const claim = await claimOf(lookups, NOW + LEASE)
    assert.deepEqual([claim.id, claim.tries], [id(1), 0])
    const verdict = { kind: 'public', patch: fullPatch(1, { isActive: true }) } as const
    assert.equal(await lookups.settle(dead, verdict, NOW + LEASE), 'lost', 'the dead may not come back')
    await lookups.postpone(
      dead,
      { setback: { kind: 'failed', retryAfterMs: null }, random: 0, account: 'a' },
      NOW,
    )
    assert.equal(await lookups.settle(claim, verdict, NOW + LEASE), 'indexed')
  })

  it('of public avatars index them, at once and as verified', async t => {
    const { db, catalog, submissions, lookups } = await open(engine, t)
    await submissions.submit(ids(1), 10, NOW)
    const claim = await claimOf(lookups)
    const patch = fullPatch(1, { isActive: true })
    assert.equal(await lookups.settle(claim, { kind: 'public', patch }, NOW + 5), 'indexed')
    assert.equal((await recordOf(catalog, id(1))).isListed, true)
    assert.equal(await verifiedAt(db, id(1)), NOW + 5)
    assert.deepEqual(await kindsAfter(catalog, 0), ['added'])
    assert.deepEqual(await submissions.progressOf(id(1)), {
      isBlocked: false,
      position: null,
      dueAtMs: 0,
      isActive: true,
      outcome: { state: 'indexed' },
    })
    assert.equal(await submissions.countWaiting(), 0)
  })

  it('of avatars that are not public do not index them, and tell why', async t => {
    const { catalog, submissions, lookups } = await open(engine, t)
    await submissions.submit(ids(1, 2), 10, NOW)
    for (const reason of ['not_found', 'not_public'] as const) {
      const settled = await lookups.settle(await claimOf(lookups), { kind: 'not_public', reason }, NOW)
      assert.equal(settled, 'rejected')
    }
    assert.deepEqual(await catalog.byIds(ids(1, 2)), [])
    const outcomes = await Promise.all(ids(1, 2).map(async of => (await submissions.progressOf(of)).outcome))
    assert.deepEqual(outcomes, [
      { state: 'rejected', reason: 'not_found' },
      { state: 'rejected', reason: 'not_public' },
    ])
  })

  it('refresh what is known: facts when it is public, hidden when it is not any more, shown when it is again', async t => {
    const { db, catalog, submissions, lookups } = await open(engine, t)
    await catalog.saveMany([fullPatch(1, { updatedAtMs: NOW - 1 })], NOW)
    const seq = await lastSeq(catalog)
    const fresh = fullPatch(1, { name: 'New', performance: { pc: 'Poor' }, isActive: true })
    await lookups.settle(await claimOf(lookups), { kind: 'public', patch: fresh }, NOW)
    const { name, performance } = await recordOf(catalog, id(1))
    assert.deepEqual([name, performance], ['New', { pc: 'Poor' }], 'though another source told a later date')
    assert.deepEqual(await lookups.take(FREELY, NOW + 1), { kind: 'idle' }, 'and it is fresh')

    const later = NOW + 2 * DAY_MS
    const again = { refreshBeforeMs: later - DAY_MS }
    const gone = { kind: 'not_public', reason: 'not_found' } as const
    await lookups.settle(await claimOf(lookups, later, again), gone, later)
    assert.equal((await recordOf(catalog, id(1))).isListed, false)
    assert.equal(await verifiedAt(db, id(1)), later)
    assert.deepEqual(await lookups.take({ ...FREELY, refreshBeforeMs: later * 2 }, later), { kind: 'idle' })

    assert.equal((await submissions.submit(ids(1), 10, later)).judgements[0]!.status, 'queued')
    await lookups.settle(await claimOf(lookups, later), { kind: 'public', patch: fresh }, later)
    assert.equal((await recordOf(catalog, id(1))).isListed, true)
    assert.deepEqual(await kindsAfter(catalog, seq), ['updated', 'hidden', 'shown'])
  })

  it('that find nothing new change nothing but the date of verification', async t => {
    const { db, catalog, lookups } = await open(engine, t)
    await catalog.saveMany([fullPatch(1)], NOW)
    const seq = await lastSeq(catalog)
    const patch = fullPatch(1, { isActive: true })
    await lookups.settle(await claimOf(lookups), { kind: 'public', patch }, NOW + 7)
    assert.deepEqual([await lastSeq(catalog), await verifiedAt(db, id(1))], [seq, NOW + 7])
  })

  it('let nothing blocked in, whenever it was blocked', async t => {
    const { db, catalog, submissions, lookups } = await open(engine, t)
    await submissions.submit(ids(1, 2, 3), 10, NOW)
    await block(db, id(1))
    const second = await claimOf(lookups)
    assert.equal(second.id, id(2), 'the blocked one costs no lookup')
    await block(db, id(2))
    const patch = { ...fullPatch(2), isActive: true }
    assert.equal(await lookups.settle(second, { kind: 'public', patch }, NOW), 'blocked')
    const third = await claimOf(lookups)
    await block(db, AUTHOR)
    assert.equal(await lookups.settle(third, { kind: 'public', patch: fullPatch(3) }, NOW), 'blocked')
    assert.deepEqual(await catalog.byIds(ids(1, 2, 3)), [])
    const states = await Promise.all(ids(1, 2, 3).map(async of => (await submissions.progressOf(of)).outcome))
    assert.deepEqual(states, Array(3).fill({ state: 'rejected', reason: 'blocked' }))
    assert.equal(await submissions.countWaiting(), 0)
  })

  it('let nothing in of an author who opted out, but go on watching what is known', async t => {
    const { db, catalog, submissions, lookups } = await open(engine, t)
    await catalog.saveMany([fullPatch(1)], NOW)
    await optOut(db, AUTHOR)
    await submissions.submit(ids(2), 10, NOW)
    assert.equal(
      await lookups.settle(await claimOf(lookups), { kind: 'public', patch: fullPatch(2) }, NOW),
      'blocked',
    )
    assert.deepEqual(await catalog.byIds(ids(2)), [])
    assert.equal(
      await lookups.settle(await claimOf(lookups), { kind: 'public', patch: fullPatch(1) }, NOW),
      'indexed',
    )
  })

  it('that came to nothing wait their turn, while others get theirs, and are never dropped', async t => {
    const { submissions, lookups } = await open(engine, t)
    await submissions.submit(ids(1, 2), 10, NOW)
    const failed = { setback: { kind: 'failed', retryAfterMs: null }, random: 0, account: 'a' } as const
    await lookups.postpone(await claimOf(lookups), failed, NOW)
    assert.equal((await submissions.progressOf(id(1))).position, 1)
    const next = await claimOf(lookups)
    assert.equal(next.id, id(2))
    await lookups.settle(next, { kind: 'not_public', reason: 'not_found' }, NOW)
    assert.deepEqual(await lookups.take(FREELY, NOW + 22_499), { kind: 'idle' })
    const again = await claimOf(lookups, NOW + 22_500)
    assert.deepEqual([again.id, again.tries, again.origin], [id(1), 1, 'submission'])
  })

  it('all rest after a setback, on every process, and no shorter setback ends that', async t => {
    const url = await engine.createUrl(t)
    const [one, other] = await Promise.all([open(engine, t, url), open(engine, t, url)])
    await one.submissions.submit(ids(1, 2), 10, NOW)
    const first = await claimOf(one.lookups)
    const second = await claimOf(other.lookups)
    const limited = (retryAfterMs: number) =>
      ({ setback: { kind: 'limited', retryAfterMs }, random: 0, account: 'a' }) as const
    await one.lookups.postpone(first, limited(30_000), NOW)
    await other.lookups.postpone(second, limited(5000), NOW)
    const wait = { kind: 'wait', untilMs: NOW + 30_000, restReason: 'limited' }
    assert.deepEqual(await other.lookups.take(FREELY, NOW + 29_999), wait)
    assert.equal((await other.lookups.budget()).failures, 2)
    const claim = await claimOf(other.lookups, NOW + 30_000)
    assert.deepEqual([claim.id, claim.tries], [id(1), 0], 'a limit is no fault of the avatar')
    await other.lookups.settle(claim, { kind: 'not_public', reason: 'not_found' }, NOW + 30_000)
    const { failures, restReason } = await one.lookups.budget()
    assert.deepEqual([failures, restReason], [0, null])
  })

  it('that succeed do not end a rest that another process was asked for meanwhile', async t => {
    const { submissions, lookups } = await open(engine, t)
    await submissions.submit(ids(1, 2), 10, NOW)
    const slow = await claimOf(lookups)
    const limited = { setback: { kind: 'limited', retryAfterMs: 30_000 }, random: 0, account: 'a' } as const
    await lookups.postpone(await claimOf(lookups), limited, NOW)
    await lookups.settle(slow, { kind: 'not_public', reason: 'not_found' }, NOW)
    assert.deepEqual(await lookups.take(FREELY, NOW + 1), {
      kind: 'wait',
      untilMs: NOW + 30_000,
      restReason: 'limited',
    })
  })

  it('rest long when the platform refuses an account, but not for another account', async t => {
    const { submissions, lookups } = await open(engine, t)
    await submissions.submit(ids(1), 10, NOW)
    const refused = { setback: { kind: 'refused' }, random: 0, account: 'old' } as const
    await lookups.postpone(await claimOf(lookups), refused, NOW)
    assert.equal(await lookups.welcome('old'), false)
    const taken = await lookups.take(FREELY, NOW + 40 * 60_000)
    assert.ok(taken.kind === 'wait' && taken.restReason === 'refused')
    assert.equal(await lookups.welcome('new'), true)
    assert.equal((await claimOf(lookups, NOW + 1)).id, id(1))
    assert.equal(await lookups.welcome('newer'), false)
  })

  it('that were not made are given back as they were', async t => {
    const { submissions, lookups } = await open(engine, t)
    await submissions.submit(ids(1), 10, NOW)
    await lookups.release(await claimOf(lookups))
    const claim = await claimOf(lookups, NOW + 1)
    assert.deepEqual([claim.id, claim.tries], [id(1), 0])
  })

  it('of finds are queued once, behind submissions, unless verified, waiting or blocked', async t => {
    const { db, catalog, submissions, lookups } = await open(engine, t)
    await catalog.saveMany([fullPatch(1), fullPatch(2)], NOW)
    await db
      .tables<LookupTables>()
      .transact(tx =>
        tx.updateTable('avatars').set({ verified_at_ms: NOW }).where('id', '=', id(1)).execute(),
      )
    await submissions.submit(ids(3), 10, NOW)
    await block(db, id(4))
    assert.equal(await lookups.enqueueFinds([...ids(1, 2, 3, 4, 5, 5)], NOW), 2)
    assert.equal(await lookups.enqueueFinds(ids(2, 5), NOW), 0)
    assert.equal(await lookups.enqueueFinds([], NOW), 0)
    assert.deepEqual(await takeAll(lookups), ['submission 3', 'find 2', 'find 5'])
  })

  it('of a find that is submitted meanwhile end as those of a submission', async t => {
    const { submissions, lookups } = await open(engine, t)
    await lookups.enqueueFinds(ids(1), NOW)
    const claim = await claimOf(lookups)
    await submissions.submit(ids(1), 10, NOW)
    await lookups.settle(claim, { kind: 'not_public', reason: 'not_found' }, NOW)
    const { outcome, position } = await submissions.progressOf(id(1))
    assert.deepEqual([outcome?.state, position], ['rejected', null])
  })

  it('of finds take no more than their room', async t => {
    const { lookups, db } = await open(engine, t)
    const many = Array.from({ length: 6000 }, (_, i) => id(i))
    assert.equal(await lookups.enqueueFinds(many.slice(0, 3000), NOW), 3000)
    assert.equal(await lookups.enqueueFinds(many, NOW), 2000)
    const { count } = await db
      .tables<LookupTables>()
      .reader.selectFrom('lookups')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('priority', '=', PRIORITY.find)
      .executeTakeFirstOrThrow()
    assert.equal(count, 5000)
  })

  it('remember when they were granted, and what came of it, for an hour', async t => {
    const { submissions, lookups } = await open(engine, t)
    await submissions.submit(ids(1, 2, 3), 10, NOW)
    const first = await claimOf(lookups)
    await lookups.settle(first, { kind: 'not_public', reason: 'not_found' }, NOW)
    const second = await claimOf(lookups, NOW + 1000)
    const failed = { setback: { kind: 'failed', retryAfterMs: null }, random: 0, account: 'a' } as const
    await lookups.postpone(second, failed, NOW)
    await claimOf(lookups, NOW + 2000)
    assert.deepEqual(await lookups.grantsSince(NOW), [
      { atMs: NOW + 2000, isDecided: null },
      { atMs: NOW + 1000, isDecided: false },
      { atMs: NOW, isDecided: true },
    ])
    await claimOf(lookups, NOW + 3_601_000)
    assert.deepEqual(
      (await lookups.grantsSince(0)).map(({ atMs }) => atMs - NOW),
      [3_601_000, 2000, 1000],
    )
  })

  it('find what was verified the longest ago without looking at all avatars', async t => {
    const { db, catalog } = await open(engine, t)
    const patches = Array.from({ length: 2000 }, (_, i) => fullPatch(i))
    await catalog.saveMany(patches, NOW)
    if (engine.name === 'postgres') return
    const plan = await db.tables<LookupTables>().transact(tx =>
      sql<{ detail: string }>`explain query plan select id from avatars
        where is_active = 1 and is_blocked = 0 and coalesce(verified_at_ms, 0) < ${NOW}
        order by coalesce(verified_at_ms, 0), key limit 1`.execute(tx),
    )
    const details = plan.rows.map(({ detail }) => detail)
    assert.deepEqual(details, ['SEARCH avatars USING INDEX avatars_by_verification (<expr><?)'])
  })
})
