import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { worldRoutes } from '@avatary/contract/routes/world'
import { BUNDLE_SECTIONS, type WorldAvatar } from '@avatary/contract/world'
import type { AvatarPatch } from '../../src/slices/catalog/store.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'
import { until } from '../support/until.ts'
import { common, readVrcJson, type Shape } from '../support/vrc-json.ts'

const FILLERS = 210
const TOTAL = INVENTED_AVATARS.length + FILLERS

/** Enough avatars and tags to see the larger bounds; all older than the invented ones, and seen by nobody. */
const fillers: readonly AvatarPatch[] = Array.from({ length: FILLERS }, (_, n) => ({
  id: inventedId(1000 + n),
  name: `Zz ${n}`,
  authorId: 'usr_00000000-0000-4000-8000-0000000000f1',
  authorName: 'Filler',
  tags: [`author_tag_filler${n}`],
  platforms: ['pc'],
  addedAtMs: Date.UTC(2024, 0, 1) + n,
}))

interface List {
  ok: true
  now: string
  total: number
  count: number
  limit: number
  offset: number
  nextOffset: number | null
  avatars: WorldAvatar[]
}

/** Every list with a `limit`: its default and its bound (spec, "World endpoints"), and whether it has an `offset`. */
const LISTS = [
  { path: '/world/search', standard: 50, most: 500, pages: true },
  { path: '/world/list', standard: 50, most: 500, pages: true },
  { path: '/world/all', standard: 1000, most: 1000, pages: true },
  { path: '/world/trending', standard: 24, most: 500, pages: false },
  { path: '/world/promoted', standard: 24, most: 50, pages: false },
  { path: '/world/promoted/groups', standard: 12, most: 50, pages: false },
  { path: '/world/random', standard: 24, most: 500, pages: false },
]

/** What is refused, by the parameter that the message names. */
const REFUSALS = [
  ...LISTS.map(({ path }) => [`${path}?limit=many`, 'limit']),
  ...LISTS.filter(({ pages }) => pages).map(({ path }) => [`${path}?offset=1.5`, 'offset']),
  ['/world/search?sort=best', 'sort'],
  ['/world/search?platform=mac', 'platform'],
  ['/world/list?sort=best', 'sort'],
  ['/world/list?platform=mac', 'platform'],
  ['/world/random?platform=mac', 'platform'],
  ['/world/client?offset=x', 'offset'],
  ['/world/tags?limit=x', 'limit'],
  ['/world/searches?limit=x', 'limit'],
  ['/world/bundle?include=stats,weather', 'include'],
  ['/world/bundle?include=stats&limit=x', 'limit'],
  [`/world/avatars?ids=${Array.from({ length: 501 }, (_, n) => n)}`, 'ids'],
] as const

