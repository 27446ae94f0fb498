import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { sealedGrants } from '../../src/slices/discord/sealed-grants.sql.ts'
import { DiscordStore } from '../../src/slices/discord/store.sql.ts'
import { sealedTokens } from '../../src/slices/identity/sealed-tokens.sql.ts'
import { Browser } from '../support/browser.ts'
import { avatary } from '../support/command-line.ts'
import {
  connectDiscord,
  DISCORD_CREATOR,
  DISCORD_OWL,
  type DiscordScene,
  discordStatus,
  openDiscord,
  secretKey,
} from '../support/discord-app.ts'
import { DISCORD_FOX } from '../support/discord-guild.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { newPerson } from '../support/people.ts'
import { asSignedIn, PLAYER, signIn } from '../support/sign-in.ts'
import { testFolder } from '../support/temp-folder.ts'

const OLD_KEY = secretKey(7)
const NEW_KEY = secretKey(8)

interface Result {
  left: number
  tables: { name: string; resealed: number; current: number; busy: number; unreadable: number }[]
}

async function reseal(t: TestContext, { env }: DiscordScene, keys: Record<string, string>) {
  const folder = testFolder(t, 'reseal')
  const options = { env: { ...env, DATA_DIR: folder, ...keys } }
  const { code, stdout, stderr } = await avatary(['reseal', '--json'], options)
  assert.equal(stderr, '')
  const { left, tables } = JSON.parse(stdout) as Result
  const counts = tables.map(({ resealed, current, busy, unreadable }) => [
    resealed,
    current,
    busy,
    unreadable,
  ])
  return { code, left, counts }
}

forEachEngine('changing SECRET_KEY', (engine: TestEngine) => {
  it('takes every stored grant and token along, while the server runs, and again takes nothing', async t => {
    const scene = await openDiscord(t, engine)
    const person = await signIn(scene.app, PLAYER)
    await connectDiscord(scene, person)
    const leaving = await signIn(scene.app, DISCORD_CREATOR)
    await connectDiscord(scene, leaving, { user: DISCORD_OWL.id })
    scene.sim.faults.add({ fault: 'server-error', path: /token\/revoke$/, times: 1 })
    const left = (await (await leaving.delete('/discord/connection')).json()) as { grant: string }
    assert.equal(left.grant, 'pending')

    const keys = { SECRET_KEY: NEW_KEY, OLD_SECRET_KEYS: OLD_KEY }
    const first = await reseal(t, scene, keys)
    assert.deepEqual(first, {
      code: 0,
      left: 0,
      counts: [
        [1, 0, 0, 0],
        [1, 0, 0, 0],
        [2, 0, 0, 0],
      ],
    })
    const second = await reseal(t, scene, { SECRET_KEY: NEW_KEY })
    assert.deepEqual([second.code, second.counts.flat()], [0, [0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0]])

    const after = await scene.startAnother({ SECRET_KEY: NEW_KEY })
    const browser = new Browser(after.origin)
    browser.setCookie('avatary_session', person.browser.cookie('avatary_session')!)
    const there = asSignedIn(after, browser)
    assert.equal((await discordStatus(there)).connected, true)
    assert.equal((await there.post('/discord/sync')).status, 200)
    assert.equal((await there.delete('/discord/connection')).status, 200)
    assert.equal(scene.sim.roleConnections.has(DISCORD_FOX.id), false)
    assert.doesNotMatch(await scene.dump(), /sim-discord/)
  })

  it('tells what a key that is not given sealed, and leaves it as it is', async t => {
    const scene = await openDiscord(t, engine)
    const person = await signIn(scene.app, PLAYER)
    await connectDiscord(scene, person)
    const before = await scene.dump()
    const { code, left, counts } = await reseal(t, scene, { SECRET_KEY: NEW_KEY })
    assert.deepEqual([code, left, counts.map(([, , , unreadable]) => unreadable)], [1, 2, [1, 0, 1]])
    assert.equal(await scene.dump(), before)
    assert.equal((await discordStatus(person)).connected, true)
  })

  it('leaves alone what is in use, or was replaced meanwhile', async t => {
    const db = await engine.open(t)
    const store = new DiscordStore({ db })
    const clock = new ManualClock()
    await newPerson(db, 'anna')
    await store.connections.connect(1, { id: '100', username: 'fox', avatar: null }, 'sealed', clock.now())
    const [connections, revocations] = sealedGrants({ db, clock })
    assert.deepEqual(await connections!.rowsAfter(-1, 10), [
      { id: 1, sealedText: 'sealed', associatedData: 'discord:100' },
    ])
    assert.deepEqual(await connections!.rowsAfter(1, 10), [])
    assert.equal(await connections!.replace(1, 'another', 'new'), false)
    await store.connections.lease(1, clock.now(), clock.now() + 1000)
    assert.equal(await connections!.replace(1, 'sealed', 'new'), false, 'somebody replaces its tokens')
    const id = (await store.revocations.disconnect(1, clock.now()))!
    assert.equal(await revocations!.replace(id, 'sealed', 'new'), false, 'and still does')
    await store.connections.release('100', clock.now() + 1000)
    assert.equal(await revocations!.replace(id, 'sealed', 'new'), true)
    assert.deepEqual(await revocations!.rowsAfter(-1, 10), [
      { id, sealedText: 'new', associatedData: 'discord:100' },
    ])
    assert.equal(await sealedTokens({ db }).replace(1, 'sealed', 'new'), false)
  })
})

it('the table of what was sealed again says what is left to do', async t => {
  const folder = testFolder(t, 'reseal')
  const { code, stdout } = await avatary(['reseal'], { env: { DATA_DIR: folder } })
  assert.equal(code, 0)
  assert.match(stdout, /Discord connections +0 +0 +0 +0/)
  assert.match(stdout, /OLD_SECRET_KEYS can go/)
})
