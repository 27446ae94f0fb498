import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { AvatarPatch } from '../../src/avatars/store.ts'
import { catalogStore, openMigratedDatabase } from '../../src/composition/database.ts'
import { silentLog } from '../../src/platform/log.ts'
import { afterwards } from '../support/cleanup.ts'
import { connectDiscord, type DiscordScene, openDiscord } from '../support/discord-app.ts'
import { DISCORD_GUILD } from '../support/discord-guild.ts'
import { forEachEngine } from '../support/engines.ts'
import { inventedId } from '../support/invented-avatars.ts'
import { PLAYER, signIn } from '../support/sign-in.ts'

const EPHEMERAL = 64
const ADULT = inventedId(201)
const GUILD = {
  ...DISCORD_GUILD,
  channels: [...DISCORD_GUILD.channels, { id: '603', name: 'adults', type: 0, nsfw: true }],
  threads: [
    { id: '700', name: 'thread', type: 11, parent_id: '600' },
    { id: '703', name: 'thread of adults', type: 11, parent_id: '603' },
  ],
}

interface Data {
  content?: string
  flags?: number
  embeds?: { title?: string; description?: string; footer?: { text: string } }[]
  components?: { components: { label: string; custom_id: string }[] }[]
  choices?: { name: string }[]
}

const command = (name: string, options: object[] = []) => ({
  type: 2,
  data: { name: 'avatar', options: [{ type: 1, name, options }] },
})
const text = (value: string, name = 'text', focused = false) => ({ type: 3, name, value, focused })
const here = (id: string, of: object = {}) => ({ guild_id: GUILD.id, channel_id: id, channel: { id, ...of } })

/** A scene whose catalog has two pages of foxes, and one fox that is age-restricted. */
async function open(...[t, engine]: Parameters<typeof openDiscord>) {
  const scene = await openDiscord(t, engine)
  scene.sim.putGuild(GUILD)
  const ask = async (asked: object, place: object) => {
    const url = `${scene.app.origin}/api/bot/interactions`
    const answer = await scene.sim.interact(url, { token: 't', ...asked, ...place })
    assert.equal(answer.status, 200)
    const { type, data = {} } = (await answer.json()) as { type: number; data?: Data }
    return { type, data }
  }
  const add = await adder(t, scene)
  const foxes = Array.from({ length: 12 }, (_, i) => ({ id: inventedId(101 + i), name: `Fox ${i}` }))
  await add([...foxes, { id: ADULT, name: 'Fox for adults', tags: ['content_sex'], views: 9000 }])
  return { ...scene, ask, add }
}

async function adder(t: Parameters<typeof openDiscord>[0], { app, clock }: DiscordScene) {
  const db = await openMigratedDatabase({ config: app.config, clock, log: silentLog })
  afterwards(t, () => db.close())
  return async (patches: readonly AvatarPatch[]) => {
    clock.advance(1)
    await catalogStore(db).saveMany(patches, clock.now())
    const last = patches.at(-1)!.id
    await app.settle()
    assert.equal((await app.getJson(`/avatars/search?q=${last}`)).total, 1)
  }
}

