import assert from 'node:assert/strict'
import { it } from 'node:test'
import { AccountGoneError } from '../../src/kernel/person.ts'
import { HOUR_MS } from '../../src/kernel/time.ts'
import { LEASE_MS } from '../../src/slices/discord/grant-keeper.ts'
import { discordPersonalData } from '../../src/slices/discord/personal-data.sql.ts'
import { IdentityStore } from '../../src/slices/identity/index.ts'
import { BACK, DISCORD_FOX } from '../support/discord-guild.ts'
import { type DiscordService, startDiscordService } from '../support/discord-service.ts'
import { forEachEngine } from '../support/engines.ts'
import { newPerson } from '../support/people.ts'

const WEEK = 7 * 24 * HOUR_MS

/**
 * Delays the first request that matches `wanted` until `until` resolves.
 * @returns a promise that resolves just before the request is sent.
 */
function holdBack(discord: DiscordService, wanted: string, until: () => Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isHeld = false
  discord.hooks.request = async request => {
    if (isHeld || request !== wanted) return
    isHeld = true
    resolve()
    await until()
  }
  return promise
}

/** Resolves when somebody begins to wait for the lease. */
function somebodyWaits(discord: DiscordService): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  discord.hooks.wait = resolve
  return promise
}

function since<T>(before: readonly T[], now: readonly T[]): T[] {
  return now.slice(before.length)
}

