import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ADULT, avatarOf, bot, command, inServer, text } from '../../../tests/support/discord-bot.ts'
import type { ServerSettings } from './store.ts'

describe('the settings of a server', () => {
  it('completes texts for the chosen platform, and only in channels where commands are answered', async () => {
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

  it('answers privately when the settings require it', async () => {
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
})
