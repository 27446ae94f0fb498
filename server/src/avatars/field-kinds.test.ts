import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { moment, number, optional, text } from './field-kinds.ts'

describe('an optional kind', () => {
  it('stores values as its kind does, and null when they are unknown', () => {
    const optionalMoment = optional(moment)
    assert.equal(optionalMoment.toWire(0), '1970-01-01T00:00:00.000Z')
    assert.equal(optionalMoment.toWire(null), null)
    assert.ok(
      optionalMoment.isBlank(null) && optionalMoment.isSame(null, null) && !optionalMoment.isSame(0, null),
    )
  })

  it('takes null alone as unknown, not a value that is blank for its kind', () => {
    assert.equal(optional(number).isBlank(0), false)
  })
})

it('a text is stored as both engines can store it', () => {
  assert.equal(text.normalise('a\0\ud800'), 'a\ufffd')
})
