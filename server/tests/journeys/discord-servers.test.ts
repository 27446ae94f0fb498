import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startDiscordSim } from '../../../sim/src/discord/discord-sim.ts'
import { startTestApp } from '../support/app.ts'
import { afterwards } from '../support/cleanup.ts'
import { connectDiscord, DISCORD_OWL, openDiscord } from '../support/discord-app.ts'
import { BOT_ID, DISCORD_GUILD } from '../support/discord-guild.ts'
import { forEachEngine } from '../support/engines.ts'
import { INVENTED_AVATARS } from '../support/invented-avatars.ts'
import { PLAYER, signIn } from '../support/sign-in.ts'

forEachEngine('a Discord account with servers', engine => {
  it('lists servers that the person administers, not those that they manage', async t => {
    const scene = await openDiscord(t, engine)
    const { app, sim } = scene
    const member = (roles: readonly string[]) => ({ [DISCORD_OWL.id]: { roles }, [BOT_ID]: { roles: [] } })
    const roles = [
      { id: '510', permissions: '3072' },
      { id: '511', permissions: String(1 << 5) },
      { id: '512', permissions: '8' },
    ]
    sim.putGuild({ ...DISCORD_GUILD, id: '510', owner_id: '1', roles, members: member(['511']) })
    const person = await signIn(app, PLAYER)
    await connectDiscord(scene, person, { user: DISCORD_OWL.id })
    assert.deepEqual(await (await person.get('/discord/guilds')).json(), { guilds: [] })
    const settings = { enabled: false, private: false, channel: null }
    for (const id of ['510', '500', '999']) {
      assert.equal((await person.get(`/discord/guilds/${id}`)).status, 403, id)
      assert.equal((await person.put(`/discord/guilds/${id}`, settings)).status, 403, id)
    }
    sim.putGuild({ ...DISCORD_GUILD, id: '510', owner_id: '1', roles, members: member(['512']) })
    assert.equal((await person.put('/discord/guilds/510', settings)).status, 200)
    sim.putGuild({ ...DISCORD_GUILD, id: '510', owner_id: '1', roles, members: member([]) })
    assert.equal((await person.put('/discord/guilds/510', settings)).status, 403, 'asked each time')
  })

  it('saves all settings of a server or none', async t => {
    const scene = await openDiscord(t, engine)
    const person = await signIn(scene.app, PLAYER)
    await connectDiscord(scene, person)
    const good = { enabled: true, private: false, channel: null }
    const bad: [object, string][] = [
      [{ enabled: true, private: false }, 'invalid_body'],
      [{ ...good, extra: 1 }, 'invalid_body'],
      [{ ...good, enabled: 'yes' }, 'invalid_body'],
      [{ ...good, channel: 'general' }, 'invalid_body'],
      [{ ...good, channel: 600 }, 'invalid_body'],
      [{ ...good, channel: '601' }, 'channel_not_permitted'],
      [{ ...good, channel: '602' }, 'channel_not_permitted'],
      [{ ...good, channel: '999' }, 'channel_not_permitted'],
    ]
    for (const [body, code] of bad) {
      const answer = await person.put('/discord/guilds/500', body)
      assert.equal(answer.status, 400, JSON.stringify(body))
      assert.equal(((await answer.json()) as { code: string }).code, code)
    }
    assert.equal((await person.put('/discord/guilds/500/feed', { enabled: true })).status, 400)
    assert.equal((await person.put('/discord/guilds/500', { ...good, channel: '600' })).status, 200)
    assert.equal((await person.put('/discord/guilds/500/feed', { enabled: true })).status, 200)
  })

  it('has an invite where the bot is absent', async t => {
    const scene = await openDiscord(t, engine)
    scene.sim.putGuild({ ...DISCORD_GUILD, members: {} })
    const person = await signIn(scene.app, PLAYER)
    await connectDiscord(scene, person)
    const before = scene.sim.requests.length
    const configuration = (await (await person.get('/discord/guilds/500')).json()) as Record<string, string>
    const asked = scene.sim.requests.slice(before).filter(({ path }) => /\/guilds\/500/.test(path))
    assert.equal(asked.length, 1, 'refusals count towards a ban')
    assert.equal(configuration.botPresent, false)
    assert.deepEqual(configuration.channels, [])
    const invite = new URL(configuration.invite!)
    assert.equal(invite.searchParams.get('guild_id'), '500')
    assert.equal(invite.searchParams.get('scope'), 'bot applications.commands')
    assert.match(configuration.invite!, /scope=bot%20applications\.commands/)
  })
})

it('interactions: only what Discord signed is answered', async t => {
  const sim = await startDiscordSim({ now: Date.now })
  afterwards(t, () => sim.stop())
  const app = await startTestApp({ avatars: INVENTED_AVATARS, env: { DISCORD_PUBLIC_KEY: sim.publicKey } })
  afterwards(t, async () => await app[Symbol.asyncDispose]())
  const url = `${app.origin}/api/bot/interactions`
  assert.deepEqual(await (await sim.interact(url, { type: 1 })).json(), { type: 1 })
  for (const signing of ['other-key', 'other-body', 'other-timestamp', 'none', 'garbage'] as const) {
    assert.equal((await sim.interact(url, { type: 1 }, signing)).status, 401, signing)
  }
  const unsigned = await fetch(url, { method: 'POST', body: '{{{' })
  assert.equal(unsigned.status, 401, 'before anything is parsed')
  const command = {
    type: 2,
    token: 't',
    data: { name: 'avatar', options: [{ type: 1, name: 'random', options: [] }] },
  }
  const answer = (await (await sim.interact(url, command)).json()) as {
    type: number
    data: { embeds: object[] }
  }
  assert.equal(answer.type, 4)
  assert.equal(answer.data.embeds.length, 1)
  assert.equal((await fetch(url)).status, 200)
  const unconfigured = await startTestApp()
  afterwards(t, async () => await unconfigured[Symbol.asyncDispose]())
  assert.equal((await sim.interact(`${unconfigured.origin}/api/bot/interactions`, { type: 1 })).status, 503)
})
