import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { codePoint } from '../../../../tests/support/code-point.ts'
import { groupNameKey } from './name.ts'

describe('two names are equal', () => {
  for (const [one, other] of [
    ['Foxes', 'fOXES'],
    ['straße', 'STRASSE'],
    ['ΣΑΣ', 'σας'],
    ['Привет', 'ПРИВЕТ'],
    ['ｆｏｘ', 'FOX'],
    ['ﬁre', 'FIRE'],
    ['Ǆ', 'ǆ'],
    ['ǰ', 'J\u030c'],
  ] as const) {
    it(`${one} and ${other}`, () => assert.equal(groupNameKey(one), groupNameKey(other)))
  }

  it('but not with different marks or letters', () => {
    for (const [one, other] of [
      ['cafe', 'café'],
      ['しお', 'シオ'],
      ['fox', 'fox 2'],
    ] as const) {
      assert.notEqual(groupNameKey(one), groupNameKey(other))
    }
  })

  it('after any change of case', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 8 }), name => {
        assert.equal(groupNameKey(name.toUpperCase()), groupNameKey(name))
      }),
      { numRuns: 2000 },
    )
  })
})
