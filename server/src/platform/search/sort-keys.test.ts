import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { writeKey } from './key-bytes.ts'
import { KeyTable } from './key-table.ts'
import { sortedKeys } from './sort-keys.ts'

/** Texts with long common prefixes, and with zeros in any place. */
const TEXTS = fc.uniqueArray(
  fc
    .tuple(
      fc.constantFrom('', 'fox', 'red fox ', '狐雪', '\0\0\0\0\0'),
      fc.string({ unit: fc.constantFrom('\0', 'a', 'z', '狐') }),
    )
    .map(texts => texts.join('')),
  { maxLength: 200, size: 'max' },
)

it('sorts keys as JavaScript sorts their texts', () => {
  fc.assert(
    fc.property(TEXTS, texts => {
      const table = new KeyTable(writeKey)
      for (const text of texts) table.intern(text)
      assert.deepEqual(
        Array.from(sortedKeys(table.parts()), key => texts[key]),
        texts.toSorted(),
      )
    }),
  )
})

it('sorts very many keys', () => {
  const table = new KeyTable(writeKey)
  const texts = Array.from({ length: 50_000 }, (_, i) => `word ${(i * 7919) % 50_000}`)
  for (const text of texts) table.intern(text)
  assert.deepEqual(
    Array.from(sortedKeys(table.parts()), key => texts[key]),
    texts.toSorted(),
  )
})

it('sorts keys that are alike for very many bytes', () => {
  const table = new KeyTable(writeKey)
  const texts = Array.from({ length: 20 }, (_, i) => `${'a'.repeat(100_000)}${(i * 7) % 20}`)
  for (const text of texts) table.intern(text)
  assert.deepEqual(
    Array.from(sortedKeys(table.parts()), key => texts[key]!.slice(100_000)),
    texts.toSorted().map(text => text.slice(100_000)),
  )
})
