import assert from 'node:assert/strict'
import { it } from 'node:test'
import { MAX_GROUPS, MAX_SAVED_AVATARS } from '@avatary/contract/account'
import {
  accountOver,
  assertCountersMatchRows,
  id,
  move,
  openAccounts,
  save,
  setFlag,
} from '../../../tests/store/account-fixtures.ts'
import { fullPatch, NOW } from '../../../tests/store/fixtures.ts'
import { forEachEngine } from '../../../tests/support/engines.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import type { FileEntry } from './transfer/parse-import.ts'

const NOTHING = {
  added: 0,
  already: 0,
  overLimit: 0,
  unknownIds: [],
  groupsAdded: 0,
  groupsLeftOut: 0,
}

function file(...entries: (Partial<FileEntry> & Pick<FileEntry, 'id'>)[]) {
  return {
    entries: entries.map(entry => ({ group: null, savedAtMs: null, ...entry })),
    icons: new Map(),
    invalidCount: 0,
  }
}

function drawing() {
  let drawn = 0
  return () => `grp_${++drawn}`
}

forEachEngine('an import', engine => {
  it('adds and counts listed avatars once, in the order of the file', async t => {
    const { db, transfers, acts, favorites, anna } = await openAccounts(engine, t)
    await acts.do(anna, save(3), NOW)
    await setFlag(db, 4, 'is_blocked', 1)
    const input = file({ id: id(2) }, { id: id(3) }, { id: id(1) }, { id: id(4) }, { id: id(99) })
    const outcome = await transfers.add(anna, input, drawing(), NOW)
    assert.deepEqual(outcome, { ...NOTHING, added: 2, already: 1, unknownIds: [id(4), id(99)] })
    assert.deepEqual(await favorites.idsOf(anna), [id(2), id(1), id(3)])
    const again = await transfers.add(anna, input, drawing(), NOW)
    assert.deepEqual(again, { ...NOTHING, already: 3, unknownIds: [id(4), id(99)] })
    await assertCountersMatchRows(db)
  })

  it('keeps dates of the past, and no date of the future', async t => {
    const { transfers, favorites, anna } = await openAccounts(engine, t)
    const dated = file(
      { id: id(1), savedAtMs: NOW - 5000 },
      { id: id(2), savedAtMs: NOW + 9_999_999 },
      { id: id(3), savedAtMs: NOW - 9000 },
    )
    await transfers.add(anna, dated, drawing(), NOW)
    const saved = (await favorites.listOf(anna)).map(({ avatarKey, savedAtMs }) => [avatarKey, savedAtMs])
    assert.deepEqual(saved, [
      [2, NOW],
      [1, NOW - 5000],
      [3, NOW - 9000],
    ])
  })

  it('creates missing groups, and uses those of the same name', async t => {
    const { transfers, groups, favorites, anna } = await openAccounts(engine, t)
    await groups.create(anna, { id: 'grp_old', name: 'Foxes', icon: 'star' })
    const input = {
      ...file(
        { id: id(1), group: 'FOXES' },
        { id: id(2), group: 'Cats' },
        { id: id(3), group: ' cats ' },
        { id: id(4), group: 'x\0y' },
        { id: id(5), group: 'Dogs' },
      ),
      icons: new Map([
        ['Dogs', 'dog'],
        ['Cats', 'no such icon'],
        ['Unused', 'star'],
      ]),
    }
    const outcome = await transfers.add(anna, input, drawing(), NOW)
    assert.deepEqual(outcome, { ...NOTHING, added: 5, groupsAdded: 2, groupsLeftOut: 1 })
    const listed = await groups.listOf(anna)
    assert.deepEqual(
      listed.map(({ name, icon }) => [name, icon]),
      [
        ['Foxes', 'star'],
        ['Dogs', 'dog'],
        ['Cats', 'folder'],
      ],
    )
    const groupOf = new Map(
      (await favorites.listOf(anna)).map(({ avatarKey, groupId }) => [avatarKey, groupId]),
    )
    assert.deepEqual(
      [1, 2, 3, 4, 5].map(key => groupOf.get(key)),
      ['grp_old', 'grp_2', 'grp_2', null, 'grp_1'],
    )
  })

  it('creates groups up to the limit, and saves the other avatars without one', async t => {
    const { transfers, groups, anna, db } = await openAccounts(engine, t, MAX_GROUPS + 5)
    const entries = Array.from({ length: MAX_GROUPS + 5 }, (_, i) => ({ id: id(i + 1), group: `Group ${i}` }))
    const outcome = await transfers.add(anna, file(...entries), drawing(), NOW)
    assert.deepEqual(outcome, {
      ...NOTHING,
      added: MAX_GROUPS + 5,
      groupsAdded: MAX_GROUPS,
      groupsLeftOut: 5,
    })
    assert.equal((await groups.listOf(anna)).length, MAX_GROUPS)
    await assertCountersMatchRows(db)
  })

  it('adds avatars up to the limit, and two imports at once add each avatar once', async t => {
    const { url, db, catalog, anna } = await openAccounts(engine, t)
    const numbers = Array.from({ length: MAX_SAVED_AVATARS + 10 }, (_, i) => i + 1)
    await catalog.saveMany(
      numbers.map(number => fullPatch(number)),
      NOW,
    )
    const [one, other] = [accountOver(db), accountOver(await engine.open(t, url))]
    const whole = file(...numbers.map(number => ({ id: id(number) })))
    const outcomes = await Promise.all(
      [one, other].map(({ transfers }) => transfers.add(anna, whole, drawing(), NOW)),
    )
    const added = outcomes.map(outcome => (typeof outcome === 'object' ? outcome.added : -1))
    assert.deepEqual(
      added.sort((a, b) => a - b),
      [0, MAX_SAVED_AVATARS],
    )
    assert.equal((await one.favorites.idsOf(anna)).length, MAX_SAVED_AVATARS)
    await assertCountersMatchRows(db)
    await one.acts.clear(anna, NOW)
    await assertCountersMatchRows(db)
  })

  it('reads exported files, in which blocked avatars only have their id', async t => {
    const { db, transfers, acts, groups, anna } = await openAccounts(engine, t)
    await groups.create(anna, { id: 'grp_1', name: 'Foxes', icon: 'star' })
    for (const number of [1, 2, 3]) await acts.do(anna, save(number), NOW + number)
    await acts.do(anna, move(3, 'grp_1'), NOW)
    await setFlag(db, 1, 'is_blocked', 1)
    await setFlag(db, 2, 'is_unlisted', 1)
    const lines = await transfers.exportedFavoritesOf(anna)
    assert.deepEqual(
      lines.map(({ id, name, group, isListed }) => [id, name, group, isListed]),
      [
        [id(3), 'Name 3', 'Foxes', true],
        [id(2), 'Name 2', null, false],
        [id(1), '', null, false],
      ],
    )
    assert.equal(lines[2]?.authorName, '')
  })

  itRunsReviewedStatements(engine.name, 'favorites', 'favorite_groups')
})
