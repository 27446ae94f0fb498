import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { avatarOf, bot, command, text } from '../../../tests/support/discord-bot.ts'
import { COMMANDS } from './commands.ts'

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
    assert.match(data.content!, /No avatars were found/)
    assert.deepEqual([data.embeds, data.components, data.flags], [[], [], undefined])
  })

  it('answers privately when nothing is found', async () => {
    const { data } = await bot({ avatars: [] }).answer(command('search', [text('zzz')]))
    assert.match(data.content!, /No avatars were found/)
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
