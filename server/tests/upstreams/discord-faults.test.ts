import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { FAULTS, type Fault } from '../../../sim/src/server/faults.ts'
import { HOUR_MS } from '../../src/kernel/time.ts'
import { BACK, DISCORD_FOX } from '../support/discord-guild.ts'
import { type DiscordService, startDiscordService } from '../support/discord-service.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'

const WEEK = 7 * 24 * HOUR_MS
const ALL_FAULTS = Object.keys(FAULTS) as Fault[]
/** Faults that do not matter for an answer of which only the status is read. */
const HARMLESS: ReadonlySet<Fault> = new Set(['truncated', 'cut-off', 'wrong-types', 'slow'])
/** Kinds of outcomes while an upstream fails. */
const TEMPORARY_FAILURES = ['limited', 'unavailable']

interface Step {
  /** The path of the call to Discord. */
  readonly path: RegExp
  /** @returns the outcome. */
  run(discord: DiscordService): Promise<string>
}

const USER_PATH = /^\/api\/v10\/users\/@me$/
const ROLE_PATH = /role-connection$/
const TOKEN_PATH = /oauth2\/token$/

const sync = async ({ connections, person }: DiscordService) => (await connections.sync(person)).kind
const configuration = async ({ guilds, person }: DiscordService) =>
  (await guilds.configurationOf(person.key, '500')).kind

/** Steps that change nothing when they fail. */
const READING_STEPS: Readonly<Record<string, Step>> = {
  'sync: the user': { path: USER_PATH, run: sync },
  'sync: the role metadata': { path: ROLE_PATH, run: sync },
  'servers: the list': {
    path: /users\/@me\/guilds$/,
    run: async ({ guilds, person }) => (await guilds.list(person.key)).kind,
  },
  'server: rights': { path: /users\/@me\/guilds$/, run: configuration },
  'server: the bot': { path: USER_PATH, run: configuration },
  'server: roles': { path: /\/guilds\/500$/, run: configuration },
  'server: channels': { path: /channels$/, run: configuration },
  'server: membership': { path: /members\/\d+$/, run: configuration },
  'server: saving': {
    path: /channels$/,
    run: async ({ guilds, person }) => {
      const settings = { enabled: false, private: true, channel: '600' }
      return (await guilds.save(person.key, '500', settings)).kind
    },
  },
}

/**
 * Runs a step under each fault, and then once more without it.
 * @param harmless faults under which an answer ends by itself, so that its deadline is not short.
 */
async function throughFaults(
  t: TestContext,
  engine: TestEngine,
  name: string,
  run: (discord: DiscordService, fault: Fault) => Promise<readonly [during: string, afterwards: string]>,
  harmless: ReadonlySet<Fault> = new Set(),
) {
  const db = await engine.open(t)
  for (const fault of ALL_FAULTS) {
    const discord = await startDiscordService(t, db, {
      fault: harmless.has(fault) ? null : fault,
      username: fault,
    })
    const [during, afterwards] = await run(discord, fault)
    // Frees the Discord account for the next person.
    await discord.store.connections.delete(discord.person.key, DISCORD_FOX.id)
    t.diagnostic(`${name}  ${fault.padEnd(12)}  ${during.padEnd(14)}  afterwards ${afterwards}`)
  }
}