forEachEngine('a Discord account in concurrent use', engine => {
  it('has its tokens renewed once by concurrent syncs', async t => {
    const discord = await startDiscordService(t, await engine.open(t))
    await discord.connect()
    discord.advance(WEEK)
    const before = discord.asked()
    const synced = await Promise.all(
      Array.from({ length: 5 }, () => discord.connections.sync(discord.person)),
    )
    assert.deepEqual(new Set(synced.map(({ kind }) => kind)), new Set(['synced']))
    const requests = since(before, discord.asked())
    assert.equal(requests.filter(request => request === 'POST token').length, 1)
  })

  it('is disconnected after a running sync, not before', async t => {
    const discord = await startDiscordService(t, await engine.open(t))
    await discord.connect()
    let leaving = Promise.resolve<unknown>(null)
    const isToldSoon = holdBack(discord, 'PUT role-connection', async () => {
      const waits = somebodyWaits(discord)
      leaving = discord.revocations.disconnect(discord.person.key)
      await Promise.race([leaving, waits])
    })
    const before = discord.asked()
    const synced = discord.connections.sync(discord.person)
    await isToldSoon
    assert.equal((await synced).kind, 'not_connected')
    assert.deepEqual(await leaving, { role: 'cleared', grant: 'revoked' })
    const requests = since(before, discord.asked())
    assert.deepEqual(requests, ['GET @me', 'PUT role-connection', 'DELETE role-connection', 'POST revoke'])
    assert.equal(discord.sim.roleConnections.size, 0)
  })

  it('is revoked with the tokens that were just being renewed', async t => {
    const discord = await startDiscordService(t, await engine.open(t))
    await discord.connect()
    discord.advance(WEEK)
    let leaving = Promise.resolve<unknown>(null)
    const isRenewedSoon = holdBack(discord, 'POST token', async () => {
      const waits = somebodyWaits(discord)
      leaving = discord.revocations.disconnect(discord.person.key)
      await Promise.race([leaving, waits])
    })
    const before = discord.asked()
    const synced = discord.connections.sync(discord.person)
    await isRenewedSoon
    await synced
    assert.deepEqual(await leaving, { role: 'cleared', grant: 'revoked' })
    const requests = since(before, discord.asked())
    assert.equal(requests.filter(request => request === 'POST token').length, 1)
    assert.deepEqual(requests.slice(-2), ['DELETE role-connection', 'POST revoke'])
    assert.equal(discord.sim.roleConnections.size, 0)
    assert.equal((await discord.revocations.revokeNext()).kind, 'none')
  })

  it('is not revoked when it is connected again meanwhile', async t => {
    const discord = await startDiscordService(t, await engine.open(t))
    await discord.connect()
    let connecting = Promise.resolve<unknown>(null)
    const isClearedSoon = holdBack(discord, 'DELETE role-connection', async () => {
      const waits = somebodyWaits(discord)
      connecting = discord.connections.connect(discord.person, discord.code(), BACK)
      await Promise.race([connecting, waits])
    })
    const left = discord.revocations.disconnect(discord.person.key)
    await isClearedSoon
    await left
    assert.deepEqual(await connecting, { kind: 'connected' })
    assert.equal(discord.asked().includes('POST revoke'), false)
    assert.equal(discord.sim.roleConnections.size, 1)
    assert.notEqual((await discord.connections.find(discord.person.key))?.syncedAtMs, null)
  })

  it('is revoked when the account here is deleted while it is being connected', async t => {
    const db = await engine.open(t)
    const discord = await startDiscordService(t, db)
    const { key } = discord.person
    const identity = new IdentityStore({ db })
    const data = discordPersonalData(db, key => discord.revocations.disconnect(key))
    const isAskedSoon = holdBack(discord, 'GET @me', () => identity.deleteAccount([data], key, discord.now()))
    const connecting = discord.connections.connect(discord.person, discord.code(), BACK)
    await Promise.all([isAskedSoon, assert.rejects(connecting, AccountGoneError)])
    assert.equal(await discord.store.connections.find(key), null)
    const before = discord.asked()
    assert.equal((await discord.revocations.revokeNext()).kind, 'done')
    assert.deepEqual(since(before, discord.asked()), ['DELETE role-connection', 'POST revoke'])
  })

  it('does not get the checks of the person who had it before', async t => {
    const db = await engine.open(t)
    const discord = await startDiscordService(t, db)
    await discord.connect()
    const other = await newPerson(db, 'owl')
    const takeOver = async (person: typeof other) => {
      assert.deepEqual(await discord.connections.connect(person, discord.code(), BACK), { kind: 'taken' })
      return await discord.connections.confirm(person, BACK.sessionId)
    }
    let connecting = Promise.resolve<unknown>(null)
    const isToldSoon = holdBack(discord, 'PUT role-connection', async () => {
      const waits = somebodyWaits(discord)
      connecting = takeOver(other)
      await Promise.race([connecting, waits])
    })
    const synced = discord.connections.sync(discord.person)
    await isToldSoon
    assert.deepEqual(await connecting, { kind: 'connected' })
    assert.equal((await synced).kind, 'not_connected')
    const roleConnection = discord.sim.roleConnections.get(DISCORD_FOX.id) as { platform_username: string }
    assert.equal(roleConnection.platform_username, 'owl')
  })
})

forEachEngine('a process that was killed', engine => {
  it('in a sync makes others wait until its lease ends', async t => {
    const discord = await startDiscordService(t, await engine.open(t))
    await discord.connect()
    await discord.store.connections.lease(discord.person.key, discord.now(), discord.now() + LEASE_MS)
    assert.equal((await discord.connections.sync(discord.person)).kind, 'unavailable')
    assert.deepEqual(await discord.revocations.disconnect(discord.person.key), {
      role: 'pending',
      grant: 'pending',
    })
    assert.equal(await discord.connections.find(discord.person.key), null, 'gone for its owner')
    discord.advance(LEASE_MS)
    assert.equal((await discord.revocations.revokeNext()).kind, 'done')
    assert.equal(discord.sim.roleConnections.size, 0)
  })

  it('between the steps of a revocation leaves the remaining steps to the next attempt', async t => {
    const discord = await startDiscordService(t, await engine.open(t))
    await discord.connect()
    const id = (await discord.store.revocations.disconnect(discord.person.key, discord.now()))!
    await discord.store.revocations.lease(id, discord.now(), discord.now() + LEASE_MS)
    await discord.store.revocations.noteRoleCleared(id)
    assert.equal((await discord.revocations.revokeNext()).kind, 'none')
    discord.advance(LEASE_MS)
    const before = discord.asked()
    assert.equal((await discord.revocations.revokeNext()).kind, 'done')
    assert.deepEqual(since(before, discord.asked()), ['POST revoke'])
  })
})

