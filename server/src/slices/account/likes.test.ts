import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import {
  accountOver,
  assertCountersMatchRows,
  countsOf,
  id,
  openAccounts,
  remove,
  save,
  setFlag,
} from '../../../tests/store/account-fixtures.ts'
import { kindsAfter, lastSeq, NOW } from '../../../tests/store/fixtures.ts'
import { forEachEngine } from '../../../tests/support/engines.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import { DAY_MS } from '../../kernel/days.ts'

forEachEngine('likes', engine => {
  it('count once per person, in the lifetime and day counters, with one change in the log', async t => {
    const { catalog, likes, anna, boris, db } = await openAccounts(engine, t)
    const seq = await lastSeq(catalog)
    assert.deepEqual(await likes.like(anna, id(1), NOW), { kind: 'done', likes: 1 })
    assert.deepEqual(await likes.like(anna, id(1), NOW), { kind: 'done', likes: 1 })
    assert.deepEqual(await likes.like(boris, id(1), NOW), { kind: 'done', likes: 2 })
    assert.deepEqual(await kindsAfter(catalog, seq), ['counts', 'counts'])
    assert.equal(await likes.unlike(anna, id(1), NOW), 1)
    assert.equal(await likes.unlike(anna, id(1), NOW), 1)
    assert.equal(await likes.unlike(anna, id(2), NOW), 0)
    assert.equal((await kindsAfter(catalog, seq)).length, 3)
    await assertCountersMatchRows(db)
  })

  it('are subtracted from the day on which they were counted, so that no day is below zero', async t => {
    const { likes, anna, db } = await openAccounts(engine, t)
    await likes.like(anna, id(1), NOW - 3 * DAY_MS)
    await likes.like(anna, id(2), NOW)
    await likes.unlike(anna, id(1), NOW)
    await assertCountersMatchRows(db)
    assert.equal((await countsOf(db)).get(1)?.likes, 0)
  })

  it('are only for listed avatars, can always be removed, and reveal nothing about a hidden one', async t => {
    const { likes, anna, boris, db } = await openAccounts(engine, t)
    for (const person of [anna, boris]) await likes.like(person, id(1), NOW)
    await likes.like(anna, id(2), NOW)
    await setFlag(db, 1, 'is_blocked', 1)
    await setFlag(db, 2, 'is_active', 0)
    for (const number of [1, 2, 999]) {
      assert.deepEqual(await likes.like(anna, id(number), NOW), { kind: 'not_listed' })
      assert.equal(await likes.unlike(anna, id(number), NOW), 0)
    }
    assert.deepEqual(await likes.idsOf(anna), [])
    await assertCountersMatchRows(db)
  })

  it('are listed newest first', async t => {
    const { likes, anna } = await openAccounts(engine, t)
    for (const number of [2, 5, 1]) await likes.like(anna, id(number), NOW + number)
    assert.deepEqual(await likes.idsOf(anna), [id(5), id(2), id(1)])
  })

  it('count once for 100 simultaneous requests to two processes', async t => {
    const { url, db, catalog, anna } = await openAccounts(engine, t)
    const processes = [accountOver(db), accountOver(await engine.open(t, url))]
    const seq = await lastSeq(catalog)
    await Promise.all(Array.from({ length: 100 }, (_, i) => processes[i % 2]!.likes.like(anna, id(1), NOW)))
    assert.deepEqual(await kindsAfter(catalog, seq), ['counts'])
    await assertCountersMatchRows(db)
    await Promise.all(Array.from({ length: 100 }, (_, i) => processes[i % 2]!.likes.unlike(anna, id(1), NOW)))
    assert.deepEqual(await kindsAfter(catalog, seq), ['counts', 'counts'])
    assert.equal((await countsOf(db)).get(1)?.lifetimeLikes, 0)
  })

  it('and unlikes that happen simultaneously leave rows and counters that agree', async t => {
    const { url, db, anna, boris } = await openAccounts(engine, t)
    const processes = [accountOver(db), accountOver(await engine.open(t, url))]
    await Promise.all(
      Array.from({ length: 200 }, (_, i) => {
        const { likes } = processes[i % 2]!
        const person = i % 3 === 0 ? anna : boris
        return i % 5 < 3
          ? likes.like(person, id(1 + (i % 2)), NOW)
          : likes.unlike(person, id(1 + (i % 2)), NOW)
      }),
    )
    await assertCountersMatchRows(db)
  })

  it('always equal their counters after any commands in any order', async t => {
    const { likes, acts, db, anna, boris } = await openAccounts(engine, t, 3)
    const command = fc.record({
      what: fc.constantFrom('like', 'unlike', 'save', 'remove', 'clear', 'hide', 'show'),
      avatar: fc.integer({ min: 1, max: 4 }),
      person: fc.constantFrom(anna, boris),
      day: fc.nat(3),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 25 }), async commands => {
        for (const { what, avatar, person, day } of commands) {
          const now = NOW + day * DAY_MS
          if (what === 'like') await likes.like(person, id(avatar), now)
          else if (what === 'unlike') await likes.unlike(person, id(avatar), now)
          else if (what === 'save') await acts.do(person, save(avatar), now)
          else if (what === 'remove') await acts.do(person, remove(avatar), now)
          else if (what === 'clear') await acts.clear(person, now)
          else await setFlag(db, avatar, 'is_unlisted', what === 'hide' ? 1 : 0)
        }
        await assertCountersMatchRows(db)
      }),
      { numRuns: 15 },
    )
  })

  itRunsReviewedStatements(engine.name, 'likes', 'avatar_counters')
})
