import assert from 'node:assert/strict'
import { it } from 'node:test'
import { LEASE_MS } from '../../src/slices/discord/grant-keeper.ts'
import { type DiscordRig, discordRig } from '../support/discord.ts'
import { BACK, DISCORD_FOX } from '../support/discord-guild.ts'
import { forEachEngine } from '../support/engines.ts'
import { SOMEBODY } from '../support/somebody.ts'

const HOUR = 3_600_000
const WEEK = 7 * 24 * HOUR

/**
 * Delays the first request that matches `wanted` until `until` resolves.
 * @returns a promise that resolves just before the request is sent.
 */
function holdBack(rig: DiscordRig, wanted: string, until: () => Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isHeld = false
  rig.hooks.request = async request => {
    if (isHeld || request !== wanted) return
    isHeld = true
    resolve()
    await until()
  }
  return promise
}

/** Resolves when somebody begins to wait for the lease. */
function somebodyWaits(rig: DiscordRig): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  rig.hooks.wait = resolve
  return promise
}

function since<T>(before: readonly T[], now: readonly T[]): T[] {
  return now.slice(before.length)
}

forEachEngine('a Discord account in concurrent use', engine => {
  it('has its tokens renewed once by concurrent syncs', async t => {
    const rig = await discordRig(t, await engine.open(t))
    await rig.connect()
    rig.advance(WEEK)
    const before = rig.asked()
    const synced = await Promise.all(Array.from({ length: 5 }, () => rig.connections.sync(rig.person)))
    assert.deepEqual(new Set(synced.map(({ kind }) => kind)), new Set(['synced']))
    const requests = since(before, rig.asked())
    assert.equal(requests.filter(request => request === 'POST token').length, 1)
  })

  it('is disconnected after a running sync, not before', async t => {
    const rig = await discordRig(t, await engine.open(t))
    await rig.connect()
    let leaving = Promise.resolve<unknown>(null)
    const isToldSoon = holdBack(rig, 'PUT role-connection', async () => {
      const waits = somebodyWaits(rig)
      leaving = rig.revocations.disconnect(rig.person.key)
      await Promise.race([leaving, waits])
    })
    const before = rig.asked()
    const synced = rig.connections.sync(rig.person)
    await isToldSoon
    assert.equal((await synced).kind, 'not_connected')
    assert.deepEqual(await leaving, { role: 'cleared', grant: 'revoked' })
    const requests = since(before, rig.asked())
    assert.deepEqual(requests, ['GET @me', 'PUT role-connection', 'DELETE role-connection', 'POST revoke'])
    assert.equal(rig.sim.roleConnections.size, 0)
  })

  it('is revoked with the tokens that were just being renewed', async t => {
    const rig = await discordRig(t, await engine.open(t))
    await rig.connect()
    rig.advance(WEEK)
    let leaving = Promise.resolve<unknown>(null)
    const isRenewedSoon = holdBack(rig, 'POST token', async () => {
      const waits = somebodyWaits(rig)
      leaving = rig.revocations.disconnect(rig.person.key)
      await Promise.race([leaving, waits])
    })
    const before = rig.asked()
    const synced = rig.connections.sync(rig.person)
    await isRenewedSoon
    await synced
    assert.deepEqual(await leaving, { role: 'cleared', grant: 'revoked' })
    const requests = since(before, rig.asked())
    assert.equal(requests.filter(request => request === 'POST token').length, 1)
    assert.deepEqual(requests.slice(-2), ['DELETE role-connection', 'POST revoke'])
    assert.equal(rig.sim.roleConnections.size, 0)
    assert.equal((await rig.revocations.next()).kind, 'none')
  })

  it('is not revoked when it is connected again meanwhile', async t => {
    const rig = await discordRig(t, await engine.open(t))
    await rig.connect()
    let connecting = Promise.resolve<unknown>(null)
    const isClearedSoon = holdBack(rig, 'DELETE role-connection', async () => {
      const waits = somebodyWaits(rig)
      connecting = rig.connections.connect(rig.person, rig.code(), BACK)
      await Promise.race([connecting, waits])
    })
    const left = rig.revocations.disconnect(rig.person.key)
    await isClearedSoon
    await left
    assert.deepEqual(await connecting, { kind: 'connected' })
    assert.equal(rig.asked().includes('POST revoke'), false)
    assert.equal(rig.sim.roleConnections.size, 1)
    assert.notEqual((await rig.connections.find(rig.person.key))?.syncedAtMs, null)
  })

  it('does not get the checks of the person who had it before', async t => {
    const db = await engine.open(t)
    const rig = await discordRig(t, db)
    await rig.connect()
    const other = { ...SOMEBODY, key: 8, username: 'owl' }
    const takeOver = async (person: typeof other) => {
      assert.deepEqual(await rig.connections.connect(person, rig.code(), BACK), { kind: 'taken' })
      return await rig.connections.confirm(person, BACK.sessionId)
    }
    let connecting = Promise.resolve<unknown>(null)
    const isToldSoon = holdBack(rig, 'PUT role-connection', async () => {
      const waits = somebodyWaits(rig)
      connecting = takeOver(other)
      await Promise.race([connecting, waits])
    })
    const synced = rig.connections.sync(rig.person)
    await isToldSoon
    assert.deepEqual(await connecting, { kind: 'connected' })
    assert.equal((await synced).kind, 'not_connected')
    const roleConnection = rig.sim.roleConnections.get(DISCORD_FOX.id) as { platform_username: string }
    assert.equal(roleConnection.platform_username, 'owl')
  })
})

