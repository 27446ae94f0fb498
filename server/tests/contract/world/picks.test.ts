import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { WorldAvatar } from '@avatary/contract/world'
import { INVENTED_AVATARS, inventedId } from '../../support/invented-avatars.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { readVrcJson } from '../../support/vrc-json.ts'
import { FILLERS, TOTAL, WorldApp } from '../../support/world-app.ts'

describe('single avatars and picks for worlds', () => {
  let world: WorldApp
  before(async () => {
    world = await WorldApp.start()
  })
  after(() => world[Symbol.asyncDispose]())

  it('random is different on each call, without repeats, and of the platform alone', async () => {
    const response = await world.app.get('/world/random')
    assert.equal(response.headers.get('cache-control'), 'no-store')
    const picks = await Promise.all(Array.from({ length: 5 }, () => world.list('/world/random')))
    for (const { avatars } of picks) assert.equal(new Set(avatars.map(({ id }) => id)).size, 24)
    assert.equal(new Set(picks.map(({ avatars }) => avatars.map(({ id }) => id).join())).size, 5)
    assert.deepEqual((await world.names('/world/random?platform=ios')).sort(), ['Foxglove', 'Wolf'])
    const onQuest = await world.list('/world/random?platform=quest')
    assert.deepEqual([onQuest.total, onQuest.count], [4, 4])
    const onPc = await world.list('/world/random?platform=pc&limit=100')
    assert.ok(onPc.avatars.every(({ platforms }) => platforms.includes('pc')))
    assert.equal((await world.list('/world/random?platform=pc&limit=500')).count, TOTAL - 2)
  })

  it('avatars answers those of the ids, once each, in the order asked for, and what is missing', async () => {
    const nowhere = inventedId(77)
    const ids = [inventedId(3), nowhere, inventedId(1), 'fox', inventedId(3).toUpperCase(), nowhere]
    const answer = await world.read(`/world/avatars?ids=${ids.join('%2C+')}`)
    assert.deepEqual(answer.missing, [nowhere, 'fox'])
    assert.deepEqual(
      (answer.avatars as WorldAvatar[]).map(({ name }) => name),
      ['Foxglove', 'Arctic Fox'],
    )
    assert.deepEqual([answer.total, answer.count, answer.offset, answer.nextOffset], [2, 2, 0, null])
    for (const none of ['/world/avatars', '/world/avatars?ids=', '/world/avatars?ids=,,']) {
      const empty = await world.read(none)
      assert.deepEqual([empty.avatars, empty.missing, empty.total], [[], [], 0])
    }
  })

  it('avatars takes 500 ids, and refuses one more', async () => {
    const many = Array.from({ length: 500 }, (_, n) => inventedId(n + 1000))
    const most = await world.read(`/world/avatars?ids=${many}`)
    assert.deepEqual([most.count, (most.missing as string[]).length], [FILLERS, 500 - FILLERS])
    await world.assertRefused(`/world/avatars?ids=${[...many, inventedId(1)]}`, 'ids')
  })

  it('avatar answers one with all its fields, and 404 for one that is not listed', async () => {
    const { ok, now, counted, ...avatar } = await world.read(`/world/avatar/${inventedId(4)}`)
    assert.deepEqual([ok, typeof now, counted], [true, 'string', true])
    const { avatars } = (await world.app.getJson(`/avatars/search?q=${inventedId(4)}`)) as {
      avatars: object[]
    }
    assert.deepEqual({ ...avatar, views: 0 }, { ...avatars[0], views: 0 })
    for (const id of [inventedId(77), 'fox', 'avtr_']) {
      for (const path of [`/world/avatar/${id}`, `/world/avatar/${id}/wear`]) {
        const response = await world.app.get(path)
        assert.equal(response.status, 404, path)
        assert.equal(((await response.json()) as { code: string }).code, 'avatar_not_found')
      }
    }
  })

  it('avatar counts a view, wear answers, and neither is ever kept', async () => {
    const viewsOf = async (n: number) =>
      (await world.list(`/world/search?q=${inventedId(n)}`)).avatars[0]!.views
    const before = await viewsOf(7)
    for (let view = 0; view < 3; view++) {
      const response = await world.app.get(`/world/avatar/${inventedId(7)}`)
      assert.equal(response.headers.get('cache-control'), 'no-store')
    }
    await world.app.settle()
    assert.equal(await viewsOf(7), before + 3)
    const worn = await world.app.get(`/world/avatar/${inventedId(7)}/wear`)
    assert.equal(worn.headers.get('cache-control'), 'no-store')
    assert.deepEqual(readVrcJson(await worn.text()).value, { ok: true, counted: true })
  })

  it('trending has what rose in worlds this week, most first, as many as asked for', async () => {
    const clock = new ManualClock()
    await using own = await WorldApp.start({ avatars: INVENTED_AVATARS, clock })
    for (const n of [4, 7, 7]) await own.app.get(`/world/avatar/${inventedId(n)}`)
    await clock.settle(10_000)
    assert.deepEqual(await own.names('/world/trending'), ['𝓕𝓪𝓷𝓬𝔂 Cat', 'Queenǃǃ'])
    const one = await own.list('/world/trending?limit=1')
    assert.deepEqual([one.total, one.count, one.avatars.map(({ name }) => name)], [1, 1, ['𝓕𝓪𝓷𝓬𝔂 Cat']])
  })
})
