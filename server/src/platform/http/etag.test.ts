import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { cpuMsOf } from '../../../tests/support/cpu-time.ts'
import { contentETag } from '../../kernel/content-etag.ts'
import { encodedETag, matchesETag } from './etag.ts'

const TAG = '"abc"'

const CASES: readonly [string, boolean][] = [
  ['"abc"', true],
  ['W/"abc"', true],
  ['*', true],
  [' * ', true],
  ['"x", "abc"', true],
  ['"x","y",W/"abc"', true],
  ['"x,abc", "abc"', true],
  ['"ab"', false],
  ['"abc', false],
  ['abc', false],
  ['"x,abc"', false],
  ['"ABC"', false],
  ['', false],
  ['"*"', false],
]

describe('If-None-Match', () => {
  for (const [header, isMatch] of CASES) {
    it(`${header} ${isMatch ? 'matches' : 'does not match'} ${TAG}`, () =>
      assert.equal(matchesETag(header, TAG), isMatch))
  }

  it('of 60 KB is read within milliseconds', () => {
    const cpuMs = cpuMsOf(() => {
      for (const hostile of ['"'.repeat(60_000), 'W/"'.repeat(20_000), `${'"x",'.repeat(15_000)}"`])
        matchesETag(hostile, TAG)
    })
    assert.ok(cpuMs < 200, `${cpuMs} ms`)
  })
})

describe('a tag', () => {
  it('is strong, and the same for equal bytes', () => {
    assert.match(contentETag('a'), /^"[\w-]{22}"$/)
    assert.equal(contentETag(Buffer.from('a')), contentETag('a'))
    assert.notEqual(contentETag('a'), contentETag('b'))
  })

  it('differs for long bodies that differ in a byte or in length', () => {
    const length = fc.integer({ min: 1, max: 100_000 })
    const property = fc.property(
      length,
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (length, place, change) => {
        const body = Buffer.alloc(length, 'body')
        const changedBytes = Buffer.from(body)
        changedBytes[place % length]! ^= change
        const tags = [body, changedBytes, body.subarray(1), Buffer.from(body)].map(contentETag)
        for (const tag of tags) assert.match(tag, /^"[\w-]{22}"$/)
        assert.equal(new Set(tags).size, 3)
        assert.equal(tags[0], tags[3])
      },
    )
    fc.assert(property)
  })

  it('differs between encodings', () => {
    assert.equal(encodedETag(TAG, 'br'), '"abc-br"')
  })
})
