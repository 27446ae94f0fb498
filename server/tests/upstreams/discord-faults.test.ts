import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { FAULTS, type Fault } from '../../../sim/src/server/faults.ts'
import { type DiscordRig, discordRig } from '../support/discord.ts'
import { BACK, DISCORD_FOX } from '../support/discord-guild.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { SOMEBODY } from '../support/somebody.ts'

const HOUR = 3_600_000
const WEEK = 7 * 24 * HOUR
const ALL = Object.keys(FAULTS) as Fault[]
/** Faults that do not matter for an answer of which only the status is read. */
const HARMLESS: ReadonlySet<Fault> = new Set(['truncated', 'cut-off', 'wrong-types', 'slow'])
/** Kinds of outcomes while an upstream fails; it never throws. */
const PASSING = ['limited', 'unavailable']

interface Step {
  /** The path of the call to Discord. */
  readonly path: RegExp
  /** @returns the outcome. */
  run(rig: DiscordRig): Promise<string>
}

const USER = /^\/api\/v10\/users\/@me$/
const ROLE = /role-connection$/
const TOKEN = /oauth2\/token$/

const sync = async ({ connections, person }: DiscordRig) => (await connections.sync(person)).kind
const configuration = async ({ guilds, person }: DiscordRig) =>
  (await guilds.configurationOf(person.key, '500')).kind

/** Steps that change nothing when they fail. */
const ASKING: Readonly<Record<string, Step>> = {
  'sync: who it is': { path: USER, run: sync },
  'sync: what Discord is told': { path: ROLE, run: sync },
  'servers: the list': {
    path: /users\/@me\/guilds$/,
    run: async ({ guilds, person }) => (await guilds.list(person.key)).kind,
  },
  'server: rights': { path: /users\/@me\/guilds$/, run: configuration },
  'server: the bot': { path: USER, run: configuration },
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
  run: (rig: DiscordRig, fault: Fault) => Promise<readonly [during: string, afterwards: string]>,
  harmless: ReadonlySet<Fault> = new Set(),
) {
  const db = await engine.open(t)
  for (const [key, fault] of ALL.entries()) {
    const rig = await discordRig(t, db, {
      fault: harmless.has(fault) ? null : fault,
      person: { ...SOMEBODY, key },
    })
    const [during, afterwards] = await run(rig, fault)
    // Frees the Discord account for the next person.
    await rig.store.connections.delete(key, DISCORD_FOX.id)
    t.diagnostic(`${name}  ${fault.padEnd(12)}  ${during.padEnd(14)}  afterwards ${afterwards}`)
  }
}

