import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { SearchPage } from '@avatary/contract/catalog'
import { startTestApp, type TestApp } from '../support/app.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'

const startApp = () => startTestApp({ avatars: INVENTED_AVATARS })

async function search(app: TestApp, parameters: Record<string, string>): Promise<SearchPage> {
  return (await app.getJson(`/avatars/search?${new URLSearchParams(parameters)}`)) as unknown as SearchPage
}

async function namesOf(app: TestApp, parameters: Record<string, string>): Promise<string[]> {
  const { avatars, total } = await search(app, parameters)
  assert.equal(total, avatars.length)
  return avatars.map(({ name }) => name)
}

it('people narrow a search by qualifiers, alternatives and groups', async () => {
  await using app = await startApp()
  const found: Record<string, string[]> = {
    'fox tag:quest': ['Arctic Fox'],
    'tag:fox -tag:quest': ['Red Fox'],
    'author:anna -author:boris': ['𝓕𝓪𝓷𝓬𝔂 Cat', 'Red Fox', 'Arctic Fox'],
    'platform:quest perf<=poor': ['マヌカ ver․2', 'Queenǃǃ'],
    'platform:quest perf:poor': ['マヌカ ver․2'],
    'perf>=good': ['マヌカ ver․2'],
    'views>50 views<=70 likes': [],
    'views>50': ['Foxglove', 'Red Fox'],
    'added>=2025-01-07': ['Wolf', '𝓕𝓪𝓷𝓬𝔂 Cat'],
    'added:2025-01-02': ['Red Fox'],
    'added<2025': [],
    '(arctic OR red) fox': ['Red Fox', 'Arctic Fox'],
    'wolf OR cat': ['Wolf', '𝓕𝓪𝓷𝓬𝔂 Cat'],
    'fox -(tag:quest OR flower)': ['Wolf', 'Red Fox'],
  }
  for (const [q, names] of Object.entries(found)) assert.deepEqual(await namesOf(app, { q }), names, q)
  assert.deepEqual(await namesOf(app, { tag: 'fox,quest' }), ['Arctic Fox'])
  assert.deepEqual(await namesOf(app, { q: 'perf:poor', platform: 'quest' }), ['マヌカ ver․2'])
})

it('what a search does not understand is searched as words and named, in every form of the answer', async () => {
  await using app = await startApp()
  const { warnings, ...page } = await search(app, { q: 'wolf re:fox' })
  assert.deepEqual(page.avatars, [])
  assert.deepEqual(
    warnings?.map(({ text }) => text),
    ['re:fox'],
  )
  assert.equal('warnings' in (await search(app, { q: 'wolf' })), false)
  const perf = await search(app, { q: 'fox perf>=huge' })
  assert.match(perf.warnings![0]!.message, /`perf` takes `excellent`, `good`, `medium`, `poor`, `very-poor`/)
  for (const path of ['/world/search', '/world/client', '/insights/avatars']) {
    const answer: { warnings?: unknown[] } = await app.getJson(`${path}?q=re:fox`)
    assert.equal(answer.warnings?.length, 1, path)
  }
})

it('a search text beyond the limits is refused, with the limit', async () => {
  await using app = await startApp()
  for (const path of ['/avatars/search', '/world/search', '/world/client', '/insights/avatars']) {
    const answer = await app.get(`${path}?q=${'tag:a+'.repeat(21)}`)
    assert.equal(answer.status, 400, path)
    assert.deepEqual(await answer.json(), {
      error: '`q` is too complex. There may be at most 20 qualifiers, alternatives and groups.',
      code: 'invalid_parameter',
      field: 'q',
    })
  }
})

it('the most recently updated come first, and those of an unknown date last', async () => {
  const [first, second, ...others] = INVENTED_AVATARS
  const updated = [
    { ...first!, updatedAtMs: Date.UTC(2026, 0, 1) },
    { ...second!, updatedAtMs: null },
    ...others,
  ]
  await using app = await startTestApp({ avatars: updated })
  const names = await namesOf(app, { sort: 'updated' })
  assert.deepEqual([names[0], names[1], names.at(-1)], ['Arctic Fox', 'Wolf', 'Red Fox'])
  assert.deepEqual(await namesOf(app, { q: 'updated:2026' }), ['Arctic Fox'])
})

it('qualifiers are no search terms, which count the words alone', async () => {
  await using app = await startApp()
  await search(app, { q: 'arctic tag:fox author:anna -views<3' })
  await search(app, { q: 'tag:fox' })
  await search(app, { q: 'red OR arctic' })
  await app.settle()
  assert.deepEqual((await app.getJson('/avatars/popular-searches')).terms, ['arctic'])
})

it('by relevance the avatar of that name is first, and totals and pages are those of any order', async () => {
  const patches = [
    { name: 'Catalina', views: 900 },
    { name: 'My cat', views: 500 },
    { name: 'Cat', views: 1 },
    { name: 'Dog', authorName: 'Cat', views: 9000 },
    { name: 'Wolf', tags: ['author_tag_cat'], views: 9000 },
    { name: 'Bear', description: 'no cat', views: 9000 },
    { name: 'Cat girl', views: 2 },
  ]
  const avatars = patches.map((patch, i) => ({
    ...INVENTED_AVATARS[i]!,
    authorName: 'Anna',
    tags: [],
    ...patch,
  }))
  await using app = await startTestApp({ avatars: avatars.map(patch => ({ description: '', ...patch })) })
  const expected = ['Cat', 'Catalina', 'Cat girl', 'My cat', 'Dog', 'Wolf', 'Bear']
  assert.deepEqual(await namesOf(app, { q: 'CAT', sort: 'relevance' }), expected)
  const pages = await Promise.all(
    expected.map(async (_, offset) => {
      const page = await search(app, { q: 'cat', sort: 'relevance', limit: '1', offset: `${offset}` })
      assert.equal(page.total, expected.length)
      return page.avatars[0]?.name
    }),
  )
  assert.deepEqual(pages, expected)
})

