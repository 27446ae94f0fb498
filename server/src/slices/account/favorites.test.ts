import assert from 'node:assert/strict'
import { it } from 'node:test'
import { MAX_SAVED_AVATARS } from '@avatary/contract/account'
import {
  accountOver,
  assertCountersMatchRows,
  countsOf,
  id,
  move,
  openAccounts,
  remove,
  save,
  setFlag,
} from '../../../tests/store/account-fixtures.ts'
import { fullPatch, kindsAfter, lastSeq, NOW } from '../../../tests/store/fixtures.ts'
import { forEachEngine } from '../../../tests/support/engines.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import { DAY_MS } from '../../kernel/days.ts'
import type { AccountTables } from './tables.sql.ts'

type Accounts = Awaited<ReturnType<typeof openAccounts>>

/** Saves avatars 1 to `count` by writing rows directly. */
async function fill({ db, anna, catalog }: Accounts, count: number): Promise<void> {
  const patches = Array.from({ length: count }, (_, i) => fullPatch(i + 1))
  await catalog.saveMany(patches, NOW)
  const sql = db.tables<AccountTables>()
  const keys = await sql.reader.selectFrom('avatars').select('key').orderBy('key').limit(count).execute()
  const rows = keys.map(({ key }, i) => ({
    user_key: anna,
    avatar_key: key,
    group_id: null,
    saved_at_ms: i,
    day: 1,
  }))
  const insert = sql.bulk<(typeof rows)[number]>(
    Object.keys(rows[0]!) as (keyof (typeof rows)[number])[],
    (tx, some) => tx.insertInto('favorites').values(some),
  )
  await sql.transact(async tx => void (await insert.run(tx, rows)))
  await catalog.saveCounters(
    keys.map(({ key }) => ({ key, day: 1, favorites: 1 })),
    NOW,
  )
}

forEachEngine('favorites', engine => {
  it('are saved once, newest first, for each person', async t => {
    const { db, catalog, acts, favorites, anna, boris } = await openAccounts(engine, t)
    const seq = await lastSeq(catalog)
    for (const number of [3, 1, 3, 2])
      assert.deepEqual(await acts.do(anna, save(number), NOW + number), { kind: 'done' })
    assert.deepEqual(await acts.do(boris, save(3), NOW), { kind: 'done' })
    assert.deepEqual(await favorites.idsOf(anna), [id(2), id(1), id(3)])
    assert.deepEqual(await favorites.idsOf(boris), [id(3)])
    assert.deepEqual(await kindsAfter(catalog, seq), [], 'no answer of the catalog shows them')
    assert.equal((await countsOf(db)).get(3)?.favorites, 2)
    await assertCountersMatchRows(db)
  })

  it('keep their order when the clock is set back', async t => {
    const { acts, favorites, anna } = await openAccounts(engine, t)
    await acts.do(anna, save(1), NOW)
    await acts.do(anna, save(2), NOW - DAY_MS)
    await acts.do(anna, save(3), NOW - DAY_MS)
    assert.deepEqual(await favorites.idsOf(anna), [id(3), id(2), id(1)])
  })

  it('are removed and cleared, which lowers the counter of the day on which they were counted', async t => {
    const { db, acts, favorites, anna, boris } = await openAccounts(engine, t)
    for (const number of [1, 2, 3]) await acts.do(anna, save(number), NOW - number * DAY_MS)
    await acts.do(boris, save(1), NOW)
    for (const number of [1, 1, 999]) await acts.do(anna, remove(number), NOW)
    assert.deepEqual(new Set(await favorites.idsOf(anna)), new Set([id(2), id(3)]))
    await assertCountersMatchRows(db)
    for (let times = 0; times < 2; times++) await acts.clear(anna, NOW)
    assert.deepEqual(await favorites.idsOf(anna), [])
    assert.deepEqual(await favorites.idsOf(boris), [id(1)])
    await assertCountersMatchRows(db)
  })

  it('are saved of listed avatars only, but stay and can be removed when one is hidden', async t => {
    const { db, acts, favorites, anna } = await openAccounts(engine, t)
    await acts.do(anna, save(1), NOW)
    for (const flag of ['is_unlisted', 'is_blocked', 'is_opted_out'] as const) {
      await setFlag(db, 1, flag, 1)
      await setFlag(db, 2, flag, 1)
      assert.deepEqual(await acts.do(anna, save(2), NOW), {
        kind: 'refused',
        code: 'avatar_not_found',
      })
      await setFlag(db, 2, flag, 0)
    }
    assert.deepEqual(
      await acts.do(anna, save(1), NOW),
      { kind: 'refused', code: 'avatar_not_found' },
      'saved or not',
    )
    assert.deepEqual(await favorites.idsOf(anna), [id(1)])
    assert.deepEqual(await acts.do(anna, save(999), NOW), {
      kind: 'refused',
      code: 'avatar_not_found',
    })
    await acts.do(anna, remove(1), NOW)
    assert.deepEqual(await favorites.idsOf(anna), [])
  })

  it('are saved once by 100 simultaneous requests to two processes', async t => {
    const { url, db, anna } = await openAccounts(engine, t)
    const processes = [accountOver(db), accountOver(await engine.open(t, url))]
    const saving = Array.from({ length: 100 }, (_, i) => processes[i % 2]!.acts.do(anna, save(1), NOW))
    assert.deepEqual(new Set((await Promise.all(saving)).map(({ kind }) => kind)), new Set(['done']))
    await assertCountersMatchRows(db)
    assert.equal((await countsOf(db)).get(1)?.saved, 1)
  })

  it('are at most 10,000, also when several are saved simultaneously', async t => {
    const accounts = await openAccounts(engine, t)
    const { db, acts, favorites, anna } = accounts
    await fill(accounts, MAX_SAVED_AVATARS - 1)
    await accounts.catalog.saveMany([fullPatch(20_000), fullPatch(20_001)], NOW)
    const outcomes = await Promise.all([20_000, 20_001].map(number => acts.do(anna, save(number), NOW)))
    assert.deepEqual(outcomes.map(({ kind }) => kind).sort(), ['done', 'refused'])
    assert.equal((await favorites.idsOf(anna)).length, MAX_SAVED_AVATARS)
    assert.deepEqual(await acts.do(anna, save(1), NOW), { kind: 'done' }, 'is saved already')
    await acts.clear(anna, NOW)
    await assertCountersMatchRows(db)
  })
})

