import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roomyByteVec } from './shared.ts'

test('an array that becomes a little longer than was thought is not copied', () => {
  const vec = roomyByteVec(1600)
  const { array } = vec
  for (let i = 0; i < 1700; i++) vec.push(i & 255)
  assert.equal(vec.array, array)
  vec.push(7)
  assert.deepEqual([vec.length, vec.array[1699], vec.array[1700]], [1701, 1699 & 255, 7])
})
