import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { recordWith } from '../../../tests/support/blank-avatar.ts'
import { FakeView } from '../../../tests/support/fake-view.ts'
import { avatarPatch, emptyModel } from '../../../tests/support/read-model.ts'
import type { CatalogView } from '../../avatars/index.ts'
import { prepared } from '../../kernel/answer.ts'
import { BufferPool } from '../../kernel/buffer-pool.ts'
import { CachedAnswers } from './cached-answers.ts'
import { CatalogSearch, type SearchForm, type SearchParameters } from './search.ts'

const DEFAULTS: SearchParameters = { sort: 'recent', limit: 24, offset: 0 }

function askerOf(parameters: object) {
  return { rawQuery: JSON.stringify(parameters), method: 'GET', headers: {}, network: '192.0.2.1' }
}

function searchOver(view: CatalogView) {
  const search = new CatalogSearch({
    view,
    terms: { count: () => {} },
    lookups: null,
    visits: { isCounted: () => true },
    bufferPool: new BufferPool(),
  })
  const ask = (parameters: Partial<SearchParameters> = {}, form?: SearchForm) =>
    search.answer(askerOf(parameters), { ...DEFAULTS, ...parameters }, form)
  return { search, ask }
}

/** A fake view with three avatars. Pages have two, so the first one shows numbers 2 and 1. */
function setUp() {
  const view = new FakeView(3)
  const { search, ask } = searchOver(view)
  /** Asks so many other queries that only answers in the long-lived cache are found afterwards. */
  const askOthers = async (from: number) => {
    for (let offset = from; offset < from + 100; offset++) await ask({ offset })
  }
  return { view, search, ask, askOthers }
}

const PAGE = { limit: 2 }

