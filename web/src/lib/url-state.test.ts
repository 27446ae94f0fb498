import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { codePoint } from '../../../server/tests/support/code-point.ts'
import { RATINGS, readSearch, SORTS, searchAddress } from './url-state.ts'

const text = fc
  .string({ unit: codePoint, minLength: 1 })
  .filter(value => value.trim() !== '' && value.isWellFormed())
const search = fc.record(
  {
    q: text.map(value => value.trim()),
    platform: fc.constantFrom('all' as const, 'pc' as const, 'quest' as const, 'ios' as const),
    minPerformance: fc.constantFrom(...RATINGS),
    tag: text.map(value => value.trim()),
    author: text.map(value => value.trim()),
    sort: fc.constantFrom(...SORTS),
  },
  { requiredKeys: [], noNullPrototype: true },
)

describe('the address of a search', () => {
  it('is read as the search that it was made of', () => {
    fc.assert(
      fc.property(search, state => {
        assert.deepEqual(readSearch(searchAddress(state).slice(1)), state)
      }),
    )
  })

  it('is that of the home page without a search', () => {
    assert.equal(searchAddress({}), '/')
    assert.equal(searchAddress({ q: '' }), '/')
  })

  it('ignores values that are not allowed, and parameters of others', () => {
    assert.deepEqual(readSearch('?q=%20fox%20&platform=switch&minPerformance=bad&sort=best&utm_source=x'), {
      q: 'fox',
    })
  })
})
