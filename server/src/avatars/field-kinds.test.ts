import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { number, optional, text } from './field-kinds.ts'

describe('an optional kind', () => {
  it('stores values as its kind does, and null when they are unknown', () => {
    const optionalText = optional(text)
    assert.equal(optionalText.normal('a\0\ud800'), 'a\ufffd')
    assert.equal(optionalText.normal(null), null)
    assert.ok(optionalText.isBlank(null) && optionalText.isSame(null, null) && !optionalText.isSame('', null))
  })

  it('knows a value that is blank for its kind', () => {
    assert.equal(optional(number).isBlank(0), false)
  })
})
