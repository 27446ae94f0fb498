import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { TermsWithResults } from './terms-with-results.ts'

describe('terms with results', () => {
  it('are found by one search each', () => {
    const requests: string[] = []
    const terms = new TermsWithResults(text => {
      requests.push(text)
      return text.startsWith('F') ? text.toLowerCase() : ''
    })
    assert.deepEqual(
      ['Fox', 'Fox', 'Wolf', 'Wolf', ''].map(text => terms.termOf(text)),
      ['fox', 'fox', '', '', ''],
    )
    assert.deepEqual(requests, ['Fox', 'Wolf', 'Wolf'])
  })

  it('are empty for long texts', () => {
    const terms = new TermsWithResults(text => text.trim())
    assert.equal(terms.termOf('x'.repeat(60)), 'x'.repeat(60))
    assert.equal(terms.termOf('x'.repeat(61)), '')
    assert.equal(terms.termOf(`fox${' '.repeat(300)}`), '')
  })

  it('are evicted from the cache when there are too many', () => {
    let askCount = 0
    const terms = new TermsWithResults(text => {
      askCount++
      return text
    })
    for (let i = 0; i < 5001; i++) terms.termOf(`t${i}`)
    terms.termOf('t5000')
    terms.termOf('t0')
    assert.equal(askCount, 5002)
  })
})