const group = (n: number, name = `Group ${n}`) => ({ id: `grp_${n}`, name, icon: 'star' as const })

forEachEngine('favorite groups', engine => {
  it('have unique names ignoring case, and stay in order', async t => {
    const { groups, anna, boris } = await openAccounts(engine, t)
    for (const [n, name] of [
      [1, 'Foxes'],
      [2, 'Straße'],
      [3, 'Ärzte'],
    ] as const)
      assert.equal(((await groups.create(anna, group(n, name))) as { kind: string }).kind, 'done')
    for (const name of ['FOXES', 'ＦＯＸＥＳ', 'strasse', 'ärzte'])
      assert.deepEqual(await groups.create(anna, group(9, name)), { kind: 'refused', code: 'duplicate_name' })
    assert.equal(((await groups.create(boris, group(10, 'foxes'))) as { kind: string }).kind, 'done')
    const renamed = await groups.change(anna, 'grp_1', { name: 'fOXES', icon: 'cat' })
    assert.deepEqual(renamed, { kind: 'done', group: { id: 'grp_1', name: 'fOXES', icon: 'cat' } })
    assert.deepEqual(await groups.change(anna, 'grp_2', { name: 'foxes' }), {
      kind: 'refused',
      code: 'duplicate_name',
    })
    assert.deepEqual(
      (await groups.listOf(anna)).map(({ name }) => name),
      ['fOXES', 'Straße', 'Ärzte'],
    )
  })

  it('of other people are unknown', async t => {
    const { groups, acts, anna, boris } = await openAccounts(engine, t)
    await groups.create(anna, group(1))
    await acts.do(boris, save(1), NOW)
    const unknown = { kind: 'refused', code: 'unknown_group' }
    assert.deepEqual(await groups.change(boris, 'grp_1', { name: 'Mine' }), unknown)
    assert.equal(await groups.remove(boris, 'grp_1'), false)
    assert.deepEqual(await acts.do(boris, move(1, 'grp_1'), NOW), { kind: 'refused', code: 'unknown_group' })
    assert.deepEqual(
      (await groups.listOf(anna)).map(({ name }) => name),
      ['Group 1'],
    )
  })

  it('contain the avatars moved there, which stay saved when a group is deleted', async t => {
    const { groups, acts, favorites, anna } = await openAccounts(engine, t)
    await groups.create(anna, group(1))
    await acts.do(anna, save(1), NOW)
    assert.deepEqual(await acts.do(anna, move(2, 'grp_1'), NOW), { kind: 'refused', code: 'not_saved' })
    assert.deepEqual(await acts.do(anna, move(999, null), NOW), { kind: 'refused', code: 'not_saved' })
    assert.deepEqual(await acts.do(anna, move(1, 'grp_2'), NOW), { kind: 'refused', code: 'unknown_group' })
    assert.deepEqual(await acts.do(anna, move(1, 'grp_1'), NOW), { kind: 'done' })
    assert.equal((await favorites.listOf(anna))[0]?.groupId, 'grp_1')
    assert.deepEqual(await acts.do(anna, move(1, null), NOW), { kind: 'done' })
    assert.equal((await favorites.listOf(anna))[0]?.groupId, null)
    await acts.do(anna, move(1, 'grp_1'), NOW)
    assert.equal(await groups.remove(anna, 'grp_1'), true)
    assert.equal(await groups.remove(anna, 'grp_1'), false)
    assert.equal((await favorites.listOf(anna))[0]?.groupId, null)
  })

  it('are at most 50 with distinct names, also when many are created simultaneously', async t => {
    const { url, db, anna } = await openAccounts(engine, t)
    const processes = [accountOver(db), accountOver(await engine.open(t, url))]
    const making = Array.from({ length: 120 }, (_, i) => {
      const name = `Group ${i % 60}`
      return processes[i % 2]!.groups.create(anna, { ...group(i, i < 60 ? name : name.toUpperCase()) })
    })
    const codes = (await Promise.all(making)).map(outcome =>
      typeof outcome === 'object' && outcome.kind === 'refused' ? outcome.code : 'done',
    )
    assert.equal(codes.filter(code => code === 'done').length, 50)
    const names = (await processes[0]!.groups.listOf(anna)).map(({ name }) => name.toLowerCase())
    assert.equal(new Set(names).size, 50)
  })

  it('contain no avatar when deleted while one was being moved there', async t => {
    const { url, db, anna } = await openAccounts(engine, t)
    const [one, other] = [accountOver(db), accountOver(await engine.open(t, url))]
    await one.acts.do(anna, save(1), NOW)
    for (let n = 0; n < 10; n++) {
      await one.groups.create(anna, group(n))
      await Promise.all([
        one.groups.remove(anna, `grp_${n}`),
        other.acts.do(anna, { act: 'move', id: id(1), groupId: `grp_${n}` }, NOW),
      ])
      assert.equal((await one.favorites.listOf(anna))[0]?.groupId, null)
    }
  })

  it('show the last known data of avatars that are no longer listed', async t => {
    const { db, favorites } = await openAccounts(engine, t)
    await setFlag(db, 1, 'is_active', 0)
    await setFlag(db, 2, 'is_blocked', 1)
    const known = await favorites.lastKnownFieldsOf([1, 2, 3, 99])
    assert.deepEqual([...known.keys()].sort(), [1, 2, 3])
    assert.deepEqual(known.get(1), {
      id: id(1),
      name: 'Name 1',
      authorId: fullPatch(1).authorId,
      authorName: 'Author',
      platforms: ['pc', 'quest'],
      addedAtMs: NOW,
      isListed: false,
      isBlocked: false,
    })
    const states = [2, 3].map(key => [known.get(key)?.isListed, known.get(key)?.isBlocked])
    assert.deepEqual(states, [
      [false, true],
      [true, false],
    ])
  })

  it('have the texts in which a search looks for them', async t => {
    const { db, acts, favorites, anna, boris } = await openAccounts(engine, t)
    for (const number of [1, 2]) await acts.do(anna, save(number), NOW)
    await acts.do(boris, save(3), NOW)
    await setFlag(db, 2, 'is_blocked', 1)
    const texts = await favorites.searchableTextsOf(anna)
    assert.deepEqual([...texts.keys()].sort(), [1, 2])
    assert.deepEqual([texts.get(1)?.name, texts.get(1)?.authorName], ['Name 1', 'Author'])
    const states = [1, 2].map(key => [texts.get(key)?.isListed, texts.get(key)?.isBlocked])
    assert.deepEqual(states, [
      [true, false],
      [false, true],
    ])
  })

  it('are counted with groups and likes, per person', async t => {
    const { acts, groups, likes, usage, anna, boris } = await openAccounts(engine, t)
    for (const number of [1, 2, 3]) await acts.do(anna, save(number), NOW)
    await groups.create(anna, group(1))
    for (const number of [1, 2]) await likes.like(anna, id(number), NOW)
    await likes.like(boris, id(1), NOW)
    assert.deepEqual(await usage.countsOf(anna), { saved: 3, groups: 1, likes: 2 })
    assert.deepEqual(await usage.countsOf(boris), { saved: 0, groups: 0, likes: 1 })
  })

  itRunsReviewedStatements(engine.name, 'favorites', 'favorite_groups')
})
