import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { BUNDLE_SECTIONS } from '@avatary/contract/world'
import { TOTAL, WorldApp, type WorldList } from '../../support/world-app.ts'

const SECTION_NAMES: readonly string[] = BUNDLE_SECTIONS

function inOrderOfSpec(a: string, b: string): number {
  return SECTION_NAMES.indexOf(a) - SECTION_NAMES.indexOf(b)
}

describe('downloads of several things for worlds', () => {
  let world: WorldApp
  before(async () => {
    world = await WorldApp.start()
  })
  after(() => world[Symbol.asyncDispose]())

  it('client answers up to 120 avatars with counts in one download', async () => {
    const first = (await world.read('/world/client')) as unknown as WorldList & {
      supporters: []
      stats: object
    }
    assert.deepEqual(Object.keys(first), [
      'ok',
      'now',
      'total',
      'offset',
      'nextOffset',
      'avatars',
      'supporters',
      'stats',
    ])
    assert.deepEqual(
      [first.total, first.offset, first.nextOffset, first.avatars.length],
      [TOTAL, 0, 120, 120],
    )
    assert.equal(first.avatars[0]!.name, 'Foxglove')
    assert.deepEqual(first.supporters, [])
    assert.deepEqual(first.stats, await world.app.getJson('/stats'))
    assert.deepEqual(await world.names('/world/client?q=fox&author=anna'), ['Red Fox', 'Arctic Fox'])
    assert.equal((await world.list('/world/client?limit=2')).avatars.length, 120)
  })

  it('client pages by its offset, past the end too, and refuses one that is no number', async () => {
    const rest = await world.list('/world/client?offset=120')
    assert.deepEqual([rest.avatars.length, rest.offset, rest.nextOffset], [TOTAL - 120, 120, null])
    const past = await world.list('/world/client?offset=9999')
    assert.deepEqual([past.avatars, past.total, past.nextOffset], [[], TOTAL, null])
    assert.equal((await world.list('/world/client?offset=-5')).offset, 0)
    await world.assertRefused('/world/client?offset=x', 'offset')
  })

  it('bundle holds each section as its own endpoint answers it, with as many rows as asked for', async () => {
    const include = 'trending,promoted,promotedGroups,tags,searches,admins,stats'
    const { sections } = (await world.read(`/world/bundle?include=${include}&limit=60`)) as {
      sections: Record<string, Record<string, unknown>>
    }
    assert.deepEqual(Object.keys(sections), include.split(',').sort(inOrderOfSpec))
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
      const { now: __, ...answer } = await world.read(address)
      assert.deepEqual(section, answer, name)
    }
  })

  it('bundle has 24 rows a section by default, at least one, and as many as the section can have', async () => {
    const rowsOf = async (query: string) => {
      const { sections } = (await world.read(`/world/bundle?include=random,tags${query}`)) as {
        sections: { random: WorldList; tags: { tags: unknown[] } }
      }
      return [sections.random.limit, sections.random.avatars.length, sections.tags.tags.length]
    }
    assert.deepEqual(await rowsOf(''), [24, 24, 24])
    assert.deepEqual(await rowsOf('&limit=0'), [1, 1, 1])
    assert.deepEqual(await rowsOf('&limit=100'), [100, 100, 100])
    assert.deepEqual(await rowsOf('&limit=9999'), [500, TOTAL, 200])
    await world.assertRefused('/world/bundle?include=stats&limit=x', 'limit')
  })

  it('bundle is never kept when it has random avatars', async () => {
    const random = await world.app.get('/world/bundle?include=random,stats')
    assert.equal(random.headers.get('cache-control'), 'no-store')
    const other = await world.app.get('/world/bundle?include=stats')
    assert.equal(other.headers.get('cache-control'), 'no-cache')
  })

  it('bundle leaves unknown names out, and is refused only when no name is known', async () => {
    for (const query of ['', '?include=', '?include=,', '?include=weather', '?include=weather,Stats']) {
      const response = await world.app.get(`/world/bundle${query}`)
      assert.equal(response.status, 400)
      const { code, error } = (await response.json()) as { code: string; error: string }
      assert.equal(code, 'no_valid_section')
      assert.match(error, /`include`: stats, trending, .*supporters/)
    }
    for (const include of ['stats,newsection', 'newsection,,stats,stats']) {
      const { sections } = await world.read(`/world/bundle?include=${include}`)
      assert.deepEqual(Object.keys(sections as object), ['stats'])
    }
  })

  it('a bundle of one section is not the answer of its endpoint, whichever was requested first', async () => {
    for (const [path, section] of [
      ['/world/trending?limit=24', 'trending'],
      ['/world/tags?limit=24', 'tags'],
    ]) {
      const alone = await world.app.getJson(path!)
      const bundle = await world.app.getJson(`/world/bundle?include=${section}`)
      assert.ok('sections' in bundle && !('sections' in alone))
      assert.ok(!('sections' in (await world.app.getJson(path!))))
    }
  })

  it('the same request within a second gets the same bytes', async () => {
    for (const path of ['/world/search?q=fox', '/world/client?q=fox', '/world/trending', '/world/tags']) {
      const first = await world.app.get(path)
      const [etag, { now }] = [first.headers.get('etag')!, (await first.json()) as WorldList]
      const ask = () => world.app.get(path, { headers: { 'If-None-Match': etag } })
      assert.equal((await ask()).status, 304, path)
      world.clock.advance(1000)
      assert.notEqual(((await (await ask()).json()) as WorldList).now, now)
    }
  })
})