forEachEngine('the bot on a server', engine => {
  it('shows adult avatars only in age-restricted channels and their threads', async t => {
    const { ask } = await open(t, engine)
    const asking = [
      command('search', [text('fox')]),
      command('show', [text(ADULT, 'avatar')]),
      command('trending'),
      { type: 3, data: { custom_id: 'search:back:0::fox' }, message: { flags: 0 } },
      { ...command('search', [text('fox', 'text', true)]), type: 4 },
      { ...command('show', [text('for adults', 'avatar', true)]), type: 4 },
    ]
    const shows = async (asked: object, place: object) =>
      JSON.stringify(await ask(asked, place)).includes('Fox for adults')
    for (const asked of asking) {
      for (const place of [
        here('603', { type: 0, nsfw: true }),
        here('703', { type: 11, parent_id: '603' }),
        ...['603', '703'].map(id => ({ guild_id: GUILD.id, channel_id: id })),
      ])
        assert.equal(await shows(asked, place), true, JSON.stringify([asked, place]))
      for (const place of [
        here('600', { type: 0, nsfw: false }),
        here('700', { type: 11, parent_id: '600' }),
        ...['600', '700', '9'].map(id => ({ guild_id: GUILD.id, channel_id: id })),
        { channel: { id: '1', type: 1 }, channel_id: '1' },
      ])
        assert.equal(await shows(asked, place), false, JSON.stringify([asked, place]))
    }
    const totals = await Promise.all(
      ['600', '603'].map(async id => {
        const { data } = await ask(command('search', [text('fox')]), { guild_id: GUILD.id, channel_id: id })
        return Number(/of (\d+)/.exec(data.embeds![0]!.footer!.text)![1])
      }),
    )
    assert.equal(totals[1]! - totals[0]!, 2, 'the wolf with a fox tail is content_horror')
    const drawn = await Promise.all(
      Array.from({ length: 60 }, () => ask(command('random'), here('600', { type: 0, nsfw: false }))),
    )
    const titles = new Set(drawn.map(({ data }) => data.embeds![0]!.title))
    assert.ok(titles.size > 10)
    assert.ok(!titles.has('Fox for adults') && !titles.has('Wolf'))
  })

  it('has the avatar of that name first, however many views others have', async t => {
    const { ask, add } = await open(t, engine)
    await add([
      { id: inventedId(301), name: 'Famous pet of a fox', views: 5000 },
      { id: inventedId(302), name: 'Fox' },
    ])
    const place = here('600', { type: 0, nsfw: false })
    const shown = await ask(command('show', [text('fox', 'avatar')]), place)
    assert.equal(shown.data.embeds![0]!.title, 'Fox')
    const found = await ask(command('search', [text('fox')]), place)
    assert.match(found.data.embeds![0]!.description!, /^1\. \[Fox\]/)
    const typed = await ask({ ...command('search', [text('fox', 'text', true)]), type: 4 }, place)
    assert.match(typed.data.choices![0]!.name, /^Fox ·/)
  })

  it('turns pages by the current settings, also of older messages', async t => {
    const scene = await open(t, engine)
    const { ask, app } = scene
    const person = await signIn(app, PLAYER)
    await connectDiscord(scene, person)
    const place = here('600', { type: 0, nsfw: false })
    const posted = await ask(command('search', [text('fox')]), place)
    assert.deepEqual([posted.type, posted.data.flags], [4, undefined], 'everybody sees it')
    const [, next] = posted.data.components![0]!.components
    const press = (flags: number, at: object = place) =>
      ask({ type: 3, data: { custom_id: next!.custom_id }, message: { flags } }, at)
    const save = async (settings: object) => {
      const open = { enabled: true, private: false, channel: null }
      assert.equal((await person.put(`/discord/guilds/${GUILD.id}`, { ...open, ...settings })).status, 200)
    }
    assert.equal((await press(0)).type, 7)

    await save({ private: true })
    const alone = await press(0)
    assert.deepEqual([alone.type, alone.data.flags], [4, EPHEMERAL])
    assert.match(alone.data.embeds![0]!.footer!.text, /^11–/)
    assert.equal((await press(EPHEMERAL)).type, 7, 'their own message is turned in place')

    await save({ channel: '600' })
    assert.equal((await press(0)).type, 7)
    assert.equal((await press(0, { guild_id: GUILD.id, channel_id: '700' })).type, 7, 'a thread of it')
    for (const at of [here('603', { type: 0, nsfw: true }), { guild_id: GUILD.id, channel_id: '703' }])
      assert.match((await press(0, at)).data.content!, /<#600>/)

    await save({ enabled: false })
    const off = await press(0)
    assert.deepEqual([off.type, off.data.flags], [4, EPHEMERAL])
    assert.match(off.data.content!, /switched off/)
  })

  it('posts new avatars that the channel may show', async t => {
    const scene = await open(t, engine)
    const { add, sim, app, clock } = scene
    const person = await signIn(app, PLAYER)
    await connectDiscord(scene, person)
    const settings = { enabled: true, private: false, channel: '600' }
    assert.equal((await person.put(`/discord/guilds/${GUILD.id}`, settings)).status, 200)
    assert.equal((await person.put(`/discord/guilds/${GUILD.id}/feed`, { enabled: true })).status, 200)
    await add([
      { id: inventedId(301), name: 'New for all' },
      { id: inventedId(302), name: 'New for adults', tags: ['content_adult'] },
    ])
    await clock.settle(5000)
    assert.match(JSON.stringify(sim.messages), /New for all/)
    assert.doesNotMatch(JSON.stringify(sim.messages), /New for adults/)
  })
})
