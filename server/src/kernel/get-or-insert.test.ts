import assert from 'node:assert/strict'
import { it } from 'node:test'
import { getOrInsert } from './get-or-insert.ts'

it('a value of a map is made once, and null is a value', () => {
  const madeNames: string[] = []
  const entries = new Map<string, string | null>([['none', null]])
  const get = (key: string) => getOrInsert(entries, key, () => `${madeNames.push(key)}. value`)
  assert.deepEqual([get('a'), get('b'), get('a'), get('none')], ['1. value', '2. value', '1. value', null])
  assert.deepEqual(madeNames, ['a', 'b'])
})
