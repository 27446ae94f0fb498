import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { WorldAvatar } from '@avatary/contract/world'
import { inventedId } from '../../support/invented-avatars.ts'
import { TOTAL, WorldApp } from '../../support/world-app.ts'

/** Every list with a `limit`: its default and maximum (spec, "World endpoints"), and whether it has an `offset`. */
const LISTS = [
  { path: '/world/search', standard: 50, most: 500, pages: true },
  { path: '/world/list', standard: 50, most: 500, pages: true },
  { path: '/world/all', standard: 1000, most: 1000, pages: true },
  { path: '/world/trending', standard: 24, most: 500, pages: false },
  { path: '/world/promoted', standard: 24, most: 50, pages: false },
  { path: '/world/promoted/groups', standard: 12, most: 50, pages: false },
  { path: '/world/random', standard: 24, most: 500, pages: false },
]

const SORTS = ['popular', 'recent', 'oldest', 'name']

/** Invalid values, keyed by the parameter that the message names. */
const REFUSALS = [
  ...LISTS.map(({ path }) => [`${path}?limit=many`, 'limit'] as const),
  ...LISTS.filter(({ pages }) => pages).map(({ path }) => [`${path}?offset=1.5`, 'offset'] as const),
  ['/world/search?sort=best', 'sort'],
  ['/world/search?platform=mac', 'platform'],
  ['/world/list?sort=best', 'sort'],
  ['/world/list?platform=mac', 'platform'],
  ['/world/random?platform=mac', 'platform'],
] as const

