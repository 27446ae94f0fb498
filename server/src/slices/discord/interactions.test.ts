import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Avatar, Platform } from '@avatary/contract/avatar'
import type { APIInteraction } from 'discord-api-types/v10'
import { avatarWith } from '../../../tests/support/blank-avatar.ts'
import type { Audience } from './bot-catalog.ts'
import { Channels, type PartialChannel } from './channels.ts'
import { COMMANDS } from './commands.ts'
import { Interactions } from './interactions.ts'
import { DEFAULT_SETTINGS, type ServerSettings } from './store.ts'

const avatarOf = (i: number, changes: Partial<Avatar> = {}): Avatar =>
  avatarWith({
    id: `avtr_${String(i).padStart(8, '0')}-0000-4000-8000-000000000000`,
    name: `Fox ${i}`,
    authorId: 'usr_00000000-0000-4000-8000-000000000000',
    authorName: 'Somebody',
    platforms: ['pc'],
    performance: { pc: 'Good' },
    addedAt: '2026-01-01T00:00:00.000Z',
    views: 1234,
    likes: 5,
    ...changes,
  })

const ADULT = { tags: ['content_sex'] }
const isAdult = ({ tags }: Avatar) => tags.includes('content_sex')

interface Data {
  content?: string
  flags?: number
  embeds?: { title?: string; description?: string; footer?: { text: string } }[]
  components?: { components: { label: string; custom_id: string; disabled: boolean }[] }[]
  choices?: { name: string; value: string }[]
  allowed_mentions?: { parse: unknown[] }
}

function bot({
  avatars = Array.from({ length: 23 }, (_, i) => avatarOf(i)),
  settings = {},
  channels = [],
}: {
  avatars?: readonly Avatar[]
  settings?: Partial<ServerSettings>
  /** The channels that Discord knows. */
  channels?: readonly PartialChannel[]
} = {}) {
  const searches: { text: string; platform: Platform | null; offset: number }[] = []
  const fetched: string[] = []
  const shownTo = ({ isAgeRestricted }: Audience) =>
    avatars.filter(avatar => isAgeRestricted || !isAdult(avatar))
  const known = new Channels({
    fetchChannel: async id => {
      fetched.push(id)
      return channels.find(channel => channel.id === id) ?? null
    },
    now: () => 0,
  })
  const interactions = new Interactions({
    publicUrl: 'https://avatary.example',
    settingsOf: async () => ({ ...DEFAULT_SETTINGS, ...settings }),
    channelOf: origin => known.channelOf(origin),
    catalog: {
      search: (text, { platform, limit, offset, ...audience }) => {
        searches.push({ text, platform, offset })
        const all = shownTo(audience)
        return { total: all.length, avatars: all.slice(offset, offset + limit) }
      },
      random: audience => shownTo(audience)[0] ?? null,
      trending: async ({ limit, ...audience }) => shownTo(audience).slice(0, limit),
    },
  })
  const answer = async (interaction: object) => {
    const { type, data = {} } = (await interactions.answer(interaction as APIInteraction)) as {
      type: number
      data?: Data
    }
    return { type, data }
  }
  return { answer, searches, fetched }
}

const command = (name: string, options: object[] = [], of: object = {}) => ({
  type: 2,
  data: { name: 'avatar', options: [{ type: 1, name, options }] },
  ...of,
})
const text = (value: string, name = 'text') => ({ type: 3, name, value })
const inServer = { guild_id: '500', channel: { id: '600', type: 0, nsfw: false } }

