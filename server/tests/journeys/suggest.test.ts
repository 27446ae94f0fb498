import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { catalogRoutes } from '@avatary/contract/routes/catalog'
import { startTestApp, type TestApp } from '../support/app.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'

describe('suggestions over HTTP', () => {
  let app: TestApp
  before(async () => {
    app = await startTestApp({ avatars: INVENTED_AVATARS })
  })
  after(() => app[Symbol.asyncDispose]())

  const suggest = (q: string) => app.getJson(`/search/suggest?q=${encodeURIComponent(q)}`)
  const firstTerm = async (q: string) => ((await suggest(q)).terms as unknown[])[0]

  it('complete the last word of a text, most frequent first, with what the term finds', async () => {
    const { terms } = await suggest('Fo')
    assert.deepEqual(terms, [
      { term: 'fox', count: 4 },
      { term: 'foxglove', count: 1 },
    ])
    assert.deepEqual((await suggest('red f')).terms, [{ term: 'red fox', count: 1 }])
  })

  it('complete scripts without spaces by words of the vocabulary, and name their tags', async () => {
    assert.deepEqual(await suggest('マヌ'), {
      terms: [{ term: 'マヌカ', count: 1 }],
      tags: [{ tag: 'manuka', count: 1 }],
      creators: [],
      suggestions: [],
    })
    assert.deepEqual((await suggest('桔')).terms, [{ term: '桔梗', count: 1 }])
    assert.deepEqual((await suggest('きつ')).tags, [{ tag: 'fox', count: 2 }])
    assert.deepEqual((await suggest('red 狐')).terms, [{ term: 'red 狐', count: 1 }])
    assert.match(catalogRoutes.suggestSearches.description, /Japanese, Korean or Chinese .* vocabulary/)
  })

  it('keep what stands before the last word, also an exclusion', async () => {
    assert.deepEqual((await suggest('arctic -wo')).terms, [{ term: 'arctic -wolf', count: 1 }])
    assert.deepEqual(await firstTerm('views>=60 fo'), { term: 'views>=60 fox', count: 2 })
    assert.deepEqual(await firstTerm('(queen OR fo)'), { term: '(queen OR fox)', count: 4 })
    for (const q of ['-fo', 'platform:p', 'fox OR'])
      assert.deepEqual([(await suggest(q)).tags, (await suggest(q)).creators], [[], []], q)
    for (const q of ['fo tag:fo', 'fox OR']) assert.deepEqual((await suggest(q)).terms, [], q)
  })

  it('name tags and creators that begin so, in any case and script', async () => {
    assert.deepEqual((await suggest('#FO')).tags, [{ tag: 'fox', count: 2 }])
    assert.deepEqual((await suggest('ann')).creators, [{ name: 'Anna', count: 3 }])
    assert.deepEqual((await suggest('бор')).creators, [{ name: 'Борис', count: 3 }])
    assert.deepEqual((await suggest('千')).creators, [{ name: '千代', count: 2 }])
    assert.deepEqual((await suggest('system')).tags, [])
  })

  it('have the text that was probably meant, with what it finds', async () => {
    assert.deepEqual((await suggest('foxglvoe')).suggestions, [{ q: 'foxglove', total: 1 }])
    assert.deepEqual((await suggest('Artcic fox')).suggestions, [{ q: 'arctic fox', total: 1 }])
    assert.deepEqual((await suggest('fox')).suggestions, [])
  })

  it('correct the words between qualifiers, and leave these as they are', async () => {
    assert.deepEqual((await suggest('Artcic fox views>=0 -tag:Zzz')).suggestions, [
      { q: 'arctic fox views>=0 -tag:Zzz', total: 1 },
    ])
    assert.deepEqual((await suggest('artcic views>99999999')).suggestions, [])
  })

  it('leave the other words as they were typed, and write the corrected one alike', async () => {
    const firstCorrection = async (q: string) => ((await suggest(q)).suggestions as unknown[])[0]
    assert.deepEqual(await firstCorrection('マヌガ'), { q: 'マヌカ', total: 1 })
    assert.deepEqual(await firstCorrection('マヌカ veer'), { q: 'マヌカ ver', total: 1 })
  })

  it('of an empty text are empty', async () => {
    const nothing = { terms: [], tags: [], creators: [], suggestions: [] }
    for (const q of ['', '♡', inventedId(1)]) assert.deepEqual(await suggest(q), nothing, q)
  })

  it('stand in an answer that finds nothing, and in no other', async () => {
    const { total, suggestions } = await app.getJson('/avatars/search?q=quen')
    assert.deepEqual([total, suggestions], [0, [{ q: 'queen', total: 1 }]])
    for (const q of ['queen', 'xyzxyzxyz', 'quen&offset=1'])
      assert.equal('suggestions' in (await app.getJson(`/avatars/search?q=${q}`)), false, q)
  })

  it('count no searches', async () => {
    for (let i = 0; i < 3; i++) await suggest('arctic')
    await app.settle()
    const { terms } = await app.getJson('/avatars/popular-searches')
    assert.ok(Array.isArray(terms) && !terms.includes('arctic'))
  })
})
