import assert from 'node:assert/strict'
import { it } from 'node:test'
import { TODAY } from '../../../tests/store/fixtures.ts'
import { forEachEngine } from '../../../tests/support/engines.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import { SearchTermStore } from './popular-searches.sql.ts'

forEachEngine('popular searches', engine => {
  it('sums searches over days, most first, ties in alphabetical order', async t => {
    const store = new SearchTermStore({ db: await engine.open(t) })
    await store.addSearches(
      TODAY - 1,
      new Map([
        ['fox', 2],
        ['cat', 9],
        ['Ähre', 3],
      ]),
    )
    await store.addSearches(
      TODAY,
      new Map([
        ['fox', 2],
        ['wolf', 5],
        ['zebra', 3],
      ]),
    )
    await store.addSearches(
      TODAY,
      new Map([
        ['fox', 2],
        ['桔梗', 3],
        ["'; drop table meta", 1],
      ]),
    )
    const top = ['cat', 'fox', 'wolf', 'zebra', 'Ähre', '桔梗', "'; drop table meta"]
    assert.deepEqual(await store.topTerms(TODAY - 6, 10), top)
    assert.deepEqual(await store.topTerms(TODAY - 6, 2), top.slice(0, 2))
    assert.deepEqual(await store.topTerms(TODAY, 2), ['wolf', 'fox'])
    assert.deepEqual(await store.topTerms(TODAY + 1, 2), [])
  })

  it('deletes old days', async t => {
    const store = new SearchTermStore({ db: await engine.open(t) })
    await store.addSearches(TODAY - 8, new Map([['old', 9]]))
    await store.addSearches(TODAY - 7, new Map([['kept', 1]]))
    await store.deleteBefore(TODAY - 7)
    assert.deepEqual(await store.topTerms(0, 5), ['kept'])
  })

  it('skips a term that a database cannot store, and counts the others', async t => {
    const store = new SearchTermStore({ db: await engine.open(t) })
    await store.addSearches(
      TODAY,
      new Map([
        ['a\0b', 3],
        ['\ud800', 2],
        ['fox', 1],
      ]),
    )
    await store.addSearches(TODAY, new Map([['\0', 1]]))
    assert.deepEqual(await store.topTerms(TODAY, 5), ['fox'])
  })

  it('counts thousands of terms of several concurrent processes', async t => {
    const url = await engine.createUrl(t)
    const stores = await Promise.all(
      [1, 2, 3].map(async () => new SearchTermStore({ db: await engine.open(t, url) })),
    )
    const terms = Array.from({ length: 2_000 }, (_, i): [string, number] => [`term ${i}`, i])
    await Promise.all(
      stores.map((store, i) => store.addSearches(TODAY, new Map(i === 0 ? terms : terms.toReversed()))),
    )
    assert.deepEqual(await stores[0]!.topTerms(TODAY, 2), ['term 1999', 'term 1998'])
  })

  itRunsReviewedStatements(engine.name, 'search_term_days')
})
