import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { SearchTerms } from './search-terms.ts'

function setUp({ excluded = [] as readonly string[] } = {}) {
  const written: [number, Record<string, number>][] = []
  const broken = { is: false }
  const gate = { promise: Promise.resolve() }
  const store = {
    addSearches: async (day: number, searches: ReadonlyMap<string, number>) => {
      if (broken.is) throw new Error('down')
      await gate.promise
      written.push([day, Object.fromEntries(searches)])
    },
    topTerms: async (_day: number, limit: number) =>
      written.flatMap(([, searches]) => Object.keys(searches)).slice(0, limit),
  }
  const clock = new ManualClock(Date.UTC(1970, 0, 3))
  const terms = new SearchTerms({ store, clock, readExcludedTexts: async () => excluded })
  return { terms, written, broken, gate }
}

describe('popular searches', () => {
  it('are written together, each with its day', async () => {
    const { terms, written } = setUp()
    terms.count('fox')
    terms.count('fox')
    terms.count('red fox')
    await terms.flush()
    await terms.flush()
    assert.deepEqual(written, [[2, { fox: 2, 'red fox': 1 }]])
  })

  it('leave out empty and very long terms', async () => {
    const { terms, written } = setUp()
    terms.count('')
    terms.count('x'.repeat(61))
    await terms.flush()
    assert.deepEqual(written, [])
  })

  it('include searches that are not written yet', async () => {
    const { terms, written } = setUp()
    terms.count('fox')
    assert.deepEqual(await terms.top(5), ['fox'])
    assert.equal(written.length, 1)
  })

  it('include searches that are being written', async () => {
    const { terms, gate } = setUp()
    const { promise, resolve } = Promise.withResolvers<void>()
    gate.promise = promise
    terms.count('fox')
    const flushed = terms.flush()
    const ranking = terms.top(5)
    resolve()
    assert.deepEqual(await ranking, ['fox'])
    await flushed
  })

  it('omit terms with excluded words, and fill up with others', async () => {
    const { terms } = setUp({ excluded: ['bad word', 'naked', '裸'] })
    for (let i = 0; i < 500; i++) terms.count(`naked ${i}`)
    for (const term of ['a bad word', 'bad wording', 'bad', '素裸猫', 'nakedness']) terms.count(term)
    for (let i = 0; i < 100; i++) terms.count(`fox ${i}`)
    assert.deepEqual((await terms.top(4)).slice(0, 4), ['bad wording', 'bad', 'nakedness', 'fox 0'])
    assert.equal((await terms.top(50)).length, 50)
  })

  it('lose nothing when a write fails', async () => {
    const { terms, written, broken } = setUp()
    terms.count('fox')
    broken.is = true
    await assert.rejects(terms.flush(), /down/)
    terms.count('fox')
    broken.is = false
    await terms.flush()
    assert.deepEqual(written, [[2, { fox: 2 }]])
  })

  it('keep a bounded number of unwritten terms in memory', async () => {
    const { terms, written } = setUp()
    for (let i = 0; i < 20_000; i++) terms.count(`term${i}`)
    terms.count('term0')
    await terms.flush()
    assert.equal(Object.keys(written[0]![1]).length, 10_000)
    assert.equal(written[0]![1].term0, 2)
  })
})
