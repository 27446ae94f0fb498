import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RecentTexts } from './recent-texts.ts'

describe('recent texts', () => {
  it('are known from the second time on', () => {
    const recent = new RecentTexts()
    assert.deepEqual(
      ['q=fox', 'q=狐', 'q=fox', '', 'q=狐', ''].map(text => recent.note(text)),
      [false, false, true, false, true, true],
    )
  })

  it('are known even if many others are noted alternately', () => {
    const recent = new RecentTexts()
    const texts = Array.from({ length: 5000 }, (_, i) => `q=fox&offset=${24 * i}`)
    for (const text of texts) recent.note(text)
    const unknown = texts.filter(text => !recent.note(text))
    assert.ok(unknown.length < 50, `${unknown.length}`)
  })

  it('are mostly told apart, and forgotten after many others', () => {
    const recent = new RecentTexts()
    const others = Array.from({ length: 1_000_000 }, (_, i) => recent.note(`q=fox&offset=${i}`))
    assert.ok(others.filter(isKnown => isKnown).length < 10)
    assert.equal(recent.note('q=fox&offset=0'), false)
  })
})