describe('the lists for worlds', () => {
  let world: WorldApp
  before(async () => {
    world = await WorldApp.start()
  })
  after(() => world[Symbol.asyncDispose]())

  for (const { path, standard, most, pages } of LISTS) {
    it(`${path} has its default limit and moves others into their bounds`, async () => {
      const limits = [
        ['', standard],
        ['?limit=', standard],
        ['?limit=7', 7],
        ['?limit=0', 1],
        ['?limit=-3', 1],
        [`?limit=${most}`, most],
        [`?limit=${most + 1}`, most],
        ['?limit=99999999999999999999', most],
      ] as const
      for (const [query, used] of limits) {
        const answer = await world.list(path + query)
        assert.equal(answer.limit, used, query)
        assert.equal(answer.offset, 0)
        assert.equal(answer.ok, true)
        assert.match(answer.now, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/)
        const items = answer.avatars ?? (answer as unknown as { groups: unknown[] }).groups
        assert.equal(answer.count, items.length)
        if (pages) assert.equal(answer.count, Math.min(used, TOTAL))
        else assert.deepEqual([answer.total, answer.nextOffset], [answer.count, null])
      }
    })
  }

  for (const { path } of LISTS.filter(({ pages }) => pages)) {
    it(`${path} pages to the end with exact totals, and past it`, async () => {
      const ids: string[] = []
      let offset: number | null = 0
      while (offset !== null) {
        const page = await world.list(`${path}?limit=100&offset=${offset}`)
        assert.deepEqual([page.total, page.offset], [TOTAL, offset])
        assert.equal(page.nextOffset, offset + 100 < TOTAL ? offset + 100 : null)
        ids.push(...page.avatars.map(({ id }) => id))
        offset = page.nextOffset
      }
      assert.equal(new Set(ids).size, TOTAL)
      assert.equal(ids.length, TOTAL)
      const past = await world.list(`${path}?offset=100000`)
      assert.deepEqual([past.total, past.count, past.offset, past.nextOffset], [TOTAL, 0, 100_000, null])
      assert.equal((await world.list(`${path}?offset=-1`)).offset, 0)
    })
  }

  for (const [address, parameter] of REFUSALS) {
    it(`${address} is refused and told what is allowed`, () => world.assertRefused(address, parameter))
  }

  it('pass over parameters that they do not know', async () => {
    assert.deepEqual(await world.names('/world/search?q=queen&v=3&t=123'), ['Queenǃǃ'])
    assert.deepEqual(await world.names('/world/list?q=queen&limit=1'), ['Foxglove'])
    assert.equal((await world.list('/world/all?sort=name&platform=quest&limit=1')).total, TOTAL)
    assert.equal((await world.list('/world/random?q=queen&author=anna&limit=500')).total, TOTAL)
  })

  it('search answers records with the keys of the spec in their order', async () => {
    const { avatars } = await world.list(`/world/search?q=${inventedId(6)}`)
    assert.equal(
      JSON.stringify(avatars),
      JSON.stringify([
        {
          id: inventedId(6),
          name: 'マヌカ ver․2',
          authorName: '千代',
          authorId: 'usr_00000000-0000-4000-8000-0000000000c3',
          imageUrl: 'https://api.vrchat.cloud/api/1/image/file_5eed0000-0000-4000-8000-000000000005/1/256',
          tags: [],
          aiTags: ['manuka'],
          platforms: ['pc', 'quest'],
          views: 0,
          likes: 0,
        },
      ]),
    )
  })

  it('search finds what /avatars/search finds, most popular first unless told otherwise', async () => {
    const queries = [
      'q=fox',
      'q=red+fox',
      'q=-fox',
      'q=nowhere',
      'author=anna',
      'tag=fox',
      'tag=author_tag_fox',
      'platform=pc',
      'platform=quest',
      'platform=ios',
      'q=fox&tag=fox&author=Anna&platform=quest',
    ]
    for (const query of queries) {
      for (const sort of SORTS) {
        const expected = await world.app.getJson(`/avatars/search?${query}&sort=${sort}&limit=60`)
        const found = await world.list(`/world/search?${query}&sort=${sort}&limit=60`)
        assert.equal(found.total, expected.total)
        assert.deepEqual(
          found.avatars.map(({ id }) => id),
          (expected.avatars as WorldAvatar[]).map(({ id }) => id),
        )
      }
    }
    assert.deepEqual(await world.names('/world/search?q=fox'), ['Foxglove', 'Red Fox', 'Arctic Fox', 'Wolf'])
    assert.deepEqual(await world.names('/world/search?q=fox&platform=quest'), ['Foxglove', 'Arctic Fox'])
    assert.deepEqual(await world.names('/world/search?tag=author_tag_fox&author=Anna'), [
      'Red Fox',
      'Arctic Fox',
    ])
    assert.deepEqual(await world.names('/world/search?q=arctic%20fox'), ['Arctic Fox'])
  })

  it('list browses in every order, on every platform', async () => {
    assert.deepEqual(await world.names('/world/list?limit=3'), ['Foxglove', 'Red Fox', 'Arctic Fox'])
    assert.deepEqual(await world.names('/world/list?limit=2&sort=popular'), ['Foxglove', 'Red Fox'])
    assert.deepEqual(await world.names('/world/list?limit=2&sort=recent'), ['Wolf', '𝓕𝓪𝓷𝓬𝔂 Cat'])
    assert.deepEqual(await world.names('/world/list?limit=1&sort=oldest'), ['Zz 0'])
    assert.deepEqual(await world.names('/world/list?limit=2&sort=name'), ['Arctic Fox', '𝓕𝓪𝓷𝓬𝔂 Cat'])
    assert.deepEqual(await world.names('/world/list?platform=ios&sort=recent'), ['Wolf', 'Foxglove'])
    assert.equal((await world.list('/world/list?platform=quest')).total, 4)
    assert.equal((await world.list('/world/list?platform=pc')).total, TOTAL - 2)
  })

  it('all is every visible avatar, newest first, with the terms in its head and kept for two minutes', async () => {
    const response = await world.app.get('/world/all?limit=2')
    assert.match(response.headers.get('link')!, /\/terms>; rel="license"/)
    assert.match(response.headers.get('cache-control')!, /^public, max-age=1[012]\d$/)
    assert.deepEqual(await world.names('/world/all?limit=2'), ['Wolf', '𝓕𝓪𝓷𝓬𝔂 Cat'])
  })
})
