import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { forEachEngine, type TestEngine } from '../../../tests/support/engines.ts'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { newPerson } from '../../../tests/support/people.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import { AccountGoneError } from '../../kernel/person.ts'
import { IdentityStore } from '../identity/index.ts'
import { discordPersonalData } from './personal-data.sql.ts'
import { sealedGrants } from './sealed-grants.sql.ts'
import { DiscordStore } from './store.sql.ts'

const NOW = Date.UTC(2026, 0, 1)
const FOX = { id: '100', username: 'fox', avatar: null }
const OWL = { id: '101', username: 'owl', avatar: 'a1' }
const CHECKED = {
  verified: { value: true, atMs: NOW },
  supporter: null,
  listed_avatars: { value: 3, atMs: NOW },
  total_views: { value: 9, atMs: NOW },
  saved_avatars: { value: 0, atMs: NOW },
}

/** A store, and people whose keys are 1 to 3. */
async function open(engine: TestEngine, t: TestContext) {
  const db = await engine.open(t)
  for (const username of ['anna', 'boris', 'clara']) await newPerson(db, username)
  return new DiscordStore({ db })
}

/** Leases a revocation, which must succeed. */
async function leased(store: DiscordStore, id: number | null, nowMs: number, untilMs: number) {
  const leased = await store.revocations.lease(id, nowMs, untilMs)
  assert.ok(leased.kind === 'leased')
  return leased.revocation
}

