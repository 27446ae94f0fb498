import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isLookupTerm } from './lookup-term.ts'

const ASKED = ['fox', 'ab', '桔梗', 'r2', 'red fox', 'a b', '🦊 fox', 'x'.repeat(100), '𠮷'.repeat(100)]
const NOT_ASKED = [
  '',
  'a',
  '狐',
  '♡ ♡ ♡',
  'a !?',
  'x'.repeat(101),
  '𠮷'.repeat(101),
  'x'.repeat(100_000),
  'file_9849762e-8080-434d-b598-ce6f7d76b3d1',
  'fox 9849762e-8080-434d-b598-ce6f7d76b3d1',
]

describe('an external index', () => {
  for (const term of ASKED)
    it(`is asked for ${term.slice(0, 20)}`, () => assert.equal(isLookupTerm(term), true))
  for (const term of NOT_ASKED)
    it(`is not asked for ${JSON.stringify(term.slice(0, 50))}`, () => assert.equal(isLookupTerm(term), false))
})
