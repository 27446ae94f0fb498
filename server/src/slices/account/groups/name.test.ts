import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { groupNameKey, readName } from './name.ts'

describe('a name', () => {
  it('is kept without the space around it, in composed form', () => {
    assert.equal(readName('  Foxes \t', 40), 'Foxes')
    assert.equal(readName('cafe\u0301', 4), 'caf\u00e9')
    assert.equal(readName('狐', 40), '狐')
  })

  it('has one to so many code points', () => {
    assert.equal(readName('x'.repeat(40), 40), 'x'.repeat(40))
    assert.equal(readName('🦊'.repeat(40), 40), '🦊'.repeat(40))
    assert.equal(readName('🦊'.repeat(41), 40), null)
    assert.equal(readName(` ${'x'.repeat(40)} `, 40), 'x'.repeat(40))
  })

  for (const none of [
    '',
    '   ',
    '\u200b\u200d',
    '\u3164',
    '\u2800',
    '\ufeff',
    'a\nb',
    'a\0b',
    'a\u001bb',
    '\ud800',
  ]) {
    it(`is not ${JSON.stringify(none)}`, () => assert.equal(readName(none, 40), null))
  }
})

describe('two names are the same', () => {
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

  it('but not those with other marks or letters', () => {
    for (const [one, other] of [
      ['cafe', 'café'],
      ['しお', 'シオ'],
      ['fox', 'fox 2'],
    ] as const) {
      assert.notEqual(groupNameKey(one), groupNameKey(other))
    }
  })

  it('whatever is done to their case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 8 }), name => {
        assert.equal(groupNameKey(name.toUpperCase()), groupNameKey(name))
      }),
      { numRuns: 2000 },
    )
  })
})
