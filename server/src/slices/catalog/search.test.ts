import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeView } from '../../../tests/support/fake-view.ts'
import { turnsWhile } from '../../../tests/support/turns.ts'
import type { CatalogQuery } from '../../avatars/search-port.ts'
import { PreparedAnswer, prepared } from '../../kernel/answer.ts'
import { BufferPool } from '../../kernel/buffer-pool.ts'
import { CatalogSearch, type SearchForm, type SearchParameters, termIfFound } from './search.ts'

const DEFAULTS: SearchParameters = { sort: 'recent', limit: 24, offset: 0 }

function askerOf(parameters: object, method = 'GET') {
  return { rawQuery: JSON.stringify(parameters), method, headers: {}, network: '192.0.2.1' }
}

function setUp(size = 3) {
  const counted: string[] = []
  const view = new FakeView(size)
  const bufferPool = new BufferPool()
  const search = new CatalogSearch({
    view,
    terms: { count: term => counted.push(term) },
    lookups: null,
    visits: { isCounted: ({ method }) => method !== 'HEAD' },
    bufferPool,
  })
  const askIn = async (form: SearchForm, parameters: Partial<SearchParameters> = {}) => {
    const answer = await search.answer(askerOf(parameters), { ...DEFAULTS, ...parameters }, form)
    assert.ok(answer instanceof PreparedAnswer)
    return answer
  }
  const ask = async (parameters: Partial<SearchParameters>) => {
    const answer = await search.answer(askerOf(parameters), { ...DEFAULTS, ...parameters })
    assert.ok(answer instanceof PreparedAnswer)
    return answer
  }
  return { view, search, ask, askIn, counted, bufferPool }
}

describe('search', () => {
  it('answers the fields of the spec in order', async () => {
    const { ask } = setUp()
    const answer = JSON.parse((await ask({ limit: 2 })).bytes().toString())
    assert.deepEqual(Object.keys(answer), ['total', 'avatars', 'limit', 'offset', 'hasMore'])
    assert.deepEqual(
      { ...answer, avatars: answer.avatars.length },
      { total: 3, avatars: 2, limit: 2, offset: 0, hasMore: true },
    )
  })

  it('is written into a buffer of the shared pool', async () => {
    const { ask, bufferPool } = setUp()
    await ask({})
    assert.ok(bufferPool.take(1).length > 1)
  })

  it('counts no term while the text is still being typed, and then counts it', async () => {
    const { search, counted } = setUp()
    const parameters = { ...DEFAULTS, q: 'fox' }
    const typing = { ...askerOf(parameters), headers: { 'search-provisional': '?1' } }
    await search.answer(typing, parameters)
    assert.ok(search.cached(typing) instanceof PreparedAnswer)
    assert.deepEqual(counted, [])
    await search.answer(askerOf(parameters), parameters)
    assert.deepEqual(counted, ['fox'])
  })

  it('has `hasMore` false on the last page and past the end', async () => {
    const { ask } = setUp()
    const hasMore = async (offset: number) =>
      JSON.parse((await ask({ limit: 2, offset })).bytes().toString()).hasMore
    assert.deepEqual(await Promise.all([0, 1, 2, 9].map(hasMore)), [true, false, false, false])
  })

  it('returns the same answer until the catalog changes', async () => {
    const { ask, view } = setUp()
    const first = await ask({ q: 'fox' })
    assert.equal(await ask({ q: 'fox' }), first)
    view.hide(0)
    assert.equal(JSON.parse((await ask({ q: 'fox' })).bytes().toString()).total, 2)
  })

  it('caches each form by itself, and answers anew when the version of the form changes', async () => {
    const { ask, askIn } = setUp()
    let second = 1
    const write: SearchForm['write'] = (_, { total }, { limit }) =>
      prepared({ body: Buffer.from(`${total} ${limit} ${second}`) })
    const form: SearchForm = { name: 'plain', version: () => second, write }
    const plain = await ask({ limit: 2 })
    const first = await askIn(form, { limit: 2 })
    assert.equal(first.bytes().toString(), '3 2 1')
    assert.equal(await askIn(form, { limit: 2 }), first)
    second++
    assert.equal((await askIn(form, { limit: 2 })).bytes().toString(), '3 2 2')
    assert.equal(await ask({ limit: 2 }), plain)
  })

  it('counts the folded words of every first page with results, cached or not', async () => {
    const { ask, counted } = setUp()
    await ask({ q: 'Red FOX' })
    await ask({ q: 'Red FOX' })
    await ask({ q: 'Red FOX', offset: 1 })
    await ask({ q: '桔梗 -maid "good dog" -tag:sex' })
    assert.deepEqual(counted, ['red fox', 'red fox', '桔梗 good dog'])
  })

  it('counts the words that the parser understood, if they have two characters or one that can be a word', async () => {
    const { ask, counted } = setUp()
    for (const q of ['cat 💩', 'neon!!!', '"Neon" ⭐', 'x', 'x!', '狐', 'ネ!', '여']) await ask({ q })
    assert.deepEqual(counted, ['cat', 'neon', 'neon', '狐', 'ネ', '여'])
  })

  it('names the avatars of every page for impressions, cached or not', async () => {
    const { ask } = setUp()
    const slots = async (offset: number) => (await ask({ limit: 2, offset })).options.slots
    assert.deepEqual(
      [await slots(0), await slots(0), await slots(2), await slots(4)],
      [[2, 1], [2, 1], [0], []],
    )
  })

  it('finds the answer to a query string again until the catalog changes, and counts each request', async () => {
    const { search, ask, view, counted } = setUp()
    const asker = askerOf({ q: 'fox', limit: 2 })
    assert.equal(search.cached(asker), null)
    assert.deepEqual(counted, [])
    const answer = await ask({ q: 'fox', limit: 2 })
    assert.equal(search.cached(asker), answer)
    assert.deepEqual(counted, ['fox', 'fox'])
    view.hide(0)
    assert.equal(search.cached(asker), null)
    assert.deepEqual(counted, ['fox', 'fox'])
  })

  it('counts no term for HEAD', async () => {
    const { search, counted } = setUp()
    const parameters = { ...DEFAULTS, q: 'Red FOX', limit: 2 }
    await search.answer(askerOf(parameters, 'HEAD'), parameters)
    await search.page(askerOf(parameters, 'HEAD'), parameters)
    assert.deepEqual(counted, [])
  })

  it('returns a page to callers that write the answer, and counts the search', async () => {
    const { search, counted } = setUp()
    const page = await search.page(askerOf({}), { ...DEFAULTS, q: 'Red FOX', limit: 2 })
    assert.deepEqual(page, { total: 3, slots: [2, 1] })
    assert.deepEqual(counted, ['red fox'])
  })

  it('returns the folded words of a text only if it has results', () => {
    const { view } = setUp()
    assert.deepEqual(
      ['Red  FOX', '桔梗 -maid', '-fox', '', 'usr_26187637-0c30-4a09-86e1-bc928c07309e'].map(q =>
        termIfFound(view, q),
      ),
      ['red fox', '桔梗', '', '', ''],
    )
    assert.equal(termIfFound(setUp(0).view, 'fox'), '')
  })

  it('treats ten letters and digits as an author id when there is such an author', async () => {
    const { ask, view, counted } = setUp()
    const totalOf = async (q: string) => JSON.parse((await ask({ q })).bytes().toString()).total
    view.search = ({ text: { authorId, prefix } }: CatalogQuery) => {
      const isFound = authorId === '8JoV9XEdpo' || prefix === 'chocolates'
      return isFound ? { total: 1, slots: [0] } : { total: 0, slots: [] }
    }
    assert.deepEqual(await Promise.all(['8JoV9XEdpo', '8jov9xedpo', 'chocolates'].map(totalOf)), [1, 0, 1])
    assert.deepEqual(counted, ['chocolates'])
  })

  it('does not count ids, lone exclusions, empty texts or searches without results', async () => {
    const { ask, counted } = setUp()
    for (const q of ['', '-fox', '♡', 'avtr_26187637-0c30-4a09-86e1-bc928c07309e']) await ask({ q })
    assert.deepEqual(counted, [])
    setUp(0).ask({ q: 'fox' })
    assert.deepEqual(counted, [])
  })
})

