import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeView } from '../../../tests/support/fake-view.ts'
import type { CatalogQuery, SearchPage } from '../../avatars/search-port.ts'
import { PreparedAnswer } from '../../kernel/answer.ts'
import { BufferPool } from '../../kernel/buffer-pool.ts'
import { CatalogSearch, catalogQuery, type SearchParameters, type TermLookups } from './search.ts'

const DEFAULTS: SearchParameters = { sort: 'recent', limit: 24, offset: 0 }
const THRESHOLD = 10

/** Finds `held` avatars for plain words, and one for any narrower query. */
class NarrowView extends FakeView {
  held = 3

  override search(query: CatalogQuery): SearchPage {
    const { author, tags, platform, text } = query
    const isNarrow =
      [author, tags[0], platform].some(Boolean) || text.notWords.length + text.phrases.length > 0
    const total = isNarrow ? Math.min(1, this.held) : this.held
    const slots = Array.from({ length: total }, (_, i) => i)
    return { total, slots: slots.slice(query.offset, query.offset + query.limit) }
  }
}

function askerOf(parameters: object) {
  return { rawQuery: JSON.stringify(parameters), method: 'GET', headers: {}, network: '192.0.2.1' }
}

function setUp({
  held = 3,
  minResults = THRESHOLD,
  isLookedUp = true,
  lookUp = (): Promise<void> | null => null,
} = {}) {
  const requests: string[] = []
  const counted: string[] = []
  const view = new NarrowView(1000)
  view.held = held
  const lookups: TermLookups = {
    minResults,
    lookUp: term => {
      requests.push(term)
      return lookUp()
    },
  }
  const parts = {
    view,
    terms: { count: (term: string) => counted.push(term) },
    lookups: isLookedUp ? lookups : null,
    visits: { isCounted: () => true },
    bufferPool: new BufferPool(),
  }
  const search = new CatalogSearch(parts)
  const ask = (parameters: Partial<SearchParameters>) =>
    search.answer(askerOf(parameters), { ...DEFAULTS, ...parameters })
  return { view, asked: requests, counted, ask, search }
}

const totalOf = async (answer: Promise<PreparedAnswer>) => JSON.parse((await answer).bytes().toString()).total

describe('a term with few results', () => {
  it('is not looked up while it is still being typed', async () => {
    const { asked, search } = setUp({ held: 0 })
    const parameters = { ...DEFAULTS, q: 'fox' }
    await search.answer({ ...askerOf(parameters), headers: { 'search-provisional': '?1' } }, parameters)
    assert.deepEqual(asked, [])
    await search.answer(askerOf(parameters), parameters)
    assert.deepEqual(asked, ['fox'])
  })

  it('has no answer at once, and counts nothing', () => {
    const { asked, counted, search } = setUp({ held: 1 })
    const parameters = { ...DEFAULTS, q: 'fox' }
    assert.equal(search.answerAtOnce(askerOf(parameters), parameters), null)
    assert.deepEqual([asked, counted], [[], []])
  })

  it('is looked up in folded form and without filters', () => {
    const { asked, ask } = setUp()
    ask({ q: 'Red  FOX' })
    ask({ q: 'Red FOX -maid' })
    ask({ q: '"red fox"' })
    ask({ q: 'red fox!!! 💩' })
    ask({ q: 'red fox', platform: 'quest' })
    ask({ q: 'red fox', author: 'anna', tag: 'cute', sort: 'popular', limit: 5 })
    assert.deepEqual(asked, Array(6).fill('red fox'))
  })

  it('is looked up for first pages only', () => {
    const { asked, ask } = setUp()
    ask({ q: 'fox', offset: 1 })
    assert.deepEqual(asked, [])
    ask({ q: 'fox' })
    ask({ q: 'fox' })
    assert.deepEqual(asked, ['fox', 'fox'])
  })

  it('is one with few results before filters', () => {
    const { view, asked, ask } = setUp({ held: THRESHOLD })
    ask({ q: 'fox' })
    ask({ q: 'fox', platform: 'quest' })
    ask({ q: 'fox -maid' })
    ask({ q: '"red fox"' })
    assert.deepEqual(asked, [])
    view.held = THRESHOLD - 1
    view.version++
    ask({ q: 'fox' })
    assert.deepEqual(asked, ['fox'])
  })

  it('is never an id, a lone exclusion or a lone filter, and has a word', () => {
    const { asked, ask } = setUp()
    for (const q of [
      '',
      '♡',
      '-fox',
      '-tag:fox',
      'avtr_26187637-0c30-4a09-86e1-bc928c07309e',
      'https://vrchat.com/home/avatar/avtr_26187637-0c30-4a09-86e1-bc928c07309e',
      'usr_26187637-0c30-4a09-86e1-bc928c07309e',
    ])
      ask({ q })
    ask({ author: 'anna' })
    ask({ tag: 'cute', platform: 'quest' })
    assert.deepEqual(asked, [])
  })

  it('is not looked up without another index or a minimum of results', async () => {
    const nowhere = setUp({ isLookedUp: false })
    const never = setUp({ minResults: 0, held: 0 })
    for (const { ask, asked } of [nowhere, never]) {
      assert.ok((await ask({ q: 'fox' })) instanceof PreparedAnswer)
      assert.deepEqual(asked, [])
    }
  })

  it('is answered at once when there is nothing to wait for', async () => {
    const { ask } = setUp()
    const answers: PreparedAnswer[] = []
    void ask({ q: 'fox' }).then(answer => answers.push(answer))
    await null
    assert.ok(answers[0] instanceof PreparedAnswer)
  })

  it('is answered with the new results after the wait', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { view, ask, counted } = setUp({ held: 0, lookUp: () => promise })
    const answer = ask({ q: 'fox' })
    view.held = 4
    view.version++
    resolve()
    assert.equal(await totalOf(answer), 4)
    assert.deepEqual(counted, ['fox'], 'counted once, by what was answered')
  })

  it('is waited for when callers write the page, too', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { view, search, asked, counted } = setUp({ held: 0, lookUp: () => promise })
    const page = search.page(askerOf({}), { ...DEFAULTS, q: 'Fox' })
    view.held = 4
    resolve()
    assert.equal((await page).total, 4)
    assert.deepEqual([asked, counted], [['fox'], ['fox']])
  })

  it('is searched again with the words of its lookup', () => {
    const { text } = catalogQuery({ ...DEFAULTS, q: 'red fox' })
    assert.deepEqual([text.words, text.prefix], [['red'], 'fox'])
  })

  it('is not answered before its lookup was considered', async () => {
    const { ask, search } = setUp()
    await ask({ q: 'Fox' })
    assert.equal(search.cached(askerOf({ q: 'Fox' })), null)
  })
})