it('by relevance a whole name of a creator is after names with all its words, and before parts of such names', async () => {
  const patches = [
    { name: 'Red Mistral wolf', views: 900 },
    { name: 'Bear', authorName: '~Red_Wolf~', views: 1 },
    { name: 'Red', authorName: 'Wolf', views: 900 },
    { name: 'Red wolf 2', views: 1 },
    { name: 'Cub', authorName: 'My Wolf', views: 9000 },
  ]
  const blank = { description: '', authorName: 'Anna', tags: [] }
  const avatars = patches.map((patch, i) => ({ ...INVENTED_AVATARS[i]!, ...blank, ...patch }))
  await using app = await startTestApp({ avatars })
  const several = ['Red wolf 2', 'Red Mistral wolf', 'Bear', 'Red']
  assert.deepEqual(await namesOf(app, { q: 'red wolf', sort: 'relevance' }), several)
  const one = ['Red Mistral wolf', 'Red wolf 2', 'Red', 'Cub', 'Bear']
  assert.deepEqual(await namesOf(app, { q: 'wolf', sort: 'relevance' }), one)
})

it('by relevance a name is first in whatever form of letters it is typed', async () => {
  const named = ['マヌカ', '龍', 'أميرة']
  const patches = [
    { name: 'シオ', views: 900 },
    { name: 'しお', views: 1 },
    ...named.map(name => ({ name, views: 1 })),
    ...named.map(name => ({ name: `x ${name}`, views: 900 })),
  ]
  const blank = { description: '', authorName: 'Anna', tags: [] }
  const avatars = patches.map((patch, i) => ({ ...INVENTED_AVATARS[i]!, ...blank, ...patch }))
  await using app = await startTestApp({ avatars })
  for (const [q, name] of Object.entries({ まぬか: 'マヌカ', ﾏﾇ: 'マヌカ', 竜: '龍', اميره: 'أميرة' }))
    assert.deepEqual(await namesOf(app, { q, sort: 'relevance' }), [name, `x ${name}`], q)
  for (const [q, names] of Object.entries({ しお: ['しお', 'シオ'], シオ: ['シオ', 'しお'] }))
    assert.deepEqual(await namesOf(app, { q, sort: 'relevance' }), names, 'as typed first')
})

it('people filter by a rating as `perf>=` does', async () => {
  await using app = await startApp()
  const minPerformance = 'poor'
  assert.deepEqual(await namesOf(app, { minPerformance }), ['マヌカ ver․2'])
  assert.deepEqual(await namesOf(app, { minPerformance: 'good' }), ['マヌカ ver․2'])
  assert.deepEqual(await namesOf(app, { minPerformance: 'good', platform: 'quest' }), [])
  assert.deepEqual(await namesOf(app, { minPerformance: 'good', q: 'platform:quest' }), [])
  assert.deepEqual(await namesOf(app, { minPerformance: 'very-poor' }), ['マヌカ ver․2', 'Queenǃǃ'])
  assert.deepEqual(await namesOf(app, { minPerformance, q: inventedId(4) }), [])
  assert.deepEqual(await namesOf(app, { minPerformance, q: inventedId(6) }), ['マヌカ ver․2'])
})

it('people see how many matches a search has by platform and by tag, and nothing is counted', async () => {
  await using app = await startApp()
  const facetsOf = (parameters: Record<string, string>) =>
    app.getJson(`/search/facets?${new URLSearchParams(parameters)}`)
  assert.deepEqual(await facetsOf({ q: 'fox' }), {
    total: 4,
    platforms: [
      { platform: 'pc', count: 3 },
      { platform: 'quest', count: 2 },
      { platform: 'ios', count: 2 },
    ],
    tags: [
      { tag: 'fox', count: 2 },
      { tag: 'content_horror', count: 1 },
      { tag: 'flower', count: 1 },
      { tag: 'quest', count: 1 },
      { tag: 'tail', count: 1 },
      { tag: 'wolf', count: 1 },
    ],
  })
  const { total, platforms, tags } = await facetsOf({ tag: 'fox', platform: 'quest', limit: '1' })
  assert.deepEqual([total, tags], [1, [{ tag: 'quest', count: 1 }]])
  assert.deepEqual(
    (platforms as { count: number }[]).map(({ count }) => count),
    [2, 1, 0],
  )
  for (const rated of [
    { minPerformance: 'good' },
    { q: 'perf>=good' },
    { q: 'perf>=poor', platform: 'quest' },
  ]) {
    const found = (await facetsOf(rated)).platforms as { platform: string; count: number }[]
    for (const { platform, count } of found)
      assert.equal(
        count,
        (await search(app, { ...rated, platform })).total,
        `${JSON.stringify(rated)} on ${platform}`,
      )
  }
  const none = await facetsOf({ q: 'no such avatar' })
  assert.deepEqual([none.total, none.tags], [0, []])
  assert.equal((await app.get(`/search/facets?q=${'(a OR b) '.repeat(20)}`)).status, 400)
  assert.deepEqual((await app.getJson('/avatars/popular-searches')).terms, [])
})
