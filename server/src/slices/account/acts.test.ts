import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  accountOver,
  assertCountersMatchRows,
  id,
  move,
  openAccounts,
  remove,
  save,
  setFlag,
} from '../../../tests/store/account-fixtures.ts'
import { NOW } from '../../../tests/store/fixtures.ts'
import { forEachEngine } from '../../../tests/support/engines.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import { DAY_MS } from '../../kernel/days.ts'
import type { Act } from './favorites/acts.ts'
import { compareByPlace } from './favorites/own-order.ts'

const star = (n: number) => ({ id: `grp_${n}`, name: `Group ${n}`, icon: 'star' as const })

forEachEngine('acts on favorites', engine => {
  it('are done in order, and a refused one does not stop the others', async t => {
    const { db, acts, favorites, groups, anna } = await openAccounts(engine, t)
    await groups.create(anna, star(1))
    const outcomes = await acts.doActs(
      anna,
      [
        save(1),
        { act: 'save', id: id(2), groupId: 'grp_1' },
        save(999),
        { act: 'save', id: null },
        { act: 'move', id: id(1), groupId: 'grp_9' },
        { act: 'move', id: id(3), groupId: 'grp_1' },
        { act: 'move', id: id(1), groupId: 'grp_1' },
        { act: 'order', id: id(4), successorId: null },
        save(3),
        remove(2),
      ],
      NOW,
    )
    assert.deepEqual(
      outcomes.map(outcome => (outcome.kind === 'done' ? 'done' : outcome.code)),
      [
        'done',
        'done',
        'avatar_not_found',
        'avatar_not_found',
        'unknown_group',
        'not_saved',
        'done',
        'not_saved',
        'done',
        'done',
      ],
    )
    const listed = await favorites.listOf(anna)
    assert.deepEqual(
      listed.map(({ avatarKey, groupId }) => [avatarKey, groupId]),
      [
        [3, null],
        [1, 'grp_1'],
      ],
    )
    await assertCountersMatchRows(db)
  })

  it('count an avatar that is removed and saved again only once, on the day of the last save', async t => {
    const { db, acts, favorites, anna } = await openAccounts(engine, t)
    await acts.do(anna, save(1), NOW)
    await acts.doActs(anna, [remove(1), save(1)], NOW + DAY_MS)
    assert.equal((await favorites.listOf(anna))[0]?.savedAtMs, NOW + DAY_MS)
    await assertCountersMatchRows(db)
  })

  it('change nothing in other accounts', async t => {
    const { acts, favorites, groups, anna, boris } = await openAccounts(engine, t)
    await acts.do(boris, save(1), NOW)
    await groups.create(boris, star(1))
    const outcomes = await acts.doActs(
      anna,
      [
        remove(1),
        { act: 'move', id: id(1), groupId: 'grp_1' },
        { act: 'order', id: id(1), successorId: null },
      ],
      NOW,
    )
    assert.deepEqual(outcomes.slice(1), [
      { kind: 'refused', code: 'unknown_group' },
      { kind: 'refused', code: 'not_saved' },
    ])
    assert.deepEqual(await favorites.idsOf(boris), [id(1)])
  })

  it('keep the person’s own order, whatever is moved and saved', async t => {
    const { acts, favorites, anna } = await openAccounts(engine, t, 8)
    await acts.doActs(anna, [1, 2, 3, 4, 5].map(save), NOW)
    const order = (a: number, successorId: number | null): Act => ({
      act: 'order',
      id: id(a),
      successorId: successorId === null ? null : id(successorId),
    })
    const mine = async () =>
      (await favorites.listOf(anna)).sort(compareByPlace).map(({ avatarKey }) => avatarKey)
    assert.deepEqual(await mine(), [5, 4, 3, 2, 1])
    await acts.doActs(anna, [order(1, 5), order(5, null), order(3, 3)], NOW)
    assert.deepEqual(await mine(), [1, 4, 3, 2, 5])
    await acts.doActs(anna, [save(6)], NOW + DAY_MS)
    assert.deepEqual(await mine(), [6, 1, 4, 3, 2, 5], 'what is saved comes first')
    for (let times = 0; times < 60; times++) await acts.doActs(anna, [order(times % 2 ? 3 : 4, 2)], NOW)
    assert.deepEqual(await mine(), [6, 1, 4, 3, 2, 5], 'also where the numbers between two avatars end')
  })
})

