import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeView } from '../../../tests/support/fake-view.ts'
import type { CatalogQuery } from '../../avatars/search-port.ts'
import { Prepared } from '../../kernel/answer.ts'
import { CatalogSearch, knownTerm, type SearchForm, type SearchParameters } from './search.ts'

const DEFAULTS: SearchParameters = { sort: 'recent', limit: 24, offset: 0 }

function askerOf(parameters: object, method = 'GET') {
  return { rawQuery: JSON.stringify(parameters), method, headers: {}, network: '192.0.2.1' }
}

function setUp(size = 3) {
  const counted: string[] = []
  const view = new FakeView(size)
  const shown: number[][] = []
  const search = new CatalogSearch({
    view,
    terms: { count: term => counted.push(term) },
    lookups: null,
    visits: {
      isCounted: ({ method }) => method !== 'HEAD',
      countShown: ({ method }, slots) => method !== 'HEAD' && shown.push([...slots]) > 0,
    },
  })
  const askIn = (form: SearchForm, parameters: Partial<SearchParameters> = {}) => {
    const answer = search.answer(askerOf(parameters), { ...DEFAULTS, ...parameters }, form)
    assert.ok(answer instanceof Prepared)
    return answer
  }
  const ask = (parameters: Partial<SearchParameters>) => {
    const answer = search.answer(askerOf(parameters), { ...DEFAULTS, ...parameters })
    assert.ok(answer instanceof Prepared)
    return answer
  }
  return { view, search, ask, askIn, counted, shown }
}

describe('search', () => {
  it('answers the fields of the spec in order', () => {
    const { ask } = setUp()
    const answer = JSON.parse(ask({ limit: 2 }).options.body.toString())
    assert.deepEqual(Object.keys(answer), ['total', 'avatars', 'limit', 'offset', 'hasMore'])
    assert.deepEqual(
      { ...answer, avatars: answer.avatars.length },
      { total: 3, avatars: 2, limit: 2, offset: 0, hasMore: true },
    )
  })

  it('has no more on the last page and past the end', () => {
    const { ask } = setUp()
    const hasMore = (offset: number) => JSON.parse(ask({ limit: 2, offset }).options.body.toString()).hasMore
    assert.deepEqual([hasMore(0), hasMore(1), hasMore(2), hasMore(9)], [true, false, false, false])
  })

  it('hands out the same answer until the catalog moves', () => {
    const { ask, view } = setUp()
    const first = ask({ q: 'fox' })
    assert.equal(ask({ q: 'fox' }), first)
    view.hide(0)
    assert.equal(JSON.parse(ask({ q: 'fox' }).options.body.toString()).total, 2)
  })

  it('answers in another form, anew when its moment has passed', () => {
    const { ask, askIn, shown } = setUp()
    let second = 1
    const write: SearchForm['write'] = (_, { total }, { limit }) => Buffer.from(`${total} ${limit} ${second}`)
    const form: SearchForm = { name: 'plain', moment: () => second, write }
    const plain = ask({ limit: 2 })
    const first = askIn(form, { limit: 2 })
    assert.equal(first.options.body.toString(), '3 2 1')
    assert.equal(askIn(form, { limit: 2 }), first)
    second++
    assert.equal(askIn(form, { limit: 2 }).options.body.toString(), '3 2 2')
    assert.equal(ask({ limit: 2 }), plain)
    assert.equal(shown.length, 5)
  })

  it('counts the folded words of every first page with results, cached or not', () => {
    const { ask, counted } = setUp()
    ask({ q: 'Red FOX' })
    ask({ q: 'Red FOX' })
    ask({ q: 'Red FOX', offset: 1 })
    ask({ q: '桔梗 -maid "good dog" -tag:sex' })
    assert.deepEqual(counted, ['red fox', 'red fox', '桔梗 good dog'])
  })

  it('counts the words that the parser understood, of two characters or one that is a word by itself', () => {
    const { ask, counted } = setUp()
    for (const q of ['cat 💩', 'neon!!!', '"Neon" ⭐', 'x', 'x!', '狐', 'ネ!', '여']) ask({ q })
    assert.deepEqual(counted, ['cat', 'neon', 'neon', '狐', 'ネ', '여'])
  })

  it('counts an impression of every avatar of every page, cached or not', () => {
    const { ask, shown } = setUp()
    ask({ limit: 2 })
    ask({ limit: 2 })
    ask({ limit: 2, offset: 2 })
    ask({ limit: 2, offset: 4 })
    assert.deepEqual(shown, [[2, 1], [2, 1], [0], []])
  })

  it('counts nothing for who asks with HEAD, which shows nothing', async () => {
    const { search, shown, counted } = setUp()
    const parameters = { ...DEFAULTS, q: 'Red FOX', limit: 2 }
    await search.answer(askerOf(parameters, 'HEAD'), parameters)
    await search.page(askerOf(parameters, 'HEAD'), parameters)
    assert.deepEqual([shown, counted], [[], []])
  })

  it('finds a page for who writes it elsewhere, as a search whose avatars are not looked at', async () => {
    const { search, shown, counted } = setUp()
    const page = await search.page(askerOf({}), { ...DEFAULTS, q: 'Red FOX', limit: 2 })
    assert.deepEqual(page, { total: 3, slots: [2, 1] })
    assert.deepEqual([counted, shown], [['red fox'], []])
  })

  it('knows the folded words of a text that finds something, and of no other', () => {
    const { view } = setUp()
    assert.deepEqual(
      ['Red  FOX', '桔梗 -maid', '-fox', '', 'usr_26187637-0c30-4a09-86e1-bc928c07309e'].map(q =>
        knownTerm(view, q),
      ),
      ['red fox', '桔梗', '', '', ''],
    )
    assert.equal(knownTerm(setUp(0).view, 'fox'), '')
  })

  it('takes ten letters and digits for an author id where there is such an author', () => {
    const { ask, view, counted } = setUp()
    const totalOf = (q: string) => JSON.parse(ask({ q }).options.body.toString()).total
    view.search = ({ text: { authorId, prefix } }: CatalogQuery) => {
      const isFound = authorId === '8JoV9XEdpo' || prefix === 'chocolates'
      return isFound ? { total: 1, slots: [0] } : { total: 0, slots: [] }
    }
    assert.deepEqual(['8JoV9XEdpo', '8jov9xedpo', 'chocolates'].map(totalOf), [1, 0, 1])
    assert.deepEqual(counted, ['chocolates'])
  })

  it('counts no id, no exclusion alone, no empty text and nothing without results', () => {
    const { ask, counted } = setUp()
    for (const q of ['', '-fox', '♡', 'avtr_26187637-0c30-4a09-86e1-bc928c07309e']) ask({ q })
    assert.deepEqual(counted, [])
    setUp(0).ask({ q: 'fox' })
    assert.deepEqual(counted, [])
  })
})
