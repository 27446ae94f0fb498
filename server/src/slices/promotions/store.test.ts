import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { catalogOver, fullPatch, idOf, NOW } from '../../../tests/store/fixtures.ts'
import { forEachEngine, type TestEngine } from '../../../tests/support/engines.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { ModerationStore } from '../moderation/store.sql.ts'
import { newPlacement, type PlacementSettings } from './placement.ts'
import { PromotionStore } from './store.sql.ts'
import { parsePlacementSubject } from './subject.ts'

const ACT = { actor: 'test', nowMs: NOW }
const ALL = { limit: 500, offset: 0 }
const GROUP = 'grp_00000000-0000-4000-8000-0000000000aa'
const AHEAD = { nowMs: NOW, aheadMs: 60_000, limit: 500 }

async function add(store: PromotionStore, subject: string, settings: PlacementSettings = {}) {
  const name = subject.startsWith('grp_') ? { name: 'Foxes' } : {}
  const outcome = newPlacement(parsePlacementSubject(subject)!, { ...name, ...settings }, NOW)
  assert.ok(outcome.kind === 'ok')
  return await store.add(outcome.placement, ACT)
}

async function open(engine: TestEngine, t: TestContext) {
  const db = await engine.open(t)
  const catalog = catalogOver(db)
  await catalog.saveMany([fullPatch(1, { name: 'Fox' }), fullPatch(2, { name: 'Cat' })], NOW)
  return { store: new PromotionStore({ db }), moderation: new ModerationStore({ db }) }
}