describe('a cached answer', () => {
  it('stays valid while its page has the same avatars and none of them changed', async () => {
    const { view, search, ask } = setUp()
    const first = await ask(PAGE)
    view.count(0, 9)
    assert.equal(search.cached(askerOf(PAGE)), null)
    assert.equal(await ask(PAGE), first)
    assert.equal(search.cached(askerOf(PAGE)), first)
    view.count(0, 10)
    assert.equal(await ask(PAGE), first)
  })

  it('is written again when one of its avatars changed, and is valid from then on', async () => {
    const { view, ask } = setUp()
    const first = await ask(PAGE)
    view.count(1, 9)
    view.count(0, 9)
    const second = await ask(PAGE)
    assert.notEqual(second, first)
    view.count(0, 10)
    assert.equal(await ask(PAGE), second)
  })

  it('is written again when its page has other avatars, another order or another total', async () => {
    const { view, ask } = setUp()
    const pages = [
      { total: 3, slots: [2, 1] },
      { total: 3, slots: [2, 0] },
      { total: 3, slots: [0, 2] },
      { total: 3, slots: [0] },
      { total: 4, slots: [0] },
    ]
    const answers = new Set()
    for (const page of pages) {
      view.search = () => page
      view.version++
      answers.add(await ask(PAGE))
    }
    assert.equal(answers.size, pages.length)
  })

  it('is written again when it is empty, because its corrections may have changed', async () => {
    const { view, ask } = setUp()
    const first = await ask({ offset: 9 })
    assert.equal(await ask({ offset: 9 }), first)
    view.count(0, 9)
    assert.notEqual(await ask({ offset: 9 }), first)
  })

  it('is kept long when its query was asked twice, and otherwise until many others were asked', async () => {
    const { search, ask, askOthers } = setUp()
    await ask(PAGE)
    await askOthers(0)
    assert.equal(search.cached(askerOf(PAGE)), null)
    const second = await ask(PAGE)
    await askOthers(100)
    assert.equal(search.cached(askerOf(PAGE)), second)
  })

  it('is kept long only when the same answer is given again, not when counters have changed', async () => {
    const { view, search, ask, askOthers } = setUp()
    for (let views = 1; views < 5; views++) {
      view.count(1, views)
      await ask(PAGE)
      await askOthers(100 * views)
      assert.equal(search.cached(askerOf(PAGE)), null)
    }
    const given = await ask(PAGE)
    await askOthers(500)
    assert.equal(search.cached(askerOf(PAGE)), given)
  })

  it('is found when an earlier answer to its query was kept long', async () => {
    const { view, search, ask, askOthers } = setUp()
    await ask(PAGE)
    await askOthers(0)
    await ask(PAGE)
    view.count(1, 9)
    const second = await ask(PAGE)
    assert.equal(search.cached(askerOf(PAGE)), second)
  })

  it('is copied into memory of its own when it is kept long', async () => {
    const { search, ask } = setUp()
    await ask(PAGE)
    for (let offset = 0; offset < 100; offset++) await ask({ offset })
    const { body } = (await ask(PAGE)).options
    assert.ok(body instanceof Buffer && body.length > 0)
    assert.equal(body.buffer.byteLength, body.length)
    for (let offset = 100; offset < 200; offset++) await ask({ offset })
    assert.equal(search.cached(askerOf(PAGE))?.options.body, body)
  })

  it('is not kept while its buffer belongs to a pool, and is copied when it is kept long', async () => {
    const { search, ask } = setUp()
    const body = Buffer.allocUnsafeSlow(20).fill('first')
    let released = 0
    const form: SearchForm = { name: '', write: () => prepared({ body, release: () => void released++ }) }
    const first = await ask(PAGE, form)
    assert.equal(first.options.body, body)
    assert.equal(search.cached(askerOf(PAGE)), null)
    assert.equal(released, 0)
    await ask(PAGE, form)
    body.fill('other')
    assert.equal(search.cached(askerOf(PAGE))?.bytes().toString(), 'firstfirstfirstfirst')
    assert.equal(released, 1)
  })

  it('is evicted when there are very many short ones', () => {
    const { view } = setUp()
    const cache = new CachedAnswers(view)
    const ask = (n: number) => {
      const found = { version: view.version, page: { total: 0, slots: [] }, term: '', lookupTerm: '' }
      return cache.add(`q=${n}`, {}, { ...found, answer: prepared({ body: Buffer.from('{}') }) })
    }
    ask(0)
    const first = ask(0)
    assert.equal(cache.find('q=0', {}), first)
    for (let n = 1; n <= 64 * 1024; n++) {
      ask(n)
      ask(n)
    }
    assert.equal(cache.find('q=0', {}), undefined)
  })

  it('has the terms of the newer page from which it is valid again', () => {
    const { view } = setUp()
    const cache = new CachedAnswers(view)
    const page = { total: 1, slots: [2] }
    const found = { version: view.version, page, term: 'fox', lookupTerm: 'fox' }
    cache.add('q=fox', {}, { ...found, answer: prepared({ body: Buffer.from('{}') }) })
    const { term, lookupTerm } = cache.revalidate('q=fox', {}, { ...found, term: '', lookupTerm: '' })!
    assert.deepEqual({ term, lookupTerm }, { term: '', lookupTerm: '' })
  })

  it('is written again when its form has a version', async () => {
    const { view, ask } = setUp()
    const form: SearchForm = {
      name: 'timed ',
      version: () => 1,
      write: () => prepared({ body: Buffer.from('{}') }),
    }
    const first = await ask(PAGE, form)
    assert.equal(await ask(PAGE, form), first)
    view.count(0, 9)
    assert.notEqual(await ask(PAGE, form), first)
  })

  it('has the bytes of a new answer, whatever changed before', async () => {
    const change = fc.record({
      n: fc.nat(12),
      name: fc.constantFrom('Fox', 'Cat', 'Red Fox'),
      views: fc.nat(3),
      isActive: fc.boolean(),
      isCounter: fc.boolean(),
    })
    const questions: Partial<SearchParameters>[] = [
      { limit: 2 },
      { q: 'fox', sort: 'popular' },
      { q: 'red fox', sort: 'relevance', limit: 3 },
      { q: 'fax' },
      { sort: 'name', offset: 3, limit: 3 },
    ]
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 25 }), async changes => {
        const model = emptyModel()
        const { ask } = searchOver(model)
        for (const { n, name, views, isActive, isCounter } of changes) {
          const { id } = avatarPatch(n)
          const record = recordWith({ key: n + 1, id, name, views, isActive, isListed: isActive })
          if (isCounter) model.apply({ records: [], counters: [{ key: n + 1, views, likes: 0 }] })
          else model.apply({ records: [record], counters: [] })
          for (const question of questions) {
            const keptAnswer = await ask(question)
            const made = await searchOver(model).ask(question)
            assert.equal(keptAnswer.bytes().toString(), made.bytes().toString())
          }
        }
      }),
      { numRuns: 40 },
    )
  })
})