forEachEngine('every failure of Discord, at every step', engine => {
  // One engine suffices for all faults, because both store the same; the other one runs only the complete flow.
  if (engine.name !== 'sqlite') return

  for (const [name, { path, run }] of Object.entries(ASKING)) {
    it(`${name} comes to nothing, and works when the fault has gone`, async t => {
      await throughFaults(t, engine, name, async (rig, fault) => {
        await rig.connect()
        const before = await rig.store.connections.find(rig.person.key)
        const settings = await rig.store.servers.settingsOf('500')
        rig.sim.faults.add({ fault, path })
        const during = await run(rig)
        // The client does not read the body of this answer.
        if (path === ROLE && fault === 'wrong-types') return [during, 'nothing to do']
        assert.ok(PASSING.includes(during), `${fault}: ${during}`)
        const after = await rig.store.connections.find(rig.person.key)
        assert.deepEqual(after?.checked, before?.checked)
        assert.deepEqual(await rig.store.servers.settingsOf('500'), settings)
        rig.sim.faults.clear()
        rig.advance(HOUR)
        const afterwards = await run(rig)
        assert.match(afterwards, /^(ok|synced)$/, fault)
        return [during, afterwards]
      })
    })
  }

  for (const [name, path] of [
    ['connect: the code', TOKEN],
    ['connect: who it is', USER],
  ] as const) {
    it(`${name} leaves nothing half-connected`, async t => {
      await throughFaults(t, engine, name, async (rig, fault) => {
        rig.sim.faults.add({ fault, path })
        const { kind } = await rig.connections.connect(rig.person, rig.code(), BACK)
        assert.ok(PASSING.includes(kind), `${fault}: ${kind}`)
        assert.equal(await rig.connections.find(rig.person.key), null)
        rig.sim.faults.clear()
        rig.advance(HOUR)
        const again = await rig.connections.connect(rig.person, rig.code(), BACK)
        assert.equal(again.kind, 'connected', fault)
        return [kind, again.kind]
      })
    })
  }

  it('connect: what Discord is told is told later', async t => {
    await throughFaults(t, engine, 'connect: the role', async (rig, fault) => {
      rig.sim.faults.add({ fault, path: ROLE })
      const { kind } = await rig.connections.connect(rig.person, rig.code(), BACK)
      assert.equal(kind, 'connected', fault)
      if (fault === 'wrong-types') return [kind, 'nothing to do']
      assert.equal((await rig.connections.find(rig.person.key))?.syncedAtMs, null)
      rig.sim.faults.clear()
      assert.equal(await rig.store.connections.takeDue(rig.now(), rig.now()), null, 'not at once')
      rig.advance(HOUR)
      assert.equal(await rig.store.connections.takeDue(rig.now(), rig.now()), rig.person.key)
      return [kind, await sync(rig)]
    })
  })

  for (const [name, path] of [
    ['disconnect: the role', ROLE],
    ['disconnect: the grant', /token\/revoke$/],
  ] as const) {
    it(`${name} is given back when Discord is there again, in order, and nothing twice`, async t => {
      await throughFaults(
        t,
        engine,
        name,
        async (rig, fault) => {
          await rig.connect()
          rig.sim.faults.add({ fault, path })
          const ends = await rig.revocations.disconnect(rig.person.key)
          const during = ends?.grant === 'pending' ? 'postponed' : 'done'
          assert.equal(await rig.connections.find(rig.person.key), null)
          // Some faults do not affect an answer without a body; of the others only the status is read.
          if (HARMLESS.has(fault) && during === 'done') return [during, 'nothing to do']
          const role = path === ROLE ? 'pending' : 'cleared'
          assert.deepEqual(ends, { role, grant: 'pending' }, fault)
          rig.sim.faults.clear()
          assert.equal((await rig.revocations.next()).kind, 'none', 'not at once')
          const before = rig.sim.requests.length
          rig.advance(HOUR)
          const afterwards = (await rig.revocations.next()).kind
          assert.equal(afterwards, 'done', fault)
          const asked = rig.sim.requests.slice(before).map(request => `${request.method} ${request.path}`)
          const clear = `DELETE /api/v10/users/@me/applications/${rig.sim.clientId}/role-connection`
          const revoke = 'POST /api/v10/oauth2/token/revoke'
          assert.deepEqual(asked, path === ROLE ? [clear, revoke] : [revoke], fault)
          assert.equal(rig.sim.roleConnections.size, 0)
          assert.equal((await rig.revocations.next()).kind, 'none')
          return [during, afterwards]
        },
        HARMLESS,
      )
    })
  }

  it('tokens that Discord will replace in a moment are replaced then, and nothing is lost', async t => {
    const rig = await discordRig(t, await engine.open(t))
    await rig.connect()
    rig.advance(WEEK)
    rig.sim.limit({ path: /oauth2\/token$/, times: 1, retryAfterSeconds: 1800 })
    assert.equal((await rig.connections.sync(rig.person)).kind, 'limited')
    assert.equal(
      await rig.store.connections.takeDue(rig.now() + HOUR / 2 - 1, rig.now()),
      null,
      'not before it may',
    )
    rig.advance(HOUR / 2)
    assert.equal((await rig.connections.sync(rig.person)).kind, 'synced')
  })

  it('tokens that cannot be replaced now are replaced later, or the connection ends; nothing is told wrongly', async t => {
    await throughFaults(t, engine, 'replace tokens', async (rig, fault) => {
      await rig.connect()
      rig.advance(WEEK)
      rig.sim.faults.add({ fault, path: TOKEN })
      const during = await sync(rig)
      assert.ok(PASSING.includes(during), `${fault}: ${during}`)
      assert.notEqual(await rig.connections.find(rig.person.key), null)
      rig.sim.faults.clear()
      rig.advance(HOUR)
      const afterwards = await sync(rig)
      assert.match(afterwards, /^(synced|not_connected)$/, fault)
      return [during, afterwards]
    })
  })
})