forEachEngine('the store of Discord connections', engine => {
  it('returns a state once, and not after it expired', async t => {
    const store = await open(engine, t)
    await store.consents.addState('s1', { sessionId: 'a', returnTo: 'dashboard' }, NOW + 10)
    await store.consents.addState('s2', { sessionId: 'a', returnTo: 'linked-roles' }, NOW + 10)
    const results = await Promise.all(Array.from({ length: 20 }, () => store.consents.takeState('s1', NOW)))
    assert.deepEqual(
      results.filter(state => state !== null),
      [{ sessionId: 'a', returnTo: 'dashboard' }],
    )
    assert.equal(await store.consents.takeState('s2', NOW + 10), null)
    await store.consents.addState('s3', { sessionId: 'a', returnTo: 'dashboard' }, NOW + 10)
    await store.consents.deleteExpired(NOW + 10)
    assert.equal(await store.consents.takeState('s3', NOW), null)
  })

  it('keeps one Discord account per person, and revokes the previous one', async t => {
    const store = await open(engine, t)
    await store.connections.connect(1, FOX, 'grant of fox', NOW)
    await store.connections.connect(1, OWL, 'grant of owl', NOW)
    assert.deepEqual((await store.connections.find(1))?.user, OWL)
    const revocation = await leased(store, null, NOW, NOW + 1)
    assert.equal(revocation.sealedGrant, 'grant of fox')
    assert.equal(revocation.isRoleCleared, false)
  })

  it('keeps one person per Discord account: the first who connected it, or the last who confirmed a takeover', async t => {
    const store = await open(engine, t)
    assert.deepEqual(await store.connections.connect(1, FOX, 'first', NOW), { kind: 'connected' })
    assert.deepEqual(await store.connections.connect(2, FOX, 'second', NOW), { kind: 'taken' })
    assert.equal((await store.connections.find(1))?.sealedGrant, 'first')
    assert.equal(await store.connections.find(2), null)
    assert.deepEqual(
      await store.connections.connect(1, FOX, 'third', NOW),
      { kind: 'connected' },
      'their own, again',
    )
    assert.deepEqual(await store.connections.connect(2, FOX, 'second', NOW, { isConfirmed: true }), {
      kind: 'connected',
    })
    assert.equal(await store.connections.find(1), null)
    assert.equal((await store.connections.find(2))?.sealedGrant, 'second')
    assert.deepEqual(await store.revocations.lease(null, NOW, NOW + 1), { kind: 'none' })
  })

  it('keeps one takeover per session until it is used, expires or another account is connected', async t => {
    const store = await open(engine, t)
    const takeover = (user: typeof OWL) => ({ personKey: 1, user, sealedGrant: `grant of ${user.username}` })
    await store.consents.addTakeover('s1', takeover({ ...OWL, avatar: 'a1' }), NOW + 10)
    await store.consents.addTakeover('s1', takeover(OWL), NOW + 10)
    assert.deepEqual(await store.consents.findTakeover('s1', NOW), takeover(OWL))
    assert.equal(await store.consents.findTakeover('s2', NOW), null)
    assert.equal(await store.consents.findTakeover('s1', NOW + 10), null)
    const results = await Promise.all(
      Array.from({ length: 20 }, () => store.consents.redeemTakeover('s1', NOW)),
    )
    assert.deepEqual(
      results.filter(takeover => takeover !== null),
      [takeover(OWL)],
    )
    await store.consents.addTakeover('s1', takeover(OWL), NOW + 10)
    assert.equal(await store.consents.redeemTakeover('s1', NOW + 10), null)
    await store.consents.addTakeover('s1', takeover(OWL), NOW + 10)
    await store.connections.connect(1, OWL, 'grant', NOW)
    assert.equal(await store.consents.findTakeover('s1', NOW), null)
    await store.consents.addTakeover('s1', takeover(OWL), NOW + 10)
    await store.consents.deleteExpired(NOW + 10)
    assert.equal(await store.consents.findTakeover('s1', NOW), null)
  })

  it('deletes the revocation of an account that is connected again', async t => {
    const store = await open(engine, t)
    await store.connections.connect(1, FOX, 'first', NOW)
    assert.notEqual(await store.revocations.disconnect(1, NOW), null)
    await store.connections.connect(1, FOX, 'second', NOW)
    assert.deepEqual(await store.revocations.lease(null, NOW, NOW + 1), { kind: 'none' })
  })

  it('gives the lease of a connection to one process at a time', async t => {
    const store = await open(engine, t)
    await store.connections.connect(1, FOX, 'grant', NOW)
    const leases = await Promise.all(
      Array.from({ length: 10 }, () => store.connections.lease(1, NOW, NOW + 100)),
    )
    assert.equal(leases.filter(lease => lease !== null).length, 1)
    assert.equal(await store.connections.takeDue(NOW, NOW), null)
    await store.connections.release(FOX.id, NOW + 99)
    assert.equal(await store.connections.lease(1, NOW, NOW + 100), null, 'only who has it ends it')
    await store.connections.release(FOX.id, NOW + 100)
    assert.notEqual(await store.connections.lease(1, NOW, NOW + 100), null)
    assert.notEqual(await store.connections.lease(1, NOW + 100, NOW + 200), null)
    assert.equal(await store.connections.lease(2, NOW, NOW + 100), null)
  })

  it('stores the results of a sync, and when the next one is due', async t => {
    const store = await open(engine, t)
    await store.connections.connect(1, FOX, 'grant', NOW)
    const results = await Promise.all([1, 2, 3].map(() => store.connections.takeDue(NOW, NOW + 20)))
    assert.deepEqual(
      results.filter(key => key !== null),
      [1],
    )
    assert.equal(await store.connections.takeDue(NOW + 20, NOW + 20), 1, 'again when nobody ended it')
    await store.connections.postpone(1, NOW + 50)
    assert.equal((await store.connections.find(1))?.attempts, 1)
    assert.equal(await store.connections.takeDue(NOW + 49, NOW + 49), null)
    const sync = { checkResults: CHECKED, atMs: NOW + 50, dueAtMs: NOW + 99 }
    assert.equal(await store.connections.saveSync(1, { ...FOX, username: 'renamed' }, sync), true)
    const connection = await store.connections.find(1)
    assert.deepEqual(connection?.checkResults, CHECKED)
    assert.deepEqual(
      [connection?.user.username, connection?.syncedAtMs, connection?.attempts],
      ['renamed', NOW + 50, 0],
    )
    assert.equal(await store.connections.takeDue(NOW + 98, NOW + 98), null)
    await store.connections.syncSoon(FOX.id, NOW + 98)
    assert.equal(await store.connections.takeDue(NOW + 98, NOW + 99), 1)
  })

  it('does not store results for an account that was replaced meanwhile', async t => {
    const store = await open(engine, t)
    await store.connections.connect(1, FOX, 'of fox', NOW)
    await store.connections.connect(1, OWL, 'of owl', NOW)
    await store.connections.saveGrant(OWL.id, 'of fox', 'late')
    assert.equal(
      await store.connections.saveSync(1, FOX, { checkResults: CHECKED, atMs: NOW, dueAtMs: NOW }),
      false,
    )
    await store.connections.delete(1, FOX.id)
    const connection = await store.connections.find(1)
    assert.deepEqual([connection?.sealedGrant, connection?.checkResults], ['of owl', null])
  })

  it('stores each step of a revocation until it is completed', async t => {
    const store = await open(engine, t)
    await store.connections.connect(1, FOX, 'grant', NOW)
    const id = (await store.revocations.disconnect(1, NOW))!
    assert.equal(await store.connections.find(1), null)
    assert.equal(await store.revocations.disconnect(1, NOW), null)
    assert.equal((await leased(store, id, NOW, NOW + 100)).id, id)
    assert.deepEqual(await store.revocations.lease(id, NOW, NOW + 100), { kind: 'in_use' })
    assert.deepEqual(await store.revocations.lease(null, NOW, NOW + 100), { kind: 'none' })
    assert.equal(await store.revocations.noteRoleCleared(id), true)
    await store.connections.saveGrant(FOX.id, 'grant', 'newer')
    await store.connections.saveGrant(FOX.id, 'grant', 'late')
    await store.revocations.postpone(id, NOW + 10)
    assert.deepEqual(await store.revocations.lease(null, NOW + 9, NOW + 100), { kind: 'none' })
    assert.deepEqual(await leased(store, null, NOW + 10, NOW + 100), {
      id,
      discordId: FOX.id,
      sealedGrant: 'newer',
      isRoleCleared: true,
      attempts: 1,
    })
    assert.equal(await store.revocations.end(id), true)
    assert.deepEqual(await store.revocations.lease(id, NOW + 200, NOW + 300), { kind: 'none' })
    assert.deepEqual(
      [await store.revocations.noteRoleCleared(id), await store.revocations.end(id)],
      [false, false],
    )
  })

  it('moves lease and grant to the revocation, which also stores refreshed tokens', async t => {
    const store = await open(engine, t)
    await store.connections.connect(1, FOX, 'grant', NOW)
    await store.connections.lease(1, NOW, NOW + 100)
    const id = (await store.revocations.disconnect(1, NOW))!
    assert.deepEqual(await store.revocations.lease(id, NOW, NOW + 50), { kind: 'in_use' })
    await store.connections.saveGrant(FOX.id, 'grant', 'renewed')
    await store.connections.release(FOX.id, NOW + 100)
    assert.equal((await leased(store, id, NOW, NOW + 50)).sealedGrant, 'renewed')
    await store.connections.connect(2, FOX, 'new', NOW)
    assert.equal(await store.connections.lease(2, NOW + 49, NOW + 99), null, 'somebody is at the account')
    assert.notEqual(await store.connections.lease(2, NOW + 50, NOW + 99), null)
    await store.connections.connect(3, FOX, 'newer', NOW + 51)
    assert.equal(await store.connections.lease(3, NOW + 98, NOW + 200), null)
  })

  it('keeps no connection and no takeover of an account that is deleted at the same time', async t => {
    const db = await engine.open(t)
    const store = new DiscordStore({ db })
    const identity = new IdentityStore({ db })
    const data = discordPersonalData(db, () => Promise.resolve())
    for (let number = 0; number < 10; number++) {
      const { key } = await newPerson(db, `${number}`)
      const user = { ...FOX, id: `${number}` }
      const takeover = { personKey: key, user: OWL, sealedGrant: 'grant' }
      const writes = [
        store.connections.connect(key, user, 'grant', NOW),
        store.consents.addTakeover(`s${number}`, takeover, NOW + 10),
      ]
      await Promise.all([
        ...writes.map(write => write.catch((error: unknown) => assert.ok(error instanceof AccountGoneError))),
        identity.deleteAccount([data], key, NOW),
      ])
      await assert.rejects(store.connections.connect(key, user, 'grant', NOW), AccountGoneError)
      await assert.rejects(store.consents.addTakeover(`s${number}`, takeover, NOW + 10), AccountGoneError)
      assert.equal(await store.connections.find(key), null)
      assert.equal(await store.consents.findTakeover(`s${number}`, NOW), null)
    }
  })

  it('revokes a grant that was never connected, unless somebody has its account', async t => {
    const store = await open(engine, t)
    await store.connections.connect(1, FOX, 'grant', NOW)
    await store.revocations.add(FOX.id, 'never connected', NOW)
    assert.deepEqual(await store.revocations.lease(null, NOW, NOW + 1), { kind: 'none' })
    await store.revocations.add(OWL.id, 'never connected', NOW)
    const { discordId, sealedGrant } = await leased(store, null, NOW, NOW + 1)
    assert.deepEqual([discordId, sealedGrant], [OWL.id, 'never connected'])
  })

  it('saves the settings of a server without changing its feed', async t => {
    const store = await open(engine, t)
    assert.deepEqual(await store.servers.settingsOf('500'), {
      enabled: true,
      private: false,
      channel: null,
      feed: false,
    })
    await store.servers.saveFeed('500', true, NOW)
    await store.servers.saveSettings('500', { enabled: true, private: true, channel: '600' })
    await store.servers.saveSettings('501', { enabled: true, private: false, channel: '601' })
    assert.deepEqual(await store.servers.settingsOf('500'), {
      enabled: true,
      private: true,
      channel: '600',
      feed: true,
    })
    assert.equal((await store.servers.settingsOf('501')).feed, false)
  })

  it('returns each feed when it is due, provided that a channel is set', async t => {
    const store = await open(engine, t)
    await store.servers.saveFeed('500', true, NOW)
    await store.servers.saveFeed('501', true, NOW)
    await store.servers.saveSettings('501', { enabled: true, private: false, channel: '601' })
    const [one, other] = await Promise.all([
      store.servers.takeDueFeed(NOW, NOW + 300),
      store.servers.takeDueFeed(NOW, NOW + 300),
    ])
    assert.deepEqual(
      [one, other].filter(due => due !== null),
      [{ guildId: '501', channelId: '601', afterMs: NOW }],
    )
    await store.servers.noteFeedSent('501', NOW + 100)
    assert.equal((await store.servers.takeDueFeed(NOW + 300, NOW + 600))?.afterMs, NOW + 100)
    await store.servers.stopFeed('501')
    assert.equal(await store.servers.takeDueFeed(NOW + 900, NOW + 1200), null)
    await store.servers.saveFeed('501', true, NOW)
    await store.servers.saveSettings('501', { enabled: false, private: false, channel: '601' })
    assert.equal(await store.servers.takeDueFeed(NOW + 900, NOW + 1200), null)
  })

  it('pages through sealed grants, and does not replace one that does not exist', async t => {
    const db = await engine.open(t)
    for (const texts of sealedGrants({ db, clock: new ManualClock() })) {
      assert.deepEqual(await texts.rowsAfter(0, 10), [])
      assert.equal(await texts.replace(1, 'before', 'after'), false)
    }
  })

  itRunsReviewedStatements(
    engine.name,
    'discord_connections',
    'discord_revocations',
    'discord_servers',
    'discord_states',
    'discord_takeovers',
  )
})