forEachEngine('placements', engine => {
  it('are shown by weight, then in the order in which they were added', async t => {
    const { store } = await open(engine, t)
    for (const [n, weight] of [5, 9, 5, 0, 9].entries()) await add(store, idOf(n + 1), { weight })
    const { total, items } = await store.placements('all', ALL, NOW)
    assert.equal(total, 5)
    assert.deepEqual(
      items.map(({ id, weight }) => [id, weight]),
      [
        [2, 9],
        [5, 9],
        [1, 5],
        [3, 5],
        [4, 0],
      ],
    )
    const second = await store.placements('all', { limit: 2, offset: 2 }, NOW)
    assert.deepEqual([second.total, second.items.map(({ id }) => id)], [5, [1, 3]])
    const { placements } = await store.readCurrent(AHEAD)
    assert.deepEqual(
      placements.map(({ id }) => id),
      [2, 5, 1, 3, 4],
    )
  })

  it('have the name and listing state of their avatar', async t => {
    const { store, moderation } = await open(engine, t)
    assert.deepEqual((await add(store, idOf(1))).avatar, { name: 'Fox', isListed: true })
    await moderation.block({ kind: 'avatar', id: idOf(2) }, null, ACT)
    assert.deepEqual((await add(store, idOf(2))).avatar, { name: 'Cat', isListed: false })
    assert.equal((await add(store, idOf(99))).avatar, null)
    const group = await add(store, GROUP, { description: '狐 and friends' })
    assert.deepEqual(group, {
      id: 4,
      kind: 'group',
      subject: GROUP,
      weight: 0,
      startsAtMs: NOW,
      endsAtMs: null,
      name: 'Foxes',
      description: '狐 and friends',
      imageUrl: '',
      avatar: null,
      url: `https://vrchat.com/home/group/${GROUP}`,
    })
  })

  it('are upcoming, running or ended to the second, and read before they start', async t => {
    const { store } = await open(engine, t)
    await add(store, idOf(1), { startsAtMs: NOW - HOUR_MS, endsAtMs: NOW })
    await add(store, idOf(2), { startsAtMs: NOW - HOUR_MS, endsAtMs: NOW + 1000 })
    await add(store, idOf(3), { startsAtMs: NOW })
    await add(store, idOf(4), { startsAtMs: NOW + 60_000 })
    await add(store, idOf(5), { startsAtMs: NOW + 61_000 })
    const idsOf = async (which: 'upcoming' | 'running' | 'ended') => {
      const { total, items } = await store.placements(which, ALL, NOW)
      assert.equal(total, items.length)
      return items.map(({ id }) => id)
    }
    assert.deepEqual(await idsOf('ended'), [1])
    assert.deepEqual(await idsOf('running'), [2, 3])
    assert.deepEqual(await idsOf('upcoming'), [4, 5])
    const { placements } = await store.readCurrent(AHEAD)
    assert.deepEqual(
      placements.map(({ id }) => id),
      [2, 3, 4],
    )
    const few = await store.readCurrent({ ...AHEAD, limit: 1 })
    assert.deepEqual(
      few.placements.map(({ id }) => id),
      [2],
    )
  })

  it('are changed and removed, with one entry each in the audit log', async t => {
    const { store, moderation } = await open(engine, t)
    const { id } = await add(store, idOf(1), { weight: 3 })
    const outcome = await store.change(id, { weight: 7, endsAtMs: NOW + HOUR_MS }, ACT)
    assert.ok(outcome.kind === 'ok')
    assert.deepEqual([outcome.placement.weight, outcome.placement.endsAtMs], [7, NOW + HOUR_MS])
    assert.ok((await store.change(id, { weight: 7 }, ACT)).kind === 'ok')
    assert.equal((await store.change(id, { endsAtMs: NOW - 1 }, ACT)).kind, 'refused')
    assert.equal((await store.change(77, { weight: 1 }, ACT)).kind, 'unknown')
    assert.deepEqual([await store.remove(id, ACT), await store.remove(id, ACT)], [true, false])
    const { items } = await moderation.audit(ALL)
    const from = new Date(NOW).toISOString()
    const until = new Date(NOW + HOUR_MS).toISOString()
    assert.deepEqual(
      items.map(({ actor, action, subject, detail }) => [actor, action, subject, detail]),
      [
        ['test', 'remove-placement', idOf(1), `placement 1, weight 7, from ${from} until ${until}`],
        ['test', 'change-placement', idOf(1), `placement 1, weight 7, from ${from} until ${until}`],
        ['test', 'add-placement', idOf(1), `placement 1, weight 3, from ${from}`],
      ],
    )
    const facts = { kind: 'placement', id: 1, startsAt: from }
    assert.deepEqual(
      items.map(item => item.facts),
      [
        { ...facts, weight: 7, endsAt: until },
        { ...facts, weight: 7, endsAt: until },
        { ...facts, weight: 3, endsAt: null },
      ],
    )
  })
})

forEachEngine('staff names', engine => {
  it('are added and removed once, with an entry each in the audit log', async t => {
    const { store, moderation } = await open(engine, t)
    for (const name of ['Zoë', 'ann', 'Ann', '狐']) assert.equal(await store.addStaff(name, ACT), true)
    assert.equal(await store.addStaff('Ann', { actor: 'other', nowMs: NOW + 1 }), false)
    const { total, items } = await store.staff({ limit: 3, offset: 0 })
    assert.equal(total, 4)
    assert.deepEqual(
      items.map(({ name, atMs }) => [name, atMs]),
      [
        ['Ann', NOW],
        ['Zoë', NOW],
        ['ann', NOW],
      ],
    )
    assert.deepEqual((await store.readCurrent(AHEAD)).staff, ['Ann', 'Zoë', 'ann', '狐'])
    assert.deepEqual(
      [await store.removeStaff('ann', ACT), await store.removeStaff('ann', ACT)],
      [true, false],
    )
    const audit = await moderation.audit({ limit: 2, offset: 0 })
    assert.deepEqual(
      audit.items.map(({ action, subject }) => [action, subject]),
      [
        ['remove-staff', 'ann'],
        ['add-staff', '狐'],
      ],
    )
    assert.equal(audit.total, 5)
  })

  itRunsReviewedStatements(engine.name, 'placements', 'staff')
})
