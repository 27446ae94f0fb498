import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { TermsWithResults } from './terms-with-results.ts'

describe('terms with results', () => {
  it('are found by one search each', () => {
    const asked: string[] = []
    const terms = new TermsWithResults(text => {
      asked.push(text)
      return text.startsWith('F') ? text.toLowerCase() : ''
    })
    assert.deepEqual(
      ['Fox', 'Fox', 'Wolf', 'Wolf', ''].map(text => terms.of(text)),
      ['fox', 'fox', '', '', ''],
    )
    assert.deepEqual(asked, ['Fox', 'Wolf', 'Wolf'])
  })

  it('are empty for long texts', () => {
    const terms = new TermsWithResults(text => text.trim())
    assert.equal(terms.of('x'.repeat(60)), 'x'.repeat(60))
    assert.equal(terms.of('x'.repeat(61)), '')
    assert.equal(terms.of(`fox${' '.repeat(300)}`), '')
  })

  it('are evicted from the cache when there are too many', () => {
    let asked = 0
    const terms = new TermsWithResults(text => {
      asked++
      return text
    })
    for (let i = 0; i < 5001; i++) terms.of(`t${i}`)
    terms.of('t5000')
    terms.of('t0')
    assert.equal(asked, 5002)
  })
})
