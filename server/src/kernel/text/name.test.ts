import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readName } from './name.ts'

/** Returns the stored name, or the problem. */
function nameOf(text: string, maxLength: number): string {
  const read = readName(text, maxLength)
  return read.kind === 'name' ? read.name : read.problem
}

describe('a name', () => {
  it('is kept without the space around it, in composed form', () => {
    assert.equal(nameOf('  Foxes \t', 40), 'Foxes')
    assert.equal(nameOf('cafe\u0301', 4), 'caf\u00e9')
    assert.equal(nameOf('狐', 40), '狐')
    assert.equal(nameOf('👨‍👩‍👧 ❤️', 40), '👨‍👩‍👧 ❤️')
  })

  it('has from one to the given number of code points', () => {
    assert.equal(nameOf('x'.repeat(40), 40), 'x'.repeat(40))
    assert.equal(nameOf('🦊'.repeat(40), 40), '🦊'.repeat(40))
    assert.equal(
      nameOf('🦊'.repeat(41), 40),
      '`name` must have 1 to 40 characters, one of which can be seen.',
    )
    assert.equal(nameOf(` ${'x'.repeat(40)} `, 40), 'x'.repeat(40))
  })

  for (const none of ['', '   ', '\u200b\u200d', '\u3164', '\u2800', '\ufeff', '\u202e', '\ud800']) {
    it(`is not ${JSON.stringify(none)}, of which nothing can be seen`, () =>
      assert.match(nameOf(none, 40), /^`name` must have 1 to 40 characters, one of which can be seen/))
  }

  for (const odd of [
    'a\nb',
    'a\0b',
    'a\u001bb',
    'a\ud800',
    'gpj\u202eFoxes',
    'Fo\u200bxes',
    '\u2067Foxes\u2069',
  ]) {
    it(`is not ${JSON.stringify(odd)}, which is not what it looks like`, () =>
      assert.match(
        nameOf(odd, 40),
        /^`name` must not have control characters, invisible characters or characters that change/,
      ))
  }
})