forEachEngine('a process that was killed', engine => {
  it('in a sync makes others wait until its lease ends', async t => {
    const rig = await discordRig(t, await engine.open(t))
    await rig.connect()
    await rig.store.connections.lease(rig.person.key, rig.now(), rig.now() + LEASE_MS)
    assert.equal((await rig.connections.sync(rig.person)).kind, 'unavailable')
    assert.deepEqual(await rig.revocations.disconnect(rig.person.key), { role: 'pending', grant: 'pending' })
    assert.equal(await rig.connections.find(rig.person.key), null, 'gone for its owner')
    rig.advance(LEASE_MS)
    assert.equal((await rig.revocations.next()).kind, 'done')
    assert.equal(rig.sim.roleConnections.size, 0)
  })

  it('between the steps of a revocation leaves the remaining steps to the next attempt', async t => {
    const rig = await discordRig(t, await engine.open(t))
    await rig.connect()
    const id = (await rig.store.revocations.disconnect(rig.person.key, rig.now()))!
    await rig.store.revocations.lease(id, rig.now(), rig.now() + LEASE_MS)
    await rig.store.revocations.noteRoleCleared(id)
    assert.equal((await rig.revocations.next()).kind, 'none')
    rig.advance(LEASE_MS)
    const before = rig.asked()
    assert.equal((await rig.revocations.next()).kind, 'done')
    assert.deepEqual(since(before, rig.asked()), ['POST revoke'])
  })
})

forEachEngine('a revocation', engine => {
  it('renews tokens that Discord refuses', async t => {
    const rig = await discordRig(t, await engine.open(t))
    await rig.connect()
    const { connection, grant } = (await rig.grants.find(rig.person.key))!
    const asIfValid = rig.grants.seal(DISCORD_FOX.id, { ...grant, expiresAtMs: rig.now() + 9 * WEEK })
    await rig.store.connections.saveGrant(DISCORD_FOX.id, connection.sealedGrant, asIfValid)
    rig.advance(WEEK + 1)
    const before = rig.asked()
    assert.deepEqual(await rig.revocations.disconnect(rig.person.key), { role: 'cleared', grant: 'revoked' })
    const requests = since(before, rig.asked())
    const cleared = 'DELETE role-connection'
    assert.deepEqual(requests, [cleared, 'POST token', cleared, 'POST revoke'])
    assert.equal(rig.sim.roleConnections.size, 0)
  })

  it('is tried again until a missing key is configured', async t => {
    const rig = await discordRig(t, await engine.open(t))
    await rig.connect()
    const { connection, grant } = (await rig.grants.find(rig.person.key))!
    const unreadable = rig.grants.seal('another account', grant)
    await rig.store.connections.saveGrant(DISCORD_FOX.id, connection.sealedGrant, unreadable)
    assert.equal(await rig.connections.find(rig.person.key), null, 'may be connected anew')
    assert.deepEqual(await rig.revocations.disconnect(rig.person.key), { role: 'pending', grant: 'pending' })
    await rig.store.connections.saveGrant(DISCORD_FOX.id, unreadable, connection.sealedGrant)
    rig.advance(6 * HOUR)
    assert.equal((await rig.revocations.next()).kind, 'done')
    assert.equal(rig.sim.roleConnections.size, 0)
  })
})

forEachEngine('a check', engine => {
  it('stays for a day while its source does not answer, and is cleared by the next sync', async t => {
    const rig = await discordRig(t, await engine.open(t))
    await rig.connect()
    const told = () =>
      (rig.sim.roleConnections.get(DISCORD_FOX.id) as { metadata: Record<string, string> }).metadata
    assert.deepEqual([told().verified, told().listed_avatars], ['1', '3'])
    Object.assign(rig.values, { verified: null, listed_avatars: null, saved_avatars: 2 })
    rig.advance(20 * HOUR)
    await rig.connections.sync(rig.person)
    assert.deepEqual([told().verified, told().listed_avatars, told().saved_avatars], ['1', '3', '2'])
    assert.equal(
      await rig.store.connections.takeDue(rig.now() + 2 * HOUR, rig.now() + 3 * HOUR),
      rig.person.key,
      'asked again soon',
    )
    rig.advance(4 * HOUR)
    await rig.connections.sync(rig.person)
    assert.deepEqual([told().verified, told().listed_avatars], ['0', '0'])
    rig.values.verified = true
    await rig.connections.sync(rig.person)
    assert.equal(told().verified, '1')
    assert.equal(
      await rig.store.connections.takeDue(rig.now() + 2 * HOUR, rig.now() + 3 * HOUR),
      rig.person.key,
    )
  })

  it('is read again before an answer that was old at the sync expires', async t => {
    const rig = await discordRig(t, await engine.open(t))
    rig.answers.ageMs = 6 * HOUR
    await rig.connect()
    assert.equal(await rig.store.connections.takeDue(rig.now() + 11 * HOUR, rig.now()), null)
    assert.equal(await rig.store.connections.takeDue(rig.now() + 12 * HOUR, rig.now()), rig.person.key)
  })
})
