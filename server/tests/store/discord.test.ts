import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { createDiscordStore } from '../../src/slices/discord/store.sql.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'

const NOW = Date.UTC(2026, 0, 1)
const FOX = { id: '100', username: 'fox', avatar: null }
const OWL = { id: '101', username: 'owl', avatar: 'a1' }
const CHECKED = { verified: true, supporter: null, listed_avatars: 3, total_views: 9, saved_avatars: 0 }

async function open(engine: TestEngine, t: TestContext) {
  return createDiscordStore({ db: await engine.open(t) })
}

forEachEngine('the store of Discord connections', engine => {
  it('gives a state back once, and not when it is old', async t => {
    const store = await open(engine, t)
    await store.addState('s1', { sessionId: 'a', returnTo: 'dashboard' }, NOW + 10)
    await store.addState('s2', { sessionId: 'a', returnTo: 'linked-roles' }, NOW + 10)
    const taken = await Promise.all(Array.from({ length: 20 }, () => store.takeState('s1', NOW)))
    assert.deepEqual(
      taken.filter(state => state !== null),
      [{ sessionId: 'a', returnTo: 'dashboard' }],
    )
    assert.equal(await store.takeState('s2', NOW + 10), null)
    await store.addState('s3', { sessionId: 'a', returnTo: 'dashboard' }, NOW + 10)
    await store.forgetStates(NOW + 10)
    assert.equal(await store.takeState('s3', NOW), null)
  })

  it('keeps one account a person, and the one before it departs', async t => {
    const store = await open(engine, t)
    await store.connect(1, FOX, 'grant of fox', NOW)
    await store.connect(1, OWL, 'grant of owl', NOW)
    assert.deepEqual((await store.find(1))?.user, OWL)
    const departure = await store.leaseDeparture(null, NOW, NOW + 1)
    assert.equal(departure?.sealedGrant, 'grant of fox')
    assert.equal(departure?.isRoleCleared, false)
  })

  it('keeps one person an account: the last to connect it', async t => {
    const store = await open(engine, t)
    await store.connect(1, FOX, 'first', NOW)
    await store.connect(2, FOX, 'second', NOW)
    assert.equal(await store.find(1), null)
    assert.equal((await store.find(2))?.sealedGrant, 'second')
    assert.equal(await store.leaseDeparture(null, NOW, NOW + 1), null)
  })

  it('ends the departure of an account that connects again: its grants are one', async t => {
    const store = await open(engine, t)
    await store.connect(1, FOX, 'first', NOW)
    assert.notEqual(await store.leave(1, NOW), null)
    await store.connect(1, FOX, 'second', NOW)
    assert.equal(await store.leaseDeparture(null, NOW, NOW + 1), null)
  })

  it('leases a connection to one at a time', async t => {
    const store = await open(engine, t)
    await store.connect(1, FOX, 'grant', NOW)
    const leases = await Promise.all(Array.from({ length: 10 }, () => store.lease(1, NOW, NOW + 100)))
    assert.equal(leases.filter(lease => lease !== null).length, 1)
    assert.equal(await store.nextDue(NOW), null)
    await store.release(1)
    assert.notEqual(await store.lease(1, NOW, NOW + 100), null)
    assert.notEqual(await store.lease(1, NOW + 100, NOW + 200), null)
    assert.equal(await store.lease(2, NOW, NOW + 100), null)
  })

  it('keeps what a sync found, and when the next is due', async t => {
    const store = await open(engine, t)
    await store.connect(1, FOX, 'grant', NOW)
    assert.equal(await store.nextDue(NOW), 1)
    await store.postpone(1, NOW + 50)
    assert.equal((await store.find(1))?.tries, 1)
    assert.equal(await store.nextDue(NOW + 49), null)
    await store.saveSync(
      1,
      { ...FOX, username: 'renamed' },
      { checked: CHECKED, atMs: NOW + 50, dueAtMs: NOW + 99 },
    )
    const connection = await store.find(1)
    assert.deepEqual(connection?.checked, CHECKED)
    assert.deepEqual(
      [connection?.user.username, connection?.syncedAtMs, connection?.tries],
      ['renamed', NOW + 50, 0],
    )
    assert.equal(await store.nextDue(NOW + 98), null)
    assert.equal(await store.nextDue(NOW + 99), 1)
  })

  it('does not write what belongs to an account that was replaced meanwhile', async t => {
    const store = await open(engine, t)
    await store.connect(1, FOX, 'of fox', NOW)
    await store.connect(1, OWL, 'of owl', NOW)
    await store.saveGrant(1, FOX.id, 'late')
    await store.saveSync(1, FOX, { checked: CHECKED, atMs: NOW, dueAtMs: NOW })
    await store.forget(1, FOX.id)
    const connection = await store.find(1)
    assert.deepEqual([connection?.sealedGrant, connection?.checked], ['of owl', null])
  })

  it('notes each step of a departure until it ends', async t => {
    const store = await open(engine, t)
    await store.connect(1, FOX, 'grant', NOW)
    const id = (await store.leave(1, NOW))!
    assert.equal(await store.find(1), null)
    assert.equal(await store.leave(1, NOW), null)
    assert.equal((await store.leaseDeparture(id, NOW, NOW + 100))?.id, id)
    assert.equal(await store.leaseDeparture(id, NOW, NOW + 100), null)
    await store.noteRoleCleared(id)
    await store.saveDepartingGrant(id, 'newer')
    await store.postponeDeparture(id, NOW + 10)
    assert.equal(await store.leaseDeparture(null, NOW + 9, NOW + 100), null)
    assert.deepEqual(await store.leaseDeparture(null, NOW + 10, NOW + 100), {
      ...{ id, discordId: FOX.id, sealedGrant: 'newer' },
      ...{ isRoleCleared: true, tries: 1 },
    })
    await store.endDeparture(id)
    assert.equal(await store.leaseDeparture(id, NOW + 200, NOW + 300), null)
  })

  it('keeps settings of a server apart from its feed', async t => {
    const store = await open(engine, t)
    assert.deepEqual(await store.settingsOf('500'), {
      enabled: true,
      private: false,
      channel: null,
      feed: false,
    })
    await store.saveFeed('500', true, NOW)
    await store.saveSettings('500', { enabled: true, private: true, channel: '600' })
    await store.saveSettings('501', { enabled: true, private: false, channel: '601' })
    assert.deepEqual(await store.settingsOf('500'), {
      enabled: true,
      private: true,
      channel: '600',
      feed: true,
    })
    assert.equal((await store.settingsOf('501')).feed, false)
  })

  it('takes each feed when it is due, and only where a channel is set', async t => {
    const store = await open(engine, t)
    await store.saveFeed('500', true, NOW)
    await store.saveFeed('501', true, NOW)
    await store.saveSettings('501', { enabled: true, private: false, channel: '601' })
    const [one, other] = await Promise.all([
      store.takeDueFeed(NOW, NOW + 300),
      store.takeDueFeed(NOW, NOW + 300),
    ])
    assert.deepEqual(
      [one, other].filter(due => due !== null),
      [{ guildId: '501', channel: '601', afterMs: NOW }],
    )
    await store.noteFeedSent('501', NOW + 100)
    assert.equal((await store.takeDueFeed(NOW + 300, NOW + 600))?.afterMs, NOW + 100)
    await store.stopFeed('501')
    assert.equal(await store.takeDueFeed(NOW + 900, NOW + 1200), null)
    await store.saveFeed('501', true, NOW)
    await store.saveSettings('501', { enabled: false, private: false, channel: '601' })
    assert.equal(await store.takeDueFeed(NOW + 900, NOW + 1200), null)
  })
})
