import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { commonShape, readVrcJson } from './vrc-json.ts'

describe('the reader of answers as worlds read them', () => {
  it('takes what keeps its types and has all its keys', () => {
    const text = '{"a":[{"b":1.5,"nextOffset":null},{"b":2,"nextOffset":3}],"c":[],"performance":{}}'
    assert.deepEqual(readVrcJson(text).shape, {
      a: [{ b: 'number', nextOffset: 'nullable' }],
      c: ['anything'],
      performance: 'anything',
    })
  })

  const broken = [
    ['a root that is no container', '1'],
    ['a null', '{"a":null}'],
    ['a key twice', '{"a":1,"a":2}'],
    ['a number that a double cannot hold', '{"a":9007199254740993}'],
    ['a number beyond 2^53', '{"a":9007199254740994}'],
    ['a missing key', '{"a":[{"b":1,"c":2},{"b":1}]}'],
    ['a changing type', '{"a":[{"b":1},{"b":"1"}]}'],
    ['lists of different things', '{"a":[{"b":[1]},{"b":["1"]}]}'],
  ] as const
  for (const [what, text] of broken) it(`refuses ${what}`, () => assert.throws(() => readVrcJson(text)))

  it('compares answers', () => {
    const [one, other] = [readVrcJson('{"a":[]}').shape, readVrcJson('{"a":[1]}').shape]
    assert.deepEqual(commonShape(one, other), other)
    assert.throws(() => commonShape(other, readVrcJson('{"a":["1"]}').shape), /\$\.a\[\] changes its type/)
  })
})
