import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SENSITIVE_TAGS } from '../../../server/src/avatars/sensitive-tags.ts'
import { initialOf, sensitiveTag } from './avatar.ts'

describe('the initial of a name', () => {
  const cases: readonly [name: string, initial: string][] = [
    ['fox', 'f'],
    [' ［zezornora blue ashri］', 'z'],
    ['（cat） しずく', 'c'],
    ['★桔梗★', '桔'],
    ['[2.0] Wolf', '2'],
    ['𝓛una', '𝓛'],
    ['☠', '☠'],
    ['', '?'],
  ]
  for (const [name, initial] of cases)
    it(`is ${initial} for ${JSON.stringify(name)}`, () => assert.equal(initialOf(name), initial))
})

describe('a sensitive picture', () => {
  it('is one whose avatar has a tag for which the server gives other sites no picture', () => {
    for (const tag of SENSITIVE_TAGS) assert.equal(sensitiveTag({ tags: ['author_tag_fox', tag] }), tag)
    assert.equal(sensitiveTag({ tags: ['author_tag_fox'] }), null)
  })
})
