import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { authorIdKeyBytes, keyBytes, writeAuthorIdKey, writeKey } from './key-bytes.ts'
import { KeyTable } from './key-table.ts'

const USER = 'usr_0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f'
/** Texts with lone surrogates, and ids that differ in one character from a user's id. */
const texts = fc.array(
  fc.oneof(
    fc.string({ unit: fc.nat(0xffff).map(code => String.fromCharCode(code)) }),
    fc
      .tuple(fc.nat(USER.length - 1), fc.constantFrom('-', '0', 'F', 'g'))
      .map(([at, char]) => USER.slice(0, at) + char + USER.slice(at + 1)),
  ),
)

describe('a table of keys', () => {
  for (const { name, write, bytesOf } of [
    { name: 'texts', write: writeKey, bytesOf: keyBytes },
    { name: 'ids of authors', write: writeAuthorIdKey, bytesOf: authorIdKeyBytes },
  ])
    it(`numbers distinct ${name} in order of arrival, by their bytes`, () => {
      fc.assert(
        fc.property(texts, texts, (added, otherTexts) => {
          const table = new KeyTable(write)
          const distinct = [...new Set(added)]
          for (const text of added) assert.equal(table.intern(text), distinct.indexOf(text))
          assert.equal(table.size, distinct.length)
          for (const text of [...added, ...otherTexts]) assert.equal(table.find(text), distinct.indexOf(text))
          const { bytes, offsets } = table.parts()
          assert.deepEqual(
            distinct.map((_, key) => bytes.slice(offsets[key], offsets[key + 1])),
            distinct.map(text => bytesOf(text).slice()),
          )
        }),
      )
    })

  it('finds all of very many', () => {
    const table = new KeyTable(writeKey)
    for (let i = 0; i < 50_000; i++) assert.equal(table.intern(`word ${i}`), i)
    for (let i = 0; i < 50_000; i++) assert.equal(table.find(`word ${i}`), i)
    assert.equal(table.find('word 50000'), -1)
  })
})