forEachEngine('a revocation', engine => {
  it('renews tokens that Discord refuses', async t => {
    const discord = await startDiscordService(t, await engine.open(t))
    await discord.connect()
    const { connection, grant } = (await discord.grants.find(discord.person.key))!
    const asIfValid = discord.grants.seal(DISCORD_FOX.id, { ...grant, expiresAtMs: discord.now() + 9 * WEEK })
    await discord.store.connections.saveGrant(DISCORD_FOX.id, connection.sealedGrant, asIfValid)
    discord.advance(WEEK + 1)
    const before = discord.asked()
    assert.deepEqual(await discord.revocations.disconnect(discord.person.key), {
      role: 'cleared',
      grant: 'revoked',
    })
    const requests = since(before, discord.asked())
    const cleared = 'DELETE role-connection'
    assert.deepEqual(requests, [cleared, 'POST token', cleared, 'POST revoke'])
    assert.equal(discord.sim.roleConnections.size, 0)
  })

  it('is tried again until a missing key is configured', async t => {
    const discord = await startDiscordService(t, await engine.open(t))
    await discord.connect()
    const { connection, grant } = (await discord.grants.find(discord.person.key))!
    const unreadable = discord.grants.seal('another account', grant)
    await discord.store.connections.saveGrant(DISCORD_FOX.id, connection.sealedGrant, unreadable)
    assert.equal(await discord.connections.find(discord.person.key), null, 'may be connected anew')
    assert.deepEqual(await discord.revocations.disconnect(discord.person.key), {
      role: 'pending',
      grant: 'pending',
    })
    await discord.store.connections.saveGrant(DISCORD_FOX.id, unreadable, connection.sealedGrant)
    discord.advance(6 * HOUR_MS)
    assert.equal((await discord.revocations.revokeNext()).kind, 'done')
    assert.equal(discord.sim.roleConnections.size, 0)
  })
})

forEachEngine('a check', engine => {
  it('stays for a day while its source does not answer, and is cleared by the next sync', async t => {
    const discord = await startDiscordService(t, await engine.open(t))
    await discord.connect()
    const told = () =>
      (discord.sim.roleConnections.get(DISCORD_FOX.id) as { metadata: Record<string, string> }).metadata
    assert.deepEqual([told().verified, told().listed_avatars], ['1', '3'])
    Object.assign(discord.values, { verified: null, listed_avatars: null, saved_avatars: 2 })
    discord.advance(20 * HOUR_MS)
    await discord.connections.sync(discord.person)
    assert.deepEqual([told().verified, told().listed_avatars, told().saved_avatars], ['1', '3', '2'])
    assert.equal(
      await discord.store.connections.takeDue(discord.now() + 2 * HOUR_MS, discord.now() + 3 * HOUR_MS),
      discord.person.key,
      'asked again soon',
    )
    discord.advance(4 * HOUR_MS)
    await discord.connections.sync(discord.person)
    assert.deepEqual([told().verified, told().listed_avatars], ['0', '0'])
    discord.values.verified = true
    await discord.connections.sync(discord.person)
    assert.equal(told().verified, '1')
    assert.equal(
      await discord.store.connections.takeDue(discord.now() + 2 * HOUR_MS, discord.now() + 3 * HOUR_MS),
      discord.person.key,
    )
  })

  it('is read again before an answer that was old at the sync expires', async t => {
    const discord = await startDiscordService(t, await engine.open(t))
    discord.answers.ageMs = 6 * HOUR_MS
    await discord.connect()
    assert.equal(await discord.store.connections.takeDue(discord.now() + 11 * HOUR_MS, discord.now()), null)
    assert.equal(
      await discord.store.connections.takeDue(discord.now() + 12 * HOUR_MS, discord.now()),
      discord.person.key,
    )
  })
})
