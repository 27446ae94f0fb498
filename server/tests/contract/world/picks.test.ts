import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { WorldAvatar } from '@avatary/contract/world'
import { INVENTED_AVATARS, inventedId } from '../../support/invented-avatars.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { readVrcJson } from '../../support/vrc-json.ts'
import { FILLERS, TOTAL, WorldApp } from '../../support/world-app.ts'

describe('the world endpoints for single, random and trending avatars', () => {
  let world: WorldApp
  before(async () => {
    world = await WorldApp.start()
  })
  after(() => world[Symbol.asyncDispose]())

  it('/world/random answers other avatars on each call, none twice, and only those of the platform', async () => {
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

  it('/world/avatars answers the avatars of the ids, once each, in their order, and the missing ids', async () => {
    const unknownId = inventedId(77)
    const ids = [inventedId(3), unknownId, inventedId(1), 'fox', inventedId(3).toUpperCase(), unknownId]
    const answer = await world.read(`/world/avatars?ids=${ids.join('%2C+')}`)
    assert.deepEqual(answer.missing, [unknownId, 'fox'])
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

  it('/world/avatars takes 500 ids, and refuses one more', async () => {
    const ids = Array.from({ length: 500 }, (_, n) => inventedId(n + 1000))
    const answer = await world.read(`/world/avatars?ids=${ids}`)
    assert.deepEqual([answer.count, (answer.missing as string[]).length], [FILLERS, 500 - FILLERS])
    await world.assertRefused(`/world/avatars?ids=${[...ids, inventedId(1)]}`, 'ids')
  })

  it('/world/avatar/{id} answers all fields of an avatar, and 404 for one that is not listed', async () => {
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

  it('/world/avatar/{id} counts a view, and neither it nor its wear may be cached', async () => {
    const viewsOf = async (n: number) =>
      (await world.list(`/world/search?q=${inventedId(n)}`)).avatars[0]!.views
    const before = await viewsOf(7)
    for (let view = 0; view < 3; view++) {
      const response = await world.app.get(`/world/avatar/${inventedId(7)}`)
      assert.equal(response.headers.get('cache-control'), 'no-store')
    }
    await world.app.settle()
    assert.equal(await viewsOf(7), before + 3)
    const wear = await world.app.get(`/world/avatar/${inventedId(7)}/wear`)
    assert.equal(wear.headers.get('cache-control'), 'no-store')
    assert.deepEqual(readVrcJson(await wear.text()).value, { ok: true, counted: true })
  })

  it('/world/trending answers up to `limit` avatars whose views in worlds rose this week, the most first', async () => {
    const clock = new ManualClock()
    await using ownWorld = await WorldApp.start({ avatars: INVENTED_AVATARS, clock })
    for (const n of [4, 7, 7]) await ownWorld.app.get(`/world/avatar/${inventedId(n)}`)
    await clock.settle(10_000)
    assert.deepEqual(await ownWorld.names('/world/trending'), ['𝓕𝓪𝓷𝓬𝔂 Cat', 'Queenǃǃ'])
    const one = await ownWorld.list('/world/trending?limit=1')
    assert.deepEqual([one.total, one.count, one.avatars.map(({ name }) => name)], [1, 1, ['𝓕𝓪𝓷𝓬𝔂 Cat']])
  })
})