describe('a search that finds nothing', () => {
  const nothing = { q: 'fxo' }

  /** Similar words are found in ten steps; the catalog may change before each of them. */
  function seek(onStep: (view: ReturnType<typeof setUp>['view']) => void) {
    const made = setUp()
    made.view.hide(0, 1, 2)
    made.view.wordsSimilarTo = function* () {
      for (let step = 0; step < 10; step++) {
        yield
        onStep(made.view)
      }
      return []
    }
    return made
  }

  it('lets others run while corrections are sought', async () => {
    const { ask } = seek(() => {})
    assert.ok((await turnsWhile(() => ask(nothing))) >= 10)
  })

  it('seeks corrections only for a form that shows them', async () => {
    let steps = 0
    const { askIn } = seek(() => void steps++)
    const write = () => prepared({ body: Buffer.from('') })
    await askIn({ name: 'plain', write }, nothing)
    assert.equal(steps, 0)
    await askIn({ name: 'suggesting', hasSuggestions: true, write }, nothing)
    assert.equal(steps, 10)
  })

  it('shares the corrections with equal searches that arrive meanwhile, also after a change of the catalog', async () => {
    for (const [change, sought] of [
      [() => {}, 1],
      [(view: FakeView) => view.version++, 2],
    ] as const) {
      let steps = 0
      const { ask } = seek(view => {
        if (++steps === 5) change(view)
      })
      const answers = await Promise.all([ask(nothing), ask(nothing), ask(nothing)])
      assert.equal(new Set(answers.map(answer => answer.bytes().toString())).size, 1)
      assert.equal(steps, 10 * sought)
    }
  })

  it('is answered from the cache until the catalog changes, also while corrections are sought', async () => {
    const unchanged = seek(() => {})
    await unchanged.ask(nothing)
    assert.ok(unchanged.search.cached(askerOf(nothing)) instanceof PreparedAnswer)
    const changed = seek(view => view.add())
    await changed.ask(nothing)
    assert.equal(changed.search.cached(askerOf(nothing)), null)
    const { total } = JSON.parse((await changed.ask(nothing)).bytes().toString())
    assert.equal(total, 10)
  })
})