forEachEngine('removed favorites', engine => {
  it('are restored with groups, dates, places and counters', async t => {
    const { db, acts, favorites, groups, anna } = await openAccounts(engine, t)
    await groups.create(anna, star(1))
    for (const number of [1, 2, 3]) await acts.do(anna, save(number), NOW - number * DAY_MS)
    await acts.do(anna, move(2, 'grp_1'), NOW)
    await acts.doActs(anna, [{ act: 'order', id: id(1), successorId: id(3) }], NOW)
    const favoritesBefore = await favorites.listOf(anna)
    await setFlag(db, 3, 'is_unlisted', 1)
    await acts.clear(anna, NOW)
    assert.equal(await acts.restore(anna, 'latest', NOW), 3)
    assert.deepEqual(await favorites.listOf(anna), favoritesBefore)
    await assertCountersMatchRows(db)
    assert.equal(await acts.restore(anna, 'latest', NOW), 0, 'only once')
  })

  it('are restored by id, or all of the last removal together', async t => {
    const { acts, favorites, anna } = await openAccounts(engine, t)
    await acts.doActs(anna, [1, 2, 3, 4].map(save), NOW)
    await acts.do(anna, remove(1), NOW)
    await acts.doActs(anna, [remove(2), remove(3)], NOW + 1)
    assert.equal(await acts.restore(anna, 'latest', NOW + 2), 2)
    assert.deepEqual(await favorites.idsOf(anna), [id(4), id(3), id(2)])
    assert.equal(await acts.restore(anna, [id(1), id(5), id(99)], NOW + 2), 1)
    assert.deepEqual(await favorites.idsOf(anna), [4, 3, 2, 1].map(id))
  })

  it('keep a later save, and lose a group that was deleted', async t => {
    const { db, acts, favorites, groups, anna } = await openAccounts(engine, t)
    await groups.create(anna, star(1))
    await acts.doActs(
      anna,
      [1, 2].map(number => ({ act: 'save', id: id(number), groupId: 'grp_1' })),
      NOW,
    )
    await acts.clear(anna, NOW)
    await groups.remove(anna, 'grp_1')
    await acts.do(anna, save(1), NOW + DAY_MS)
    assert.equal(await acts.restore(anna, 'latest', NOW), 1)
    const listed = await favorites.listOf(anna)
    assert.deepEqual(
      listed.map(({ avatarKey, groupId, savedAtMs }) => [avatarKey, groupId, savedAtMs]),
      [
        [1, null, NOW + DAY_MS],
        [2, null, NOW + 1],
      ],
    )
    await assertCountersMatchRows(db)
  })

  it('are forgotten after a while, and with the account', async t => {
    const { db, acts, favorites, anna, boris, ...accounts } = await openAccounts(engine, t)
    for (const person of [anna, boris]) {
      await acts.do(person, save(1), NOW)
      await acts.clear(person, NOW)
    }
    const removedFavorites = (await acts.removedOf(anna)).map(({ id, removedAtMs }) => [id, removedAtMs])
    assert.deepEqual(removedFavorites, [[id(1), NOW]])
    await accountOver(db).deleteAccount(accounts.personalData, anna, NOW)
    assert.deepEqual(await acts.removedOf(anna), [])
    await acts.deleteRemovedBefore(NOW)
    assert.equal((await acts.removedOf(boris)).length, 1)
    await acts.deleteRemovedBefore(NOW + 1)
    assert.equal(await acts.restore(boris, 'latest', NOW), 0)
  })

  itRunsReviewedStatements(engine.name, 'favorites', 'removed_favorites')
})
