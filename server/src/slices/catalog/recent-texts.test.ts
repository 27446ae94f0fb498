import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RecentTexts } from './recent-texts.ts'

describe('texts noted of late', () => {
  it('are known from the second time on', () => {
    const recent = new RecentTexts()
    assert.deepEqual(
      ['q=fox', 'q=狐', 'q=fox', '', 'q=狐', ''].map(text => recent.note(text)),
      [false, false, true, false, true, true],
    )
  })

  it('are known however many others are asked in turn with them', () => {
    const recent = new RecentTexts()
    const texts = Array.from({ length: 5000 }, (_, i) => `q=fox&offset=${24 * i}`)
    for (const text of texts) recent.note(text)
    const unknown = texts.filter(text => !recent.note(text))
    assert.ok(unknown.length < 50, `${unknown.length}`)
  })

  it('are mostly told apart, and forgotten when many others came', () => {
    const recent = new RecentTexts()
    const others = Array.from({ length: 1_000_000 }, (_, i) => recent.note(`q=fox&offset=${i}`))
    assert.ok(others.filter(isKnown => isKnown).length < 10)
    assert.equal(recent.note('q=fox&offset=0'), false)
  })
})
