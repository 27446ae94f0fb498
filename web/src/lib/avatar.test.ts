import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { initialOf } from './avatar.ts'

describe('the character that stands for a name', () => {
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
