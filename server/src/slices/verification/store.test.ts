import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { fullPatch, NOW } from '../../../tests/store/fixtures.ts'
import {
  id,
  ids,
  LEASE_MS,
  leaseNext,
  open,
  progressOf,
  takeAll,
  WITHOUT_PACE,
} from '../../../tests/store/lookup-stores.ts'
import { forEachEngine } from '../../../tests/support/engines.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import { DAY_MS } from '../../kernel/days.ts'
import type { LookupTables } from './tables.sql.ts'

forEachEngine('lookups', engine => {
  it('are leased for submissions first, then for finds, then for the avatars verified longest ago', async t => {
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

  it('keep the spacing and the number per minute across processes', async t => {
    const url = await engine.createUrl(t)
    const processes = await Promise.all([open(engine, t, url), open(engine, t, url)])
    await processes[0].submissions.submit(
      Array.from({ length: 20 }, (_, i) => id(i)),
      100,
      NOW,
    )
    const options = { ...WITHOUT_PACE, perMinute: 4, spacingMs: 1000 }
    await leaseNext(processes[0].lookups, NOW, options)
    const wait = { kind: 'wait', restReason: null }
    assert.deepEqual(await processes[1].lookups.lease(options, NOW + 999), { ...wait, untilMs: NOW + 1000 })
    for (const second of [1, 2, 3])
      await leaseNext(processes[second % 2]!.lookups, NOW + second * 1000, options)
    assert.deepEqual(await processes[0].lookups.lease(options, NOW + 59_999), {
      ...wait,
      untilMs: NOW + 60_000,
    })
    await leaseNext(processes[1].lookups, NOW + 60_000, options)
  })

  it('are leased to one of many processes that ask simultaneously', async t => {
    const url = await engine.createUrl(t)
    const processes = await Promise.all([1, 2, 3, 4].map(() => open(engine, t, url)))
    await processes[0]!.submissions.submit(
      Array.from({ length: 40 }, (_, i) => id(i)),
      100,
      NOW,
    )
    const spaced = await Promise.all(
      processes.map(({ lookups }) => lookups.lease({ ...WITHOUT_PACE, spacingMs: 3000 }, NOW)),
    )
    assert.equal(spaced.filter(({ kind }) => kind === 'leased').length, 1)
    const free = await Promise.all(
      Array.from({ length: 60 }, (_, i) => processes[i % 4]!.lookups.lease(WITHOUT_PACE, NOW + 3000)),
    )
    const leased = free.flatMap(outcome => (outcome.kind === 'leased' ? [outcome.lookup.id] : []))
    assert.equal(leased.length, 39)
    assert.equal(new Set(leased).size, 39)
  })

  it('continue after a wrong clock was corrected', async t => {
    const { lookups, submissions } = await open(engine, t)
    const wrong = NOW + 30 * DAY_MS
    await submissions.submit(ids(1, 2, 3), 1000, wrong)
    for (let n = 0; n < 2; n++) await leaseNext(lookups, wrong + n, { perMinute: 2 })
    const outcomes = await Promise.all([1, 2, 3].map(() => lookups.lease(WITHOUT_PACE, NOW)))
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ['leased', 'leased', 'leased'],
    )
    assert.equal((await lookups.lease({ ...WITHOUT_PACE, perMinute: 2 }, NOW + 1)).kind, 'wait')
  })

  it('rest after a failure even if a wrong clock had already made them rest', async t => {
    const { lookups, submissions } = await open(engine, t)
    await submissions.submit(ids(1, 2), 1000, NOW)
    const limited = { kind: 'limited', retryAfterMs: 60_000 } as const
    for (const nowMs of [NOW + 30 * DAY_MS, NOW])
      await lookups.postpone(
        await leaseNext(lookups, nowMs),
        { failure: limited, random: 0, fingerprint: '' },
        nowMs,
      )
    const outcome = await lookups.lease(WITHOUT_PACE, NOW + 1)
    assert.deepEqual(outcome, { kind: 'wait', untilMs: NOW + 60_000, restReason: 'limited' })
  })

  it('of a dead process are leased again when its lease has ended, but not before', async t => {
    const { submissions, lookups } = await open(engine, t)
    await submissions.submit(ids(1), 10, NOW)
    const dead = await leaseNext(lookups)
    assert.deepEqual(await lookups.lease(WITHOUT_PACE, NOW + LEASE_MS - 1), { kind: 'idle' })
    const lookup = await leaseNext(lookups, NOW + LEASE_MS)
    assert.deepEqual([lookup.id, lookup.failures], [id(1), 0])
    const verdict = { kind: 'public', patch: fullPatch(1, { isActive: true }) } as const
    assert.deepEqual(
      await lookups.decide(dead, verdict, NOW + LEASE_MS),
      { kind: 'lost' },
      'a lookup whose lease ended decides nothing',
    )
    await lookups.postpone(
      dead,
      { failure: { kind: 'failed', retryAfterMs: null }, random: 0, fingerprint: 'a' },
      NOW,
    )
    assert.deepEqual(await lookups.decide(lookup, verdict, NOW + LEASE_MS), { kind: 'indexed' })
  })

  it('that failed are retried after others, and never dropped', async t => {
    const { submissions, lookups } = await open(engine, t)
    await submissions.submit(ids(1, 2), 10, NOW)
    const failed = { failure: { kind: 'failed', retryAfterMs: null }, random: 0, fingerprint: 'a' } as const
    await lookups.postpone(await leaseNext(lookups), failed, NOW)
    assert.equal((await progressOf(submissions, id(1))).position, 1)
    const next = await leaseNext(lookups)
    assert.equal(next.id, id(2))
    await lookups.decide(next, { kind: 'rejected', reason: 'not_found' }, NOW)
    assert.deepEqual(await lookups.lease(WITHOUT_PACE, NOW + 22_499), { kind: 'idle' })
    const again = await leaseNext(lookups, NOW + 22_500)
    assert.deepEqual([again.id, again.failures, again.origin], [id(1), 1, 'submission'])
  })

  it('all rest after a failure, in every process, and a shorter rest does not end that', async t => {
    const url = await engine.createUrl(t)
    const [one, other] = await Promise.all([open(engine, t, url), open(engine, t, url)])
    await one.submissions.submit(ids(1, 2), 10, NOW)
    const first = await leaseNext(one.lookups)
    const second = await leaseNext(other.lookups)
    const limited = (retryAfterMs: number) =>
      ({ failure: { kind: 'limited', retryAfterMs }, random: 0, fingerprint: 'a' }) as const
    await one.lookups.postpone(first, limited(30_000), NOW)
    await other.lookups.postpone(second, limited(5000), NOW)
    const wait = { kind: 'wait', untilMs: NOW + 30_000, restReason: 'limited' }
    assert.deepEqual(await other.lookups.lease(WITHOUT_PACE, NOW + 29_999), wait)
    assert.equal((await other.lookups.budget()).failures, 2)
    const lookup = await leaseNext(other.lookups, NOW + 30_000)
    assert.deepEqual([lookup.id, lookup.failures], [id(1), 0], 'a limit is no fault of the avatar')
    await other.lookups.decide(lookup, { kind: 'rejected', reason: 'not_found' }, NOW + 30_000)
    const { failures, restReason } = await one.lookups.budget()
    assert.deepEqual([failures, restReason], [0, null])
  })

  it('that succeed do not end a rest that another process started meanwhile', async t => {
    const { submissions, lookups } = await open(engine, t)
    await submissions.submit(ids(1, 2), 10, NOW)
    const slow = await leaseNext(lookups)
    const limited = {
      failure: { kind: 'limited', retryAfterMs: 30_000 },
      random: 0,
      fingerprint: 'a',
    } as const
    await lookups.postpone(await leaseNext(lookups), limited, NOW)
    await lookups.decide(slow, { kind: 'rejected', reason: 'not_found' }, NOW)
    assert.deepEqual(await lookups.lease(WITHOUT_PACE, NOW + 1), {
      kind: 'wait',
      untilMs: NOW + 30_000,
      restReason: 'limited',
    })
  })

  it('rest long when the platform refuses an account, but not for another account', async t => {
    const { submissions, lookups } = await open(engine, t)
    await submissions.submit(ids(1), 10, NOW)
    const refused = { failure: { kind: 'refused' }, random: 0, fingerprint: 'old' } as const
    await lookups.postpone(await leaseNext(lookups), refused, NOW)
    assert.equal(await lookups.endRefusalRest('old'), false)
    const outcome = await lookups.lease(WITHOUT_PACE, NOW + 40 * 60_000)
    assert.ok(outcome.kind === 'wait' && outcome.restReason === 'refused')
    assert.equal(await lookups.endRefusalRest('new'), true)
    assert.equal((await leaseNext(lookups, NOW + 1)).id, id(1))
    assert.equal(await lookups.endRefusalRest('newer'), false)
  })

  it('that were not made are returned unchanged', async t => {
    const { submissions, lookups } = await open(engine, t)
    await submissions.submit(ids(1), 10, NOW)
    await lookups.release(await leaseNext(lookups))
    const lookup = await leaseNext(lookups, NOW + 1)
    assert.deepEqual([lookup.id, lookup.failures], [id(1), 0])
  })

  it('are kept for an hour, with their start and whether they decided something', async t => {
    const { submissions, lookups } = await open(engine, t)
    await submissions.submit(ids(1, 2, 3), 10, NOW)
    const first = await leaseNext(lookups)
    await lookups.decide(first, { kind: 'rejected', reason: 'not_found' }, NOW)
    const second = await leaseNext(lookups, NOW + 1000)
    const failed = { failure: { kind: 'failed', retryAfterMs: null }, random: 0, fingerprint: 'a' } as const
    await lookups.postpone(second, failed, NOW)
    await leaseNext(lookups, NOW + 2000)
    assert.deepEqual(await lookups.lookupsSince(NOW), [
      { atMs: NOW + 2000, isDecided: null },
      { atMs: NOW + 1000, isDecided: false },
      { atMs: NOW, isDecided: true },
    ])
    await leaseNext(lookups, NOW + 3_601_000)
    assert.deepEqual(
      (await lookups.lookupsSince(0)).map(({ atMs }) => atMs - NOW),
      [3_601_000, 2000, 1000],
    )
  })

  it('of the last minute are all counted, also when they are more than those from which the pace is measured', async t => {
    const { submissions, lookups } = await open(engine, t)
    const queued = Array.from({ length: 201 }, (_, i) => id(i))
    await submissions.submit(queued, 1000, NOW)
    for (const i of queued.keys()) await leaseNext(lookups, NOW + i)
    assert.deepEqual(await lookups.lastMinute(NOW + 200), { count: 201, firstAtMs: NOW })
    assert.equal((await lookups.lookupsSince(NOW)).length, 200)
  })

  it('find the avatar verified longest ago without scanning all avatars', async t => {
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

  itRunsReviewedStatements(engine.name, 'lookups', 'platform_budget', 'begun_lookups', 'submissions')
})