describe('the bot', () => {
  it('answers a ping with a pong', async () => {
    assert.deepEqual(await bot().answer({ type: 1 }), { type: 1, data: {} })
  })

  it('shows the first page of a search with its total and a button to the next page', async () => {
    const { answer, searches } = bot()
    const { type, data } = await answer(command('search', [text('fox'), text('quest', 'platform')]))
    assert.equal(type, 4)
    assert.deepEqual(searches, [{ text: 'fox', platform: 'quest', offset: 0 }])
    assert.equal(data.embeds?.[0]?.footer?.text, '1–10 of 23')
    const [previous, next] = data.components![0]!.components
    assert.equal(previous?.disabled, true)
    assert.equal(next?.custom_id, 'search:on:10:quest:fox')
  })

  it('turns the pages of its message, up to the last page', async () => {
    const { answer, searches } = bot()
    const { type, data } = await answer({ type: 3, data: { custom_id: 'search:on:20::fox: 狐' } })
    assert.equal(type, 7)
    assert.deepEqual(searches, [{ text: 'fox: 狐', platform: null, offset: 20 }])
    assert.equal(data.embeds?.[0]?.footer?.text, '21–23 of 23')
    const [previous, next] = data.components![0]!.components
    assert.deepEqual([previous?.custom_id, next?.disabled], ['search:back:10::fox: 狐', true])
  })

  it('gives both buttons of every page different ids of at most 100 characters', async () => {
    const avatars = Array.from({ length: 1200 }, (_, i) => avatarOf(i))
    const { answer } = bot({ avatars })
    const search = command('search', [text('狐😀'.repeat(200)), text('quest', 'platform')])
    let { data } = await answer(search)
    for (let page = 0; page < 119; page++) {
      const [previous, next] = data.components![0]!.components
      for (const { custom_id } of [previous!, next!])
        assert.ok(custom_id.length <= 100 && custom_id.isWellFormed(), custom_id)
      assert.notEqual(previous!.custom_id, next!.custom_id)
      data = (await answer({ type: 3, data: { custom_id: next!.custom_id } })).data
    }
    assert.equal(data.embeds?.[0]?.footer?.text, '1,191–1,200 of 1,200')
  })

  it('turns the pages of a search with an empty text', async () => {
    const { answer } = bot()
    const { data } = await answer(command('search', [text('  ')]))
    assert.equal(data.embeds?.[0]?.title, 'Avatars')
    const next = data.components![0]!.components[1]!.custom_id
    assert.equal((await answer({ type: 3, data: { custom_id: next } })).type, 7)
  })

  it('turns to the last page when the list has become shorter', async () => {
    const page = { type: 3, data: { custom_id: 'search:on:400::fox' } }
    assert.equal((await bot().answer(page)).data.embeds?.[0]?.footer?.text, '21–23 of 23')
    const { type, data } = await bot({ avatars: [] }).answer(page)
    assert.equal(type, 7)
    assert.match(data.content!, /Nothing is known/)
    assert.deepEqual([data.embeds, data.components, data.flags], [[], [], undefined])
  })

  it('answers privately when nothing is found', async () => {
    const { data } = await bot({ avatars: [] }).answer(command('search', [text('zzz')]))
    assert.match(data.content!, /Nothing is known/)
    assert.equal(data.flags, 64)
  })

  it('shows one avatar, a random avatar and the trending avatars', async () => {
    const { answer } = bot()
    assert.equal((await answer(command('show', [text('Fox', 'avatar')]))).data.embeds?.[0]?.title, 'Fox 0')
    assert.equal((await answer(command('random'))).data.embeds?.[0]?.title, 'Fox 0')
    const { data } = await answer(command('trending'))
    assert.equal(data.embeds?.[0]?.description?.match(/Fox/g)?.length, 10)
  })

  it('completes a text with at most 25 different choices of at most 100 characters', async () => {
    const avatars = Array.from({ length: 25 }, (_, i) =>
      avatarOf(i, { name: i < 5 ? 'Same' : `${i}`.repeat(90) }),
    )
    const { answer } = bot({ avatars })
    const focused = (name: string) => ({ ...command(name, [{ ...text('f'), focused: true }]), type: 4 })
    const { type, data } = await answer(focused('search'))
    assert.equal(type, 8)
    assert.equal(data.choices?.length, 21)
    assert.ok(data.choices?.every(choice => choice.name.length <= 100 && choice.value.length <= 100))
    assert.equal((await answer(focused('show'))).data.choices?.[0]?.value, avatars[0]!.id)
  })

  it('completes for the chosen platform, and only in channels where commands are answered', async () => {
    const typing = (settings: Partial<ServerSettings>) => {
      const { answer, searches } = bot({ settings })
      const options = [{ ...text('f'), focused: true }, text('quest', 'platform')]
      return { searches, answer: answer({ ...command('search', options, inServer), type: 4 }) }
    }
    const open = typing({})
    assert.equal((await open.answer).data.choices?.length, 23)
    assert.equal(open.searches[0]?.platform, 'quest')
    assert.deepEqual((await typing({ enabled: false }).answer).data.choices, [])
    assert.deepEqual((await typing({ channel: '601' }).answer).data.choices, [])
  })

  it('shows a name on one line, without its formatting and direction marks', async () => {
    const evil = avatarOf(1, {
      name: '\u202e**gnp.exe**\n# big',
      authorName: '\u2028\u0007',
      description: '1. a\r\n> b',
    })
    const { data } = await bot({ avatars: [evil] }).answer(command('random'))
    const [embed] = data.embeds as { title: string; description: string; fields: { value: string }[] }[]
    assert.equal(embed?.title, '\\*\\*gnp\\.exe\\*\\* \\# big')
    assert.equal(embed?.description, '1\\. a \\> b')
    assert.equal(embed?.fields[0]?.value, 'without a name')
    const typed = { ...command('search', [{ ...text('f'), focused: true }]), type: 4 }
    const { data: offered } = await bot({ avatars: [evil] }).answer(typed)
    assert.equal(offered.choices?.[0]?.name, '**gnp.exe** # big · without a name')
  })

  it('keeps messages within the limits of Discord for the longest avatars', async () => {
    const long = (i: number) =>
      avatarOf(i, {
        name: '*'.repeat(500),
        authorName: '_😀'.repeat(300),
        description: '\\'.repeat(5000),
        platforms: ['pc', 'quest', 'ios'],
        views: Number.MAX_SAFE_INTEGER,
        performance: { pc: 'Very Poor', quest: 'Very Poor', ios: 'Very Poor' },
      })
    const { answer } = bot({ avatars: Array.from({ length: 30 }, (_, i) => long(i)) })
    for (const name of ['search', 'show', 'trending', 'random']) {
      const { data } = await answer(command(name, [text('x'.repeat(90)), text('x', 'avatar')]))
      const embed = data.embeds![0] as {
        title: string
        description: string
        fields?: { name: string; value: string }[]
      }
      assert.ok(embed.title.length >= 1 && embed.title.length <= 256)
      assert.ok(embed.description.length <= 4096, String(embed.description.length))
      for (const field of embed.fields ?? []) assert.ok(field.value.length >= 1 && field.value.length <= 1024)
      assert.ok(JSON.stringify(embed).length <= 6000)
    }
  })

  it('mentions nobody, even when a name contains a mention', async () => {
    const evil = avatarOf(1, { name: '@everyone <@1> [a](https://evil.example)', authorName: '**x** `y`' })
    for (const name of ['search', 'show', 'trending', 'random']) {
      const { data } = await bot({ avatars: [evil] }).answer(command(name, [text('x'), text('x', 'avatar')]))
      assert.deepEqual(data.allowed_mentions, { parse: [] })
      assert.doesNotMatch(data.embeds?.[0]?.description ?? '', /(?<!\\)@everyone|\]\(https:\/\/evil/)
    }
  })

  it('does not answer on a server that switched commands off', async () => {
    const { data } = await bot({ settings: { enabled: false } }).answer(command('random', [], inServer))
    assert.match(data.content!, /switched off/)
    assert.equal(data.flags, 64)
    const page = { type: 3, data: { custom_id: 'search:on:10::fox' }, ...inServer }
    assert.match((await bot({ settings: { enabled: false } }).answer(page)).data.content!, /switched off/)
  })

  it('answers only in the channel of the settings', async () => {
    const elsewhere = bot({ settings: { channel: '601' } })
    assert.match((await elsewhere.answer(command('random', [], inServer))).data.content!, /<#601>/)
    const here = bot({ settings: { channel: '600' } })
    assert.equal((await here.answer(command('random', [], inServer))).data.flags, undefined)
  })

  it('answers in threads of that channel, and not in other channels of its category', async () => {
    const { answer } = bot({ settings: { channel: '600' } })
    const at = (channel: object) => ({ guild_id: '500', channel })
    for (const type of [10, 11, 12]) {
      const thread = at({ id: '700', type, parent_id: '600' })
      assert.equal((await answer(command('random', [], thread))).data.flags, undefined)
    }
    for (const channel of [
      { id: '700', type: 0, parent_id: '600', nsfw: false },
      { id: '700', type: 11, parent_id: '601' },
      { id: '700', type: 11 },
    ]) {
      assert.match((await answer(command('random', [], at(channel)))).data.content!, /<#600>/)
    }
  })

  it('answers privately where the settings require it', async () => {
    const { data } = await bot({ settings: { private: true } }).answer(command('random', [], inServer))
    assert.equal(data.flags, 64)
    assert.equal(data.embeds?.[0]?.title, 'Fox 0')
  })

  it('asks Discord about a channel when an interaction has only its id', async () => {
    const channels = [
      { id: '600', type: 0, nsfw: true },
      { id: '700', type: 11, parent_id: '600' },
      { id: '701', type: 11, parent_id: '601' },
      { id: '601', type: 0 },
    ]
    const at = (id: string) => ({ guild_id: '500', channel_id: id })
    const { answer, fetched } = bot({ channels, settings: { channel: '600' }, avatars: [avatarOf(1, ADULT)] })
    for (const id of ['600', '700', '600'])
      assert.equal((await answer(command('random', [], at(id)))).data.embeds?.[0]?.title, 'Fox 1', id)
    assert.deepEqual(fetched, ['600', '700'], 'and keeps it')
    for (const id of ['601', '701', '702'])
      assert.match((await answer(command('random', [], at(id)))).data.content!, /<#600>/, id)
    const silent = bot({ settings: { channel: '600' } })
    assert.equal((await silent.answer(command('random', [], at('600')))).data.embeds?.[0]?.title, 'Fox 0')
  })

  it('turns the page of a public message privately after the server became private', async () => {
    const page = { type: 3, data: { custom_id: 'search:on:10::fox' }, ...inServer }
    const { answer } = bot({ settings: { private: true } })
    for (const flags of [undefined, 0, 1 << 2]) {
      const { type, data } = await answer({ ...page, message: { flags } })
      assert.deepEqual([type, data.flags], [4, 64], `flags ${flags}`)
      assert.equal(data.embeds?.[0]?.footer?.text, '11–20 of 23')
    }
    const own = await answer({ ...page, message: { flags: 64 | (1 << 2) } })
    assert.equal(own.type, 7, 'what only the presser sees is turned in place')
    const open = await bot().answer({ ...page, message: { flags: 0 } })
    assert.deepEqual([open.type, open.data.flags], [7, undefined])
  })

  it('shows adult avatars in age-restricted channels only, with every command', async () => {
    const adult = avatarOf(1, { name: 'Adult', ...ADULT })
    const { answer } = bot({ avatars: [adult], channels: [{ id: '600', type: 0, nsfw: true }] })
    const typed = { ...text('a'), focused: true }
    const asking = (place: object) => [
      command('search', [text('a')], place),
      command('show', [text(adult.id, 'avatar')], place),
      command('random', [], place),
      command('trending', [], place),
      { type: 3, data: { custom_id: 'search:on:0::a' }, ...place },
      { ...command('search', [typed], place), type: 4 },
      { ...command('show', [{ ...typed, name: 'avatar' }], place), type: 4 },
    ]
    const restricted = { guild_id: '500', channel: { id: '600', type: 0, nsfw: true } }
    const thread = { guild_id: '500', channel: { id: '700', type: 11, parent_id: '600' } }
    const unknown = { guild_id: '500', channel: { id: '701', type: 11, parent_id: '601' } }
    const direct = { channel: { id: '1', type: 1 } }
    for (const place of [restricted, thread])
      for (const searches of asking(place)) assert.match(JSON.stringify(await answer(searches)), /Adult/)
    for (const place of [inServer, unknown, direct, {}, { guild_id: '500', channel_id: '1' }])
      for (const searches of asking(place))
        assert.doesNotMatch(JSON.stringify(await answer(searches)), /Adult/)
    const { data } = await answer(command('show', [text(adult.id, 'avatar')], inServer))
    assert.match(data.content!, /age-restricted/)
  })

  it('applies no settings in direct messages', async () => {
    const { data } = await bot({ settings: { enabled: false } }).answer(command('random'))
    assert.equal(data.embeds?.[0]?.title, 'Fox 0')
  })

  it('answers unknown commands, buttons and interactions with a message', async () => {
    const { answer } = bot()
    for (const unknown of [
      command('dance'),
      { type: 2, data: { name: 'other' } },
      { type: 5 },
      { type: 99 },
    ]) {
      assert.equal((await answer(unknown)).data.flags, 64)
    }
    assert.equal((await answer({ type: 3, data: { custom_id: 'search:on:x::y' } })).data.flags, 64)
  })

  it('registers commands within the limits of Discord', () => {
    const all = JSON.stringify(COMMANDS)
    assert.ok(all.length <= 8000)
    for (const [, description] of all.matchAll(/"description":"([^"]*)"/g)) {
      assert.ok(description!.length >= 1 && description!.length <= 100)
    }
  })
})