describe('the endpoints for worlds', () => {
  let app: TestApp
  const shapes = new Map<string, Shape>()
  before(async () => {
    const env = { RATE_LIMIT_WORLD: '9000', RATE_LIMIT_GLOBAL: '9000', FLUSH_INTERVAL_MS: '10' }
    app = await startTestApp({ avatars: [...INVENTED_AVATARS, ...fillers], env })
  })
  after(() => app[Symbol.asyncDispose]())

  /** Reads an answer as a world does, whose shape must be that of all other answers of the endpoint. */
  const read = async (address: string): Promise<Record<string, unknown>> => {
    const response = await app.get(address)
    const text = await response.text()
    assert.equal(response.status, 200, text)
    const { value, shape } = readVrcJson(text)
    const path = address.replace(/\?.*/, '').replace(/avtr_[^/]+/, '{id}')
    shapes.set(path, common(shapes.get(path) ?? 'anything', shape, path))
    return value
  }
  const list = async (address: string) => (await read(address)) as unknown as List
  const names = async (address: string) => (await list(address)).avatars.map(({ name }) => name)

  it('ping tells the clock, page sizes and schema', async () => {
    const { now, ...rest } = await read('/world/ping')
    assert.ok(Math.abs(Date.parse(now as string) - Date.now()) < 60_000)
    assert.deepEqual(rest, { ok: true, maxLimit: 500, allPage: 1000, schema: 1 })
  })

  it('endpoints lists every route for worlds, with its parameters', async () => {
    const { endpoints } = (await read('/world/endpoints')) as { endpoints: { path: string }[] }
    assert.deepEqual(
      endpoints.map(({ path }) => path),
      Object.values(worldRoutes).map(({ path }) => path),
    )
  })

  it('stats are those of the catalog', async () => {
    const { ok, now, ...stats } = await read('/world/stats')
    assert.deepEqual([ok, typeof now], [true, 'string'])
    assert.deepEqual(stats, await app.getJson('/stats'))
    assert.equal(stats.listed, TOTAL)
  })

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
        const answer = await list(path + query)
        assert.equal(answer.limit, used, query)
        assert.equal(answer.offset, 0)
        assert.equal(answer.ok, true)
        assert.match(answer.now, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/)
        const items = answer.avatars ?? (answer as unknown as { groups: unknown[] }).groups
        assert.equal(answer.count, items.length)
        if (pages) assert.equal(answer.count, Math.min(used, TOTAL))
        else assert.equal(answer.nextOffset, null)
      }
    })

    if (pages) {
      it(`${path} pages to the end with exact totals, and past it`, async () => {
        const ids: string[] = []
        let offset: number | null = 0
        while (offset !== null) {
          const page: List = await list(`${path}?limit=100&offset=${offset}`)
          assert.deepEqual([page.total, page.offset], [TOTAL, offset])
          assert.equal(page.nextOffset, offset + 100 < TOTAL ? offset + 100 : null)
          ids.push(...page.avatars.map(({ id }) => id))
          offset = page.nextOffset
        }
        assert.equal(new Set(ids).size, TOTAL)
        assert.equal(ids.length, TOTAL)
        const past = await list(`${path}?offset=100000`)
        assert.deepEqual([past.total, past.count, past.offset, past.nextOffset], [TOTAL, 0, 100_000, null])
        assert.equal((await list(`${path}?offset=-1`)).offset, 0)
      })
    }
  }

  for (const [address, parameter] of REFUSALS) {
    it(`${address.slice(0, 60)} is refused and told what is allowed`, async () => {
      const response = await app.get(address)
      const { error, code } = (await response.json()) as { error: string; code: string }
      assert.deepEqual([response.status, code], [400, 'invalid_parameter'])
      assert.ok(error.includes(`\`${parameter}\``), error)
    })
  }

  it('unknown parameters are passed over', async () => {
    assert.deepEqual(await names('/world/search?q=queen&v=3&t=123'), ['Queenǃǃ'])
    assert.deepEqual(await names('/world/list?q=queen&limit=1'), ['Foxglove'])
  })

  it('search answers records with the keys of the spec in their order', async () => {
    const { avatars } = await list(`/world/search?q=${inventedId(6)}`)
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
    for (const query of [
      'q=fox',
      'q=red+fox',
      'q=-fox',
      'author=anna',
      'tag=fox',
      'platform=ios',
      'q=nowhere',
    ]) {
      for (const sort of ['popular', 'recent', 'oldest', 'name']) {
        const expected = await app.getJson(`/avatars/search?${query}&sort=${sort}&limit=60`)
        const found = await list(`/world/search?${query}&sort=${sort}&limit=60`)
        assert.equal(found.total, expected.total)
        assert.deepEqual(
          found.avatars.map(({ id }) => id),
          (expected.avatars as WorldAvatar[]).map(({ id }) => id),
        )
      }
    }
    assert.deepEqual(await names('/world/search?q=fox'), ['Foxglove', 'Red Fox', 'Arctic Fox', 'Wolf'])
    assert.deepEqual(await names('/world/search?q=fox&platform=quest'), ['Foxglove', 'Arctic Fox'])
    assert.deepEqual(await names('/world/search?tag=author_tag_fox&author=Anna'), ['Red Fox', 'Arctic Fox'])
  })

  it('list browses in every order, on every platform', async () => {
    assert.deepEqual(await names('/world/list?limit=3'), ['Foxglove', 'Red Fox', 'Arctic Fox'])
    assert.deepEqual(await names('/world/list?limit=2&sort=popular'), ['Foxglove', 'Red Fox'])
    assert.deepEqual(await names('/world/list?limit=2&sort=recent'), ['Wolf', '𝓕𝓪𝓷𝓬𝔂 Cat'])
    assert.deepEqual(await names('/world/list?limit=1&sort=oldest'), ['Zz 0'])
    assert.deepEqual(await names('/world/list?limit=2&sort=name'), ['Arctic Fox', '𝓕𝓪𝓷𝓬𝔂 Cat'])
    assert.deepEqual(await names('/world/list?platform=ios&sort=recent'), ['Wolf', 'Foxglove'])
    assert.equal((await list('/world/list?platform=quest')).total, 4)
  })

  it('all is every visible avatar, newest first, with the terms in its head and kept for two minutes', async () => {
    const response = await app.get('/world/all?limit=2')
    assert.match(response.headers.get('link')!, /\/terms>; rel="license"/)
    assert.match(response.headers.get('cache-control')!, /public/)
    assert.deepEqual(await names('/world/all?limit=2'), ['Wolf', '𝓕𝓪𝓷𝓬𝔂 Cat'])
  })

  it('random is different on each call, without repeats, and of the platform alone', async () => {
    const response = await app.get('/world/random')
    assert.equal(response.headers.get('cache-control'), 'no-store')
    const picks = await Promise.all(Array.from({ length: 5 }, () => list('/world/random')))
    for (const { avatars, total } of picks) {
      assert.equal(new Set(avatars.map(({ id }) => id)).size, 24)
      assert.equal(total, TOTAL)
    }
    assert.equal(new Set(picks.map(({ avatars }) => avatars.map(({ id }) => id).join())).size, 5)
    assert.deepEqual((await names('/world/random?platform=ios')).sort(), ['Foxglove', 'Wolf'])
    const onPc = await list('/world/random?platform=pc&limit=100')
    assert.ok(onPc.avatars.every(({ platforms }) => platforms.includes('pc')))
    assert.equal(onPc.total, TOTAL - 2)
  })

  it('avatars answers those of the ids, once each, in the order asked for, and what is missing', async () => {
    const nowhere = inventedId(77)
    const ids = [inventedId(3), nowhere, inventedId(1), 'fox', inventedId(3).toUpperCase(), nowhere]
    const answer = await read(`/world/avatars?ids=${ids.join('%2C+')}`)
    assert.deepEqual(answer.missing, [nowhere, 'fox'])
    assert.deepEqual(
      (answer.avatars as WorldAvatar[]).map(({ name }) => name),
      ['Foxglove', 'Arctic Fox'],
    )
    assert.deepEqual([answer.total, answer.count, answer.offset, answer.nextOffset], [2, 2, 0, null])
    for (const none of ['/world/avatars', '/world/avatars?ids=', '/world/avatars?ids=,,']) {
      const empty = await read(none)
      assert.deepEqual([empty.avatars, empty.missing, empty.total], [[], [], 0])
    }
    const many = Array.from({ length: 500 }, (_, n) => inventedId(n + 1000))
    const most = await read(`/world/avatars?ids=${many}`)
    assert.deepEqual([most.count, (most.missing as string[]).length], [FILLERS, 500 - FILLERS])
  })

  it('avatar answers one with all its fields, and 404 for one that is not listed', async () => {
    const { ok, now, ...avatar } = await read(`/world/avatar/${inventedId(4)}`)
    assert.deepEqual([ok, typeof now], [true, 'string'])
    const { avatars } = (await app.getJson(`/avatars/search?q=${inventedId(4)}`)) as { avatars: object[] }
    assert.deepEqual({ ...avatar, views: 0 }, { ...avatars[0], views: 0 })
    for (const id of [inventedId(77), 'fox', 'avtr_']) {
      for (const path of [`/world/avatar/${id}`, `/world/avatar/${id}/wear`]) {
        const response = await app.get(path)
        assert.equal(response.status, 404, path)
        assert.equal(((await response.json()) as { code: string }).code, 'avatar_not_found')
      }
    }
  })

  it('avatar counts a view, wear answers, and neither is ever kept', async () => {
    const viewsOf = async (n: number) => (await list(`/world/search?q=${inventedId(n)}`)).avatars[0]!.views
    const before = await viewsOf(7)
    for (let view = 0; view < 3; view++) {
      const response = await app.get(`/world/avatar/${inventedId(7)}`)
      assert.equal(response.headers.get('cache-control'), 'no-store')
    }
    await until('three views are counted', async () => (await viewsOf(7)) === before + 3)
    const worn = await app.get(`/world/avatar/${inventedId(7)}/wear`)
    assert.equal(worn.headers.get('cache-control'), 'no-store')
    assert.deepEqual(readVrcJson(await worn.text()).value, { ok: true })
  })

  it('tags are counted, in the form in which they are searched, most used first', async () => {
    const { tags } = (await read('/world/tags')) as { tags: { tag: string; count: number }[] }
    assert.equal(tags.length, 50)
    assert.deepEqual(tags[0], { tag: 'fox', count: 2 })
    const lengths = [
      ['limit=0', 1],
      ['limit=9', 9],
      ['limit=201', 200],
    ] as const
    for (const [query, length] of lengths) {
      assert.equal(((await read(`/world/tags?${query}`)).tags as object[]).length, length)
    }
    const all = ((await read('/world/tags?limit=200')).tags as { tag: string }[]).map(({ tag }) => tag)
    assert.ok(all.every(tag => !/^(?:system|admin|author_tag)_/.test(tag)))
  })

  it('a bundle of one section is a bundle, also right after its endpoint was asked', async () => {
    for (const [path, section] of [
      ['/world/trending?limit=24', 'trending'],
      ['/world/tags?limit=24', 'tags'],
    ]) {
      const alone = await app.getJson(path!)
      const bundle = await app.getJson(`/world/bundle?include=${section}`)
      assert.ok('sections' in bundle && !('sections' in alone))
      assert.ok(!('sections' in (await app.getJson(path!))))
    }
  })

  it('searches are the popular search terms', async () => {
    // An app of its own: the ranking is asked for once in ten seconds.
    await using own = await startTestApp({ avatars: [...INVENTED_AVATARS, ...fillers] })
    for (let n = 0; n < 52; n++) await own.get(`/avatars/search?q=filler${n}`)
    await own.get('/world/search?q=filler7')
    await own.get('/world/client?q=filler7')
    const termsOf = async (query: string) => (await own.getJson(`/world/searches${query}`)).terms as string[]
    assert.equal((await termsOf('')).length, 10)
    assert.equal((await termsOf(''))[0], 'filler7')
    assert.equal((await termsOf('?limit=51')).length, 50)
    assert.equal((await termsOf('?limit=0')).length, 1)
  })

  it('client answers up to 120 avatars with counts in one download', async () => {
    const first = (await read('/world/client')) as unknown as List & { supporters: []; stats: object }
    assert.deepEqual(Object.keys(first), [
      ...['ok', 'now', 'total', 'offset', 'nextOffset', 'avatars', 'supporters', 'stats'],
    ])
    assert.deepEqual(
      [first.total, first.offset, first.nextOffset, first.avatars.length],
      [TOTAL, 0, 120, 120],
    )
    assert.equal(first.avatars[0]!.name, 'Foxglove')
    assert.deepEqual(first.supporters, [])
    assert.deepEqual(first.stats, await app.getJson('/stats'))
    const rest = await list('/world/client?offset=120')
    assert.deepEqual([rest.avatars.length, rest.offset, rest.nextOffset], [TOTAL - 120, 120, null])
    assert.deepEqual(await names('/world/client?q=fox&author=anna'), ['Red Fox', 'Arctic Fox'])
    assert.equal((await list('/world/client?limit=2')).avatars.length, 120)
  })

  it('promoted and admins are empty as long as nothing is promoted and nobody is staff', async () => {
    assert.deepEqual(
      [(await list('/world/promoted')).avatars, (await list('/world/promoted')).total],
      [[], 0],
    )
    assert.deepEqual((await read('/world/promoted/groups')).groups, [])
    assert.deepEqual((await read('/world/admins')).admins, [])
  })

  it('bundle holds each section as its own endpoint answers it, with as many rows as asked for', async () => {
    const include = 'trending,promoted,promotedGroups,tags,searches,admins,stats'
    const { sections } = (await read(`/world/bundle?include=${include}&limit=60`)) as {
      sections: Record<string, Record<string, unknown>>
    }
    assert.deepEqual(Object.keys(sections), include.split(',').sort(bySpec))
    const own = {
      stats: '/world/stats',
      trending: '/world/trending?limit=60',
      promoted: '/world/promoted?limit=60',
      promotedGroups: '/world/promoted/groups?limit=60',
      tags: '/world/tags?limit=60',
      searches: '/world/searches?limit=60',
      admins: '/world/admins',
    }
    for (const [name, address] of Object.entries(own)) {
      const { now: _, ...section } = sections[name]!
      const { now: __, ...answer } = await read(address)
      assert.deepEqual(section, answer, name)
    }
    const standard = (await read('/world/bundle?include=random,tags')).sections as Record<string, List>
    assert.deepEqual([standard.random!.limit, standard.random!.avatars.length], [24, 24])
    assert.equal((standard.tags as unknown as { tags: [] }).tags.length, 24)
  })

  it('bundle is never kept when it has random avatars, and says 400 when no section is named', async () => {
    const random = await app.get('/world/bundle?include=random,stats')
    assert.equal(random.headers.get('cache-control'), 'no-store')
    const other = await app.get('/world/bundle?include=stats')
    assert.equal(other.headers.get('cache-control'), 'no-cache')
    for (const query of ['', '?include=', '?include=,']) {
      const response = await app.get(`/world/bundle${query}`)
      assert.equal(response.status, 400)
      assert.equal(((await response.json()) as { code: string }).code, 'no_valid_section')
    }
  })

  it('answers who asks the same within a second with the same bytes', async () => {
    for (const path of ['/world/search?q=fox', '/world/client?q=fox', '/world/trending', '/world/tags']) {
      await until(`two answers within a second, ${path}`, async () => {
        const first = await app.get(path)
        const [etag, now] = [first.headers.get('etag')!, ((await first.json()) as List).now]
        const again = await app.get(path, { headers: { 'If-None-Match': etag } })
        if (again.status === 304) return true
        assert.notEqual(((await again.json()) as List).now, now)
        return false
      })
    }
  })
})

describe('rising avatars', () => {
  it('are those that were looked at in worlds, most first', async () => {
    await using app = await startTestApp({ avatars: INVENTED_AVATARS, env: { FLUSH_INTERVAL_MS: '10' } })
    for (const n of [4, 7, 7]) await app.get(`/world/avatar/${inventedId(n)}`)
    await until('the views are written', async () => {
      const { avatars } = (await app.getJson(`/world/search?q=${inventedId(7)}`)) as unknown as List
      return avatars[0]!.views === 2
    })
    const { avatars, total } = (await app.getJson('/world/trending')) as unknown as List
    assert.deepEqual([total, avatars.map(({ name }) => name)], [2, ['𝓕𝓪𝓷𝓬𝔂 Cat', 'Queenǃǃ']])
  })
})

const SECTION_NAMES: readonly string[] = BUNDLE_SECTIONS

function bySpec(a: string, b: string): number {
  return SECTION_NAMES.indexOf(a) - SECTION_NAMES.indexOf(b)
}
