import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Avatar } from '@avatary/contract/avatar'
import { startTestApp, type TestApp } from '../support/app.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'

interface Page {
  total: number
  avatars: Avatar[]
  hasMore: boolean
  limit: number
  offset: number
}

describe('the catalog over HTTP', () => {
  let app: TestApp
  before(async () => {
    app = await startTestApp({ avatars: INVENTED_AVATARS })
  })
  after(() => app[Symbol.asyncDispose]())

  const search = async (query: string) => (await app.getJson(`/avatars/search?${query}`)) as unknown as Page
  const names = async (query: string) => (await search(query)).avatars.map(avatar => avatar.name)

  it('answers an avatar with the keys of the spec in their order', async () => {
    const { avatars } = await search(`q=${inventedId(6)}`)
    const expected: Avatar = {
      id: inventedId(6),
      name: 'マヌカ ver․2',
      description: '',
      authorId: 'usr_00000000-0000-4000-8000-0000000000c3',
      authorName: '千代',
      authorVrclUrl: null,
      imageUrl: 'https://api.vrchat.cloud/api/1/image/file_5eed0000-0000-4000-8000-000000000005/1/256',
      tags: [],
      aiTags: ['manuka'],
      platforms: ['pc', 'quest'],
      performance: { pc: 'Good', quest: 'Poor' },
      addedAt: '2025-01-06T00:00:00.000Z',
      updatedAt: '2025-01-06T00:00:00.000Z',
      views: 0,
      likes: 0,
    }
    assert.deepEqual(avatars, [expected])
    assert.deepEqual(Object.keys(avatars[0]!), Object.keys(expected))
  })

  it('finds both avatars whose ids or addresses are searched for, in the order asked for', async () => {
    const url = `https://vrchat.com/home/avatar/${inventedId(4)}`
    for (const q of [
      `${inventedId(2)} ${inventedId(4)}`,
      `${url},${inventedId(2)}`,
      `${url} ${url}/ ${inventedId(2)}`,
    ]) {
      const { total, avatars } = await search(`q=${encodeURIComponent(q)}&sort=oldest`)
      assert.deepEqual([total, ...avatars.map(({ id }) => id)], [2, inventedId(2), inventedId(4)], q)
    }
    const page = await search(`q=${inventedId(2)}+${inventedId(4)}&limit=1&offset=1`)
    assert.deepEqual([page.total, page.avatars[0]!.id, page.hasMore], [2, inventedId(2), false])
    assert.deepEqual(await names(`q=${inventedId(2)}+avtr_00000000-0000-4000-8000-000000000000`), ['Red Fox'])
  })

  it('finds a tag that is written with a #, and excludes by it', async () => {
    for (const tag of ['%23fox', '%23Author_Tag_Fox', 'author_tag_%23fox'])
      assert.deepEqual(await names(`tag=${tag}`), await names('tag=fox'), tag)
    assert.deepEqual(await names('q=fox+-tag:%23fox'), await names('q=fox+-tag:fox'))
    assert.equal((await search('tag=%23')).total, 0)
  })

  it('finds words in any field, the last one as a beginning', async () => {
    assert.deepEqual(await names('q=fox'), ['Wolf', 'Foxglove', 'Red Fox', 'Arctic Fox'])
    assert.deepEqual(await names('q=red+fox'), ['Red Fox'])
    assert.deepEqual(await names('q=fox+red'), ['Red Fox'])
    assert.deepEqual(await names('q=anna'), ['𝓕𝓪𝓷𝓬𝔂 Cat', 'Red Fox', 'Arctic Fox'])
    assert.deepEqual(await names('q=fox+-tail+-glove'), ['Foxglove', 'Red Fox', 'Arctic Fox'])
    assert.deepEqual(await names('q=%22grey+wolf%22'), ['Wolf'])
  })

  it('finds any script, whatever punctuation and letters stand for', async () => {
    assert.deepEqual(await names('q=queen'), ['Queenǃǃ'])
    assert.deepEqual(await names('q=Queen!!'), ['Queenǃǃ'])
    assert.deepEqual(await names('q=桔梗'), ['桔梗の浴衣'])
    assert.deepEqual(await names('q=浴'), ['桔梗の浴衣'])
    assert.deepEqual(await names('q=マヌカ'), ['マヌカ ver․2'])
    assert.deepEqual(await names('q=fancy'), ['𝓕𝓪𝓷𝓬𝔂 Cat'])
    assert.deepEqual(await names('q=борис&limit=1'), ['Wolf'])
  })

  it('finds exactly one avatar by id or URL', async () => {
    assert.deepEqual(await names(`q=${inventedId(2).toUpperCase().replace('AVTR', 'avtr')}`), ['Red Fox'])
    assert.deepEqual(await names(`q=https://vrchat.com/home/avatar/${inventedId(2)}`), ['Red Fox'])
    assert.equal((await search(`q=${inventedId(99)}`)).total, 0)
  })

  it('filters by author, tag and platform', async () => {
    assert.deepEqual(await names('author=anna&sort=oldest'), ['Arctic Fox', 'Red Fox', '𝓕𝓪𝓷𝓬𝔂 Cat'])
    assert.deepEqual(await names('author=usr_00000000-0000-4000-8000-0000000000c3'), [
      'マヌカ ver․2',
      '桔梗の浴衣',
    ])
    assert.deepEqual(await names('author=ann'), [])
    assert.deepEqual(await names('tag=author_tag_fox&platform=quest'), ['Arctic Fox'])
    assert.deepEqual(await names('tag=content_horror'), ['Wolf'])
    assert.deepEqual(await names('platform=ios'), ['Wolf', 'Foxglove'])
  })

  it('sorts by every order', async () => {
    assert.deepEqual(await names('sort=recent&limit=2'), ['Wolf', '𝓕𝓪𝓷𝓬𝔂 Cat'])
    assert.deepEqual(await names('sort=oldest&limit=2'), ['Arctic Fox', 'Red Fox'])
    assert.deepEqual(await names('sort=popular&limit=4'), ['Foxglove', 'Red Fox', 'Arctic Fox', 'Wolf'])
    assert.deepEqual(await names('sort=name'), [
      'Arctic Fox',
      '𝓕𝓪𝓷𝓬𝔂 Cat',
      'Foxglove',
      'Queenǃǃ',
      'Red Fox',
      'Wolf',
      'マヌカ ver․2',
      '桔梗の浴衣',
    ])
  })

  it('pages with exact totals, and past the end', async () => {
    const first = await search('limit=3')
    assert.deepEqual([first.total, first.limit, first.offset, first.hasMore], [8, 3, 0, true])
    const last = await search('limit=3&offset=6')
    assert.deepEqual([last.avatars.length, last.hasMore], [2, false])
    const past = await search('offset=1000000')
    assert.deepEqual([past.total, past.avatars.length, past.offset, past.hasMore], [8, 0, 1_000_000, false])
  })

  it('moves a limit out of range to the bound, and echoes what it used', async () => {
    assert.equal((await search('limit=1000')).limit, 60)
    assert.equal((await search('limit=-5')).limit, 1)
    assert.equal((await search('offset=-5')).offset, 0)
  })

  it('names the parameter that it does not understand', async () => {
    for (const [query, name] of [
      ['limit=many', 'limit'],
      ['sort=best', 'sort'],
      ['platform=mac', 'platform'],
    ]) {
      const response = await app.get(`/avatars/search?${query}`)
      assert.equal(response.status, 400)
      const { error, code } = (await response.json()) as { error: string; code: string }
      assert.equal(code, 'invalid_parameter')
      assert.match(error, new RegExp(`\\b${name}\\b`))
    }
  })

  it('lists tags, trending, popular searches and stats', async () => {
    const { tags } = (await app.getJson('/avatars/tags')) as { tags: string[] }
    assert.equal(tags[0], 'fox')
    assert.ok(!tags.includes('system_approved'))
    const { avatars } = (await app.getJson('/avatars/trending?limit=2')) as { avatars: Avatar[] }
    assert.deepEqual(
      avatars.map(avatar => avatar.name),
      ['Foxglove', 'Red Fox'],
    )
    await search('q=Arctic')
    assert.ok(
      ((await app.getJson('/avatars/popular-searches')) as { terms: string[] }).terms.includes('arctic'),
    )
    assert.deepEqual(await app.getJson('/stats'), {
      indexed: 8,
      active: 8,
      listed: 8,
      hidden: 0,
      creators: 3,
      queue: 0,
      verifying: 0,
    })
  })

  it('lists everything page by page, and as one stream', async () => {
    const ids: string[] = []
    let offset: number | null = 0
    while (offset !== null) {
      const page = (await app.getJson(`/avatars/all?limit=3&offset=${offset}`)) as unknown as {
        total: number
        nextOffset: number | null
        avatars: Avatar[]
      }
      assert.equal(page.total, 8)
      ids.push(...page.avatars.map(avatar => avatar.id))
      offset = page.nextOffset
    }
    assert.deepEqual(ids, [8, 7, 6, 5, 4, 3, 2, 1].map(inventedId))
    const stream = await app.get('/avatars/all.ndjson')
    assert.match(stream.headers.get('content-type')!, /^application\/x-ndjson/)
    assert.match(stream.headers.get('link')!, /\/terms>; rel="license"/)
    const lines = (await stream.text()).trim().split('\n')
    assert.deepEqual(
      lines.map(line => JSON.parse(line).id),
      ids,
    )
    assert.equal(stream.headers.get('content-encoding'), 'gzip')
    const plain = await app.get('/avatars/all.ndjson', { headers: { 'Accept-Encoding': 'identity' } })
    assert.equal(plain.headers.get('content-encoding'), null)
    assert.equal((await plain.text()).trim(), lines.join('\n'))
    const again = await app.get('/avatars/all.ndjson', {
      headers: { 'If-None-Match': stream.headers.get('etag')! },
    })
    assert.equal(again.status, 304)
  })

  it('answers 304 to who has the answer already', async () => {
    for (const path of [
      '/avatars/search?q=fox',
      '/avatars/all',
      '/avatars/tags',
      '/stats',
      '/avatars/trending',
    ]) {
      const first = await app.get(path)
      const etag = first.headers.get('etag')!
      assert.match(etag, /^"/)
      const again = await app.get(path, { headers: { 'If-None-Match': etag } })
      assert.equal(again.status, 304, path)
      assert.equal(await again.text(), '')
    }
  })
})
