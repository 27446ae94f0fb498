import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { worldRoutes } from '@avatary/contract/routes/world'
import { TOTAL, WorldApp } from '../../support/world-app.ts'

describe('the small tables for worlds', () => {
  let world: WorldApp
  before(async () => {
    world = await WorldApp.start()
  })
  after(() => world[Symbol.asyncDispose]())

  it('ping tells the clock, page sizes and schema', async () => {
    const { now, ...rest } = await world.read('/world/ping')
    assert.ok(Math.abs(Date.parse(now as string) - Date.now()) < 60_000)
    assert.deepEqual(rest, { ok: true, maxLimit: 500, allPage: 1000, schema: 1 })
  })

  it('endpoints lists every route for worlds, with its parameters', async () => {
    const { endpoints } = (await world.read('/world/endpoints')) as {
      endpoints: { path: string; parameters: { name: string; default: string; allowed: string }[] }[]
    }
    assert.deepEqual(
      endpoints.map(({ path }) => path),
      Object.values(worldRoutes).map(({ path }) => path),
    )
    const search = endpoints.find(({ path }) => path === '/world/search')!
    assert.deepEqual(
      search.parameters.map(({ name, default: standard }) => `${name}=${standard}`),
      ['q=', 'author=', 'tag=', 'platform=', 'sort=popular', 'limit=50', 'offset=0'],
    )
    assert.match(search.parameters.find(({ name }) => name === 'limit')!.allowed, /1 to 500/)
  })

  it('stats are those of the catalog', async () => {
    const { ok, now, ...stats } = await world.read('/world/stats')
    assert.deepEqual([ok, typeof now], [true, 'string'])
    assert.deepEqual(stats, await world.app.getJson('/stats'))
    assert.equal(stats.listed, TOTAL)
  })

  it('tags are counted, in the form in which they are searched, most used first', async () => {
    const { tags } = (await world.read('/world/tags')) as { tags: { tag: string; count: number }[] }
    assert.equal(tags.length, 50)
    assert.deepEqual(tags[0], { tag: 'fox', count: 2 })
    const lengths = [
      ['limit=0', 1],
      ['limit=9', 9],
      ['limit=201', 200],
    ] as const
    for (const [query, length] of lengths) {
      assert.equal(((await world.read(`/world/tags?${query}`)).tags as object[]).length, length)
    }
    const all = ((await world.read('/world/tags?limit=200')).tags as { tag: string }[]).map(({ tag }) => tag)
    assert.ok(all.every(tag => !/^(?:system|admin|author_tag)_/.test(tag)))
    await world.assertRefused('/world/tags?limit=x', 'limit')
  })

  it('searches are the popular search terms', async () => {
    // Uses an app of its own, because the ranking is cached for ten seconds.
    await using ownWorld = await WorldApp.start()
    for (let n = 0; n < 52; n++) await ownWorld.app.get(`/avatars/search?q=filler${n}`)
    await ownWorld.app.get('/world/search?q=filler7')
    await ownWorld.app.get('/world/client?q=filler7')
    const termsOf = async (query: string) =>
      (await ownWorld.read(`/world/searches${query}`)).terms as string[]
    assert.equal((await termsOf('')).length, 10)
    assert.equal((await termsOf(''))[0], 'filler7')
    assert.equal((await termsOf('?limit=51')).length, 50)
    assert.equal((await termsOf('?limit=0')).length, 1)
    await ownWorld.assertRefused('/world/searches?limit=x', 'limit')
  })

  it('promoted and admins are empty as long as nothing is promoted and nobody is staff', async () => {
    assert.deepEqual(
      [(await world.list('/world/promoted')).avatars, (await world.list('/world/promoted')).total],
      [[], 0],
    )
    assert.deepEqual((await world.read('/world/promoted/groups')).groups, [])
    assert.deepEqual((await world.read('/world/admins')).admins, [])
  })

  it('answer nothing but what the spec says to a method other than GET', async () => {
    for (const { path } of Object.values(worldRoutes)) {
      const response = await world.app.get(path.replace('{id}', 'x'), { method: 'POST' })
      assert.equal(response.status, 405, path)
    }
  })
})