forEachEngine('every failure of Discord, at every step', engine => {
  // One engine suffices for all faults, because both store the same; the other one runs only the complete flow.
  if (engine.name !== 'sqlite') return

  for (const [name, { path, run }] of Object.entries(READING_STEPS)) {
    it(`${name} changes nothing while it fails, and works once the fault has ended`, async t => {
      await throughFaults(t, engine, name, async (discord, fault) => {
        await discord.connect()
        const before = await discord.store.connections.find(discord.person.key)
        const settings = await discord.store.servers.settingsOf('500')
        discord.sim.faults.add({ fault, path })
        const during = await run(discord)
        // The client does not read the body of this answer.
        if (path === ROLE_PATH && fault === 'wrong-types') return [during, 'nothing to do']
        assert.ok(TEMPORARY_FAILURES.includes(during), `${fault}: ${during}`)
        const after = await discord.store.connections.find(discord.person.key)
        assert.deepEqual(after?.checkResults, before?.checkResults)
        assert.deepEqual(await discord.store.servers.settingsOf('500'), settings)
        discord.sim.faults.clear()
        discord.advance(HOUR_MS)
        const afterwards = await run(discord)
        assert.match(afterwards, /^(ok|synced)$/, fault)
        return [during, afterwards]
      })
    })
  }

  for (const [name, path] of [
    ['connect: the code', TOKEN_PATH],
    ['connect: the user', USER_PATH],
  ] as const) {
    it(`${name} leaves nothing half-connected`, async t => {
      await throughFaults(t, engine, name, async (discord, fault) => {
        discord.sim.faults.add({ fault, path })
        const { kind } = await discord.connections.connect(discord.person, discord.code(), BACK)
        assert.ok(TEMPORARY_FAILURES.includes(kind), `${fault}: ${kind}`)
        assert.equal(await discord.connections.find(discord.person.key), null)
        discord.sim.faults.clear()
        discord.advance(HOUR_MS)
        const again = await discord.connections.connect(discord.person, discord.code(), BACK)
        assert.equal(again.kind, 'connected', fault)
        return [kind, again.kind]
      })
    })
  }

  it('connect: role metadata that could not be sent is sent later', async t => {
    await throughFaults(t, engine, 'connect: the role', async (discord, fault) => {
      discord.sim.faults.add({ fault, path: ROLE_PATH })
      const { kind } = await discord.connections.connect(discord.person, discord.code(), BACK)
      assert.equal(kind, 'connected', fault)
      if (fault === 'wrong-types') return [kind, 'nothing to do']
      assert.equal((await discord.connections.find(discord.person.key))?.syncedAtMs, null)
      discord.sim.faults.clear()
      assert.equal(await discord.store.connections.takeDue(discord.now(), discord.now()), null, 'not at once')
      discord.advance(HOUR_MS)
      assert.equal(await discord.store.connections.takeDue(discord.now(), discord.now()), discord.person.key)
      return [kind, await sync(discord)]
    })
  })

  for (const [name, path] of [
    ['disconnect: the role', ROLE_PATH],
    ['disconnect: the grant', /token\/revoke$/],
  ] as const) {
    it(`${name} is revoked in order once Discord answers again, and nothing is sent twice`, async t => {
      await throughFaults(
        t,
        engine,
        name,
        async (discord, fault) => {
          await discord.connect()
          discord.sim.faults.add({ fault, path })
          const ends = await discord.revocations.disconnect(discord.person.key)
          const during = ends?.grant === 'pending' ? 'postponed' : 'done'
          assert.equal(await discord.connections.find(discord.person.key), null)
          // Some faults do not affect an answer without a body; of the others only the status is read.
          if (HARMLESS.has(fault) && during === 'done') return [during, 'nothing to do']
          const role = path === ROLE_PATH ? 'pending' : 'cleared'
          assert.deepEqual(ends, { role, grant: 'pending' }, fault)
          discord.sim.faults.clear()
          assert.equal((await discord.revocations.revokeNext()).kind, 'none', 'not at once')
          const before = discord.sim.requests.length
          discord.advance(HOUR_MS)
          const afterwards = (await discord.revocations.revokeNext()).kind
          assert.equal(afterwards, 'done', fault)
          const requests = discord.sim.requests
            .slice(before)
            .map(request => `${request.method} ${request.path}`)
          const clear = `DELETE /api/v10/users/@me/applications/${discord.sim.clientId}/role-connection`
          const revoke = 'POST /api/v10/oauth2/token/revoke'
          assert.deepEqual(requests, path === ROLE_PATH ? [clear, revoke] : [revoke], fault)
          assert.equal(discord.sim.roleConnections.size, 0)
          assert.equal((await discord.revocations.revokeNext()).kind, 'none')
          return [during, afterwards]
        },
        HARMLESS,
      )
    })
  }

  it('tokens that Discord refuses to renew until a later time are renewed then', async t => {
    const discord = await startDiscordService(t, await engine.open(t))
    await discord.connect()
    discord.advance(WEEK)
    discord.sim.limit({ path: /oauth2\/token$/, times: 1, retryAfterSeconds: 1800 })
    assert.equal((await discord.connections.sync(discord.person)).kind, 'limited')
    assert.equal(
      await discord.store.connections.takeDue(discord.now() + HOUR_MS / 2 - 1, discord.now()),
      null,
      'not before it may',
    )
    discord.advance(HOUR_MS / 2)
    assert.equal((await discord.connections.sync(discord.person)).kind, 'synced')
  })

  it('tokens that cannot be renewed are renewed later, or the connection ends; no wrong metadata is sent', async t => {
    await throughFaults(t, engine, 'replace tokens', async (discord, fault) => {
      await discord.connect()
      discord.advance(WEEK)
      discord.sim.faults.add({ fault, path: TOKEN_PATH })
      const during = await sync(discord)
      assert.ok(TEMPORARY_FAILURES.includes(during), `${fault}: ${during}`)
      assert.notEqual(await discord.connections.find(discord.person.key), null)
      discord.sim.faults.clear()
      discord.advance(HOUR_MS)
      const afterwards = await sync(discord)
      assert.match(afterwards, /^(synced|not_connected)$/, fault)
      return [during, afterwards]
    })
  })
})
